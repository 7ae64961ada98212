package io.takt.federation.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.link.ClockPort;
import io.takt.federation.link.LinkPlace;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.seal.LinkKeys;
import io.takt.rule.Report;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemoteParentClockTest {
    private static final long STEP_NS = 10;

    private record Told(long epoch, long timeNs, long awaitedNs) {
    }

    private final ClockPort port = new ClockPort(LinkTimes.DEFAULT);
    private final List<Told> told = new ArrayList<>();
    private final RemoteParentClock clock = new RemoteParentClock(port, STEP_NS, Report.CORE,
        new RemoteParentClock.Network() {
            @Override
            public void look() {
                // Nothing comes.
            }

            @Override
            public void rest() {
                // Nothing will.
            }
        }, () -> 0);

    private void connect() {
        port.connect(new LinkKeys(new byte[LinkKeys.LENGTH]), 1, true, bytes -> { }, this::note);
    }

    /** While no datagram has come back, each frame goes over TCP, too. */
    private void note(final ByteBuffer spare) {
        spare.get();
        told.add(new Told(spare.getLong(), spare.getLong(), spare.getLong()));
    }

    private Told last() {
        return told.get(told.size() - 1);
    }

    @Test
    void oneFrameSaysTheTimeAndWhatIsWaitedFor() {
        connect();
        clock.stage(new LinkPlace(2, 20, 0));
        clock.begin();
        clock.report(10);
        told.clear();
        clock.report(20);
        assertThat(told).hasSize(1);
        assertThat(last().timeNs()).isEqualTo(20);
        assertThat(last().awaitedNs()).isEqualTo(30);
    }

    /** The report is that of an asset, on whose grid the core is not. */
    @Test
    void theTimeThatIsWaitedForIsOneOfTheCores() {
        connect();
        clock.stage(new LinkPlace(2, 27, 24));
        clock.begin();
        clock.countsFrom(27);
        clock.timeNs();
        assertThat(last().awaitedNs()).isEqualTo(37);
        clock.countsFrom(57);
        clock.timeNs();
        assertThat(last().awaitedNs()).as("whatever is a whole number of steps away").isEqualTo(37);
    }

    /** The hub's thread may report once more before it hears that another run begins. */
    @Test
    void whatIsReportedOfOneRunIsNotToldAsOfTheNext() {
        connect();
        clock.stage(new LinkPlace(2, 1_000, 0));
        clock.begin();
        clock.report(500);
        clock.stage(new LinkPlace(3, 0, 0));
        clock.report(510);
        port.pump(LinkTimes.DEFAULT.heartbeatNs());
        assertThat(last().epoch()).isEqualTo(2);
        assertThat(last().timeNs()).isEqualTo(510);
        clock.begin();
        assertThat(last().epoch()).isEqualTo(3);
        assertThat(last().timeNs()).isZero();
        assertThat(clock.reportedNs()).isZero();
    }

    @Test
    void aPlaceTakenAgainIsThatOfNow() {
        connect();
        clock.stage(new LinkPlace(2, 1_000, 0));
        clock.begin();
        clock.report(500);
        assertThat(clock.stageAgain()).isEqualTo(500);
        clock.stage(new LinkPlace(3, 0, 0));
        assertThat(clock.stageAgain()).as("of a run that has not begun here nothing was reported").isZero();
    }
}
