package io.takt.dis.capture;

import io.takt.dis.gateway.Counters;
import io.takt.dis.gateway.Counters.Count;
import io.takt.dis.gateway.PduHandler;
import io.takt.dis.gateway.Wire;
import io.takt.dis.pdu.Datagram;
import io.takt.dis.pdu.Judgement;
import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * An exercise that is played from a capture. Its wall clock is that of the capture and does not wait, so a run takes
 * the time that the hub takes, and is the same each time. For one thread.
 */
public final class CaptureWire implements Wire {
    /** What comes as the first step begins would be of the time before. */
    private static final long LEAST_LEAD_NS = 1_000_000;
    private static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 3000);

    private final CaptureReader reader;
    private final int exercise;
    private final Counters counters;
    private final CaptureWriter capture;
    private ByteBuffer next;
    private long nowNs;
    /** Files of several interfaces go back a little; arrivals do not. */
    private long arrivedNs;

    /**
     * Begins a capture.
     *
     * @param reader   of it; is closed with this, and when it has no datagram.
     * @param leadNs   by which the clock begins before the first datagram; less than 1 ms is 1 ms.
     * @param exercise whose PDUs are wanted.
     * @param counters of what comes, goes and is dropped.
     * @param opener   of what writes what goes; it is asked when there is a datagram, and that is closed with this.
     * @throws IOException when the file is damaged, or has no datagram, or none can be written; in one line.
     */
    public CaptureWire(final CaptureReader reader, final long leadNs, final int exercise, final Counters counters,
        final CaptureWriter.Opener opener) throws IOException {
        this.reader = reader;
        this.exercise = exercise;
        this.counters = counters;
        try {
            next = reader.next();
            if (next == null) {
                throw new WrapperException(reader.path() + " has no datagrams by UDP over IPv4");
            }
            capture = opener.open();
        } catch (final IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
        nowNs = reader.timeNs() - Math.max(leadNs, LEAST_LEAD_NS);
        arrivedNs = nowNs;
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public void await(final long untilNs) {
        nowNs = Math.max(nowNs, untilNs);
    }

    @Override
    public void poll(final PduHandler handler) throws IOException {
        while (next != null && reader.timeNs() <= nowNs) {
            arrivedNs = Math.max(arrivedNs, reader.timeNs());
            Datagram.split(next, exercise, new Datagram.Handler() {
                @Override
                public void onPdu(final ByteBuffer from, final int index, final int length) {
                    counters.add(Count.RECEIVED);
                    handler.onPdu(from, index, length, arrivedNs);
                }

                @Override
                public void onRefused(final Judgement why) {
                    counters.add(Count.RECEIVED);
                    counters.add(why);
                }
            });
            next = reader.next();
        }
    }

    @Override
    public void send(final ByteBuffer pdu) {
        if (capture != null) {
            capture.write(nowNs, HERE, HERE, pdu);
        }
        counters.add(Count.SENT);
    }

    @Override
    public void close() throws IOException {
        reader.close();
        if (capture != null) {
            capture.close();
        }
    }
}
