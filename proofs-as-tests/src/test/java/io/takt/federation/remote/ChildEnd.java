package io.takt.federation.remote;

import io.takt.federation.link.ClockPort;
import io.takt.federation.link.LinkPlace;
import io.takt.federation.seal.LinkKeys;
import io.takt.hub.core.world.ParentClock;
import io.takt.rule.Report;
import java.util.function.LongSupplier;

/** The child's end of a link, as far as clocks go; for tests that carry what it sends. */
public final class ChildEnd {
    private final ClockPort port;
    private final RemoteParentClock clock;

    /**
     * Not connected.
     *
     * @param port   of this end.
     * @param stepNs ΔT_c of the child.
     * @param nowNs  wall clock.
     */
    public ChildEnd(final ClockPort port, final long stepNs, final LongSupplier nowNs) {
        this.port = port;
        this.clock = new RemoteParentClock(port, stepNs, Report.CORE, new RemoteParentClock.Network() {
            @Override
            public void look() {
                // The test says what comes, and when.
            }

            @Override
            public void rest() {
                // Nothing sleeps.
            }
        }, nowNs::getAsLong);
    }

    /**
     * Connects, and begins at 0.
     *
     * @param keys       of the connection.
     * @param linkId     its number.
     * @param epoch      of the parent's run.
     * @param maxDelayNs D_max of the parent.
     * @param byUdp      takes datagrams.
     * @param byTls      takes what goes over the connection.
     */
    public void begin(final LinkKeys keys, final long linkId, final long epoch, final long maxDelayNs,
        final ClockPort.Out byUdp, final ClockPort.Out byTls) {
        port.maxDelay(maxDelayNs);
        port.connect(keys, linkId, true, byUdp, byTls);
        clock.stage(new LinkPlace(epoch, 0, 0));
        clock.begin();
    }

    /** {@return the parent's clock, as the core sees it} */
    public ParentClock clock() {
        return clock;
    }

    /** {@return the port of this end} */
    public ClockPort port() {
        return port;
    }
}
