package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.Wait;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LongWaitsTest {
    private static final long S = 1_000_000_000L;

    private final List<HubEvent> told = new ArrayList<>();
    private final LongWaits waits = new LongWaits(new Events(told::add));

    private static List<Wait> chain(final String name, final HoldReason reason, final long forNs) {
        return List.of(new Wait("root", "site", HoldReason.BELOW, null, null, forNs),
            new Wait("site", name, reason, null, null, 0));
    }

    @Test
    void aSimulatorThatComputesForLongIsNotTold() {
        waits.look(chain("a", HoldReason.COMPUTING, 100 * S), 200 * S);
        waits.look(chain("a", HoldReason.INTERVAL, 100 * S), 200 * S);
        waits.look(chain("a", HoldReason.SILENT, S - 1), 200 * S);
        waits.look(List.of(), 200 * S);
        assertThat(told).isEmpty();
    }

    /** In a debugger a process computes for a moment now and then. */
    @Test
    void theSameWaitIsToldOnceWhateverItsProcessDoesMeanwhile() {
        final List<Wait> silent = chain("a", HoldReason.SILENT, 2 * S);
        waits.look(silent, 10 * S);
        waits.look(chain("a", HoldReason.COMPUTING, 3 * S), 11 * S);
        waits.look(chain("a", HoldReason.SILENT, 4 * S), 12 * S);
        assertThat(told).containsExactly(new HubEvent.Waits(silent));
        waits.look(List.of(), 13 * S);
        assertThat(told).hasSize(2).last().isEqualTo(new HubEvent.WaitOver(List.of("site", "a"), 5 * S));
    }

    @Test
    void thatALinkIsDownIsToldOfAnAssetThatOnlySeemedToBeSilent() {
        final List<Wait> silent = chain("a", HoldReason.SILENT, 2 * S);
        final List<Wait> cut = chain("a", HoldReason.LINK, 3 * S);
        waits.look(silent, 10 * S);
        waits.look(cut, 11 * S);
        waits.look(List.of(), 12 * S);
        assertThat(told).containsExactly(new HubEvent.Waits(silent), new HubEvent.Waits(cut),
            new HubEvent.WaitOver(List.of("site", "a"), 4 * S));
    }

    @Test
    void anotherThatIsWaitedForThenIsAnotherWait() {
        final List<Wait> first = chain("a", HoldReason.SILENT, 2 * S);
        waits.look(first, 10 * S);
        waits.look(chain("a", HoldReason.SILENT, 5 * S), 13 * S);
        final List<Wait> second = chain("b", HoldReason.LINK, 3 * S);
        waits.look(second, 20 * S);
        waits.look(List.of(), 21 * S);
        assertThat(told).containsExactly(new HubEvent.Waits(first),
            new HubEvent.WaitOver(List.of("site", "a"), 12 * S), new HubEvent.Waits(second),
            new HubEvent.WaitOver(List.of("site", "b"), 4 * S));
    }
}
