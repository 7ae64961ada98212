package io.takt.dis.net;

import io.takt.dis.capture.CaptureWriter;
import io.takt.dis.gateway.Counters;
import io.takt.dis.gateway.Counters.Count;
import io.takt.dis.gateway.PduHandler;
import io.takt.dis.gateway.Wire;
import io.takt.dis.pdu.Datagram;
import io.takt.dis.pdu.Judgement;
import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * An exercise by UDP. One thread receives, judges, and puts PDUs into a ring, from which the asset's thread takes them;
 * what does not fit is counted and dropped. PDUs go out by a socket of their own, whose address tells them from others
 * when they come back by multicast or broadcast.
 */
public final class UdpWire implements Wire {
    private static final int RING_BYTES = 16 << 20;
    private static final int SOCKET_BYTES = 4 << 20;
    private static final int DATAGRAM_BYTES = 65536;
    private static final int PDU = 1;

    private final Endpoint endpoint;
    private final int exercise;
    private final Counters counters;
    private final CaptureWriter capture;
    private final Consumer<String> log;
    private final DatagramChannel in;
    private final DatagramChannel out;
    private final InetSocketAddress outAddress;
    private final OneToOneRingBuffer ring = new OneToOneRingBuffer(new UnsafeBuffer(
        ByteBuffer.allocateDirect(RING_BYTES + RingBufferDescriptor.TRAILER_LENGTH)));
    private final byte[] taken = new byte[DATAGRAM_BYTES];
    private final ByteBuffer takenBuffer = ByteBuffer.wrap(taken);
    private final long originNs;
    private final Thread receiver;
    private Observer observer;
    /** For which reception has ended; null while it goes on. */
    private volatile Throwable failure;
    private boolean isToldOfSending;

    /** Sees each PDU on the thread that receives. */
    @FunctionalInterface
    public interface Observer {
        /**
         * A PDU has come.
         *
         * @param from  holds it.
         * @param index of its first byte.
         */
        void onPdu(ByteBuffer from, int index);
    }

    /**
     * Opens the sockets; {@link #start} lets PDUs in.
     *
     * @param endpoint where.
     * @param exercise whose PDUs are wanted.
     * @param counters of what comes, goes and is dropped.
     * @param opener   of what writes all that comes and goes; it is asked when the port is had, and that is closed with
     *                 this.
     * @param log      takes lines for the user.
     * @throws IOException when the port cannot be had, or the capture not be written; in one line.
     */
    public UdpWire(final Endpoint endpoint, final int exercise, final Counters counters,
        final CaptureWriter.Opener opener, final Consumer<String> log) throws IOException {
        this.endpoint = endpoint;
        this.exercise = exercise;
        this.counters = counters;
        this.log = log;
        final Instant now = Instant.now();
        originNs = now.getEpochSecond() * 1_000_000_000 + now.getNano() - System.nanoTime();
        in = DatagramChannel.open(StandardProtocolFamily.INET);
        out = DatagramChannel.open(StandardProtocolFamily.INET);
        try {
            in.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BYTES);
            if (endpoint.isShared()) {
                // Several programs of a host may take part in an exercise.
                in.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            }
            in.bind(endpoint.listen());
            out.setOption(StandardSocketOptions.SO_BROADCAST, true);
            if (endpoint.to().getAddress().isMulticastAddress()) {
                in.join(endpoint.to().getAddress(), endpoint.by());
                out.setOption(StandardSocketOptions.IP_MULTICAST_IF, endpoint.by());
            }
            out.bind(new InetSocketAddress(endpoint.own(), 0));
            outAddress = (InetSocketAddress) out.getLocalAddress();
        } catch (final IOException e) {
            in.close();
            out.close();
            throw new WrapperException("cannot listen at " + endpoint.listen() + ": " + e.getMessage(), e);
        }
        try {
            capture = opener.open();
        } catch (final IOException | RuntimeException | Error e) {
            in.close();
            out.close();
            throw e;
        }
        receiver = new Thread(this::receive, "takt-dis-in");
        receiver.setDaemon(true);
    }

    /**
     * Lets PDUs in.
     *
     * @param seenBy sees each PDU when it comes.
     */
    public void start(final Observer seenBy) {
        observer = seenBy;
        receiver.start();
    }

    private void receive() {
        final ByteBuffer datagram = ByteBuffer.allocateDirect(DATAGRAM_BYTES);
        final Arrivals arrivals = new Arrivals();
        try {
            while (true) {
                datagram.clear();
                final InetSocketAddress from = (InetSocketAddress) in.receive(datagram);
                arrivals.atNs = nowNs();
                datagram.flip();
                if (!outAddress.equals(from) && endpoint.isNear(from.getAddress())) {
                    if (capture != null) {
                        capture.write(arrivals.atNs, from, endpoint.isShared() ? endpoint.to() : endpoint.listen(),
                            datagram);
                    }
                    Datagram.split(datagram, exercise, arrivals);
                }
            }
        } catch (final ClosedChannelException e) {
            // By close().
        } catch (final IOException | RuntimeException | Error e) {
            failure = e;
        }
    }

    /** Owned by the thread that receives. */
    private final class Arrivals implements Datagram.Handler {
        private long atNs;

        @Override
        public void onPdu(final ByteBuffer from, final int index, final int length) {
            counters.add(Count.RECEIVED);
            observer.onPdu(from, index);
            final int claimed = ring.tryClaim(PDU, Long.BYTES + length);
            if (claimed < 0) {
                counters.add(Count.FULL);
                return;
            }
            ring.buffer().putLong(claimed, atNs);
            ring.buffer().putBytes(claimed + Long.BYTES, from, index, length);
            ring.commit(claimed);
        }

        @Override
        public void onRefused(final Judgement why) {
            counters.add(Count.RECEIVED);
            counters.add(why);
        }
    }

    @Override
    public long nowNs() {
        return originNs + System.nanoTime();
    }

    @Override
    public void await(final long untilNs) throws InterruptedException {
        for (long leftNs = untilNs - nowNs(); leftNs > 0; leftNs = untilNs - nowNs()) {
            LockSupport.parkNanos(leftNs);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for the wall clock");
            }
        }
    }

    @Override
    public void poll(final PduHandler handler) throws IOException {
        if (failure != null) {
            throw new WrapperException("no PDU comes in any more: " + failure, failure);
        }
        if (capture != null) {
            capture.flushIfDue(nowNs());
        }
        ring.read((type, buffer, index, length) -> hand(buffer, index, length, handler));
    }

    private void hand(final MutableDirectBuffer buffer, final int index, final int length, final PduHandler handler) {
        final int pduLength = length - Long.BYTES;
        buffer.getBytes(index + Long.BYTES, taken, 0, pduLength);
        handler.onPdu(takenBuffer, 0, pduLength, buffer.getLong(index));
    }

    @Override
    public synchronized void send(final ByteBuffer pdu) {
        if (capture != null) {
            capture.write(nowNs(), outAddress, endpoint.to(), pdu);
        }
        try {
            out.send(pdu.duplicate(), endpoint.to());
            counters.add(Count.SENT);
        } catch (final IOException e) {
            counters.add(Count.UNSENT);
            if (!isToldOfSending) {
                isToldOfSending = true;
                log.accept("cannot send to " + endpoint.to() + ": " + e.getMessage());
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
        out.close();
        if (capture != null) {
            capture.close();
        }
    }
}
