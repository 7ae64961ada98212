package io.takt.federation.gateway;

import io.takt.federation.link.ClockPort;
import io.takt.federation.link.LinkPlace;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.place.PlaceInParent;
import io.takt.federation.seal.LinkKeys;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/** The parent's end of a link, as far as clocks go; for tests that carry what it sends. */
public final class ParentEnd {
    private final ChildClock clock;
    private final LongSupplier nowNs;

    /**
     * Not connected.
     *
     * @param nowNs wall clock.
     */
    public ParentEnd(final LongSupplier nowNs) {
        this.clock = new ChildClock(LinkTimes.DEFAULT, nowNs::getAsLong);
        this.nowNs = nowNs;
    }

    /**
     * Connects, and begins at 0.
     *
     * @param keys       of the connection.
     * @param linkId     its number.
     * @param epoch      of the parent's run.
     * @param stepNs     ΔT_c of the parent.
     * @param maxDelayNs D_max of the parent.
     * @param place      of the child.
     * @param byUdp      takes datagrams.
     * @param byTls      takes what goes over the connection.
     */
    public void begin(final LinkKeys keys, final long linkId, final long epoch, final long stepNs,
        final long maxDelayNs, final PlaceInParent place, final ClockPort.Out byUdp, final ClockPort.Out byTls) {
        clock.terms(stepNs, maxDelayNs);
        clock.port().connect(keys, linkId, false, byUdp, byTls);
        clock.begin(place, new LinkPlace(epoch, 0, 0));
    }

    /** T_c has moved. */
    public void tell() {
        clock.tell();
    }

    /**
     * Sends all that is due.
     *
     * @return wall time for which nothing is.
     */
    public long pump() {
        return clock.pump(nowNs.getAsLong());
    }

    /**
     * A datagram has come.
     *
     * @param bytes of it.
     */
    public void onDatagram(final ByteBuffer bytes) {
        clock.onDatagram(bytes, nowNs.getAsLong());
    }

    /**
     * A clock has come over the connection.
     *
     * @param bytes of it.
     */
    public void onSpare(final ByteBuffer bytes) {
        clock.onSpare(bytes, nowNs.getAsLong());
    }
}
