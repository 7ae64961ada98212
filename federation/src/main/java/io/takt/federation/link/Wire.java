package io.takt.federation.link;

import io.takt.federation.tls.TlsRefusedException;
import io.takt.federation.tls.TlsSession;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;

/**
 * One TCP connection with TLS in it, and frames in that. Owned by one thread, which has a selector for it.
 *
 * <p>The kernels of both hosts look after the connection by keep-alives: a host that is gone, or cut off, is told from
 * a process that is stopped, for which its kernel answers. They rest while something waits for its acknowledgement.
 */
public final class Wire implements AutoCloseable {
    private static final int KEEP_ALIVE_IDLE_S = 2;

    /** One second after the other. */
    private static final int KEEP_ALIVE_PROBES = 3;

    /** A host that has not answered for so long is gone. */
    public static final long GONE_AFTER_NS = TimeUnit.SECONDS.toNanos(KEEP_ALIVE_IDLE_S + KEEP_ALIVE_PROBES);

    private static final int BUFFER_BYTES = 32 * 1024;

    private static final int MOST_WAITING_BYTES = 256 * 1024;

    /** Records that wait here go before all that is said later. */
    private static final int MOST_WAITING_RECORDS = 64 * 1024;

    /** No handshake of TLS 1.3 with a key is longer. */
    private static final int MOST_HANDSHAKE_BYTES = 64 * 1024;
    private static final int MOST_READS = 16;

    private final SocketChannel channel;
    private final TlsSession tls;
    private final SelectionKey key;
    private final MuxReader reader = new MuxReader(MuxFrame.MOST_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer plain = ByteBuffer.allocate(BUFFER_BYTES);
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private long handshakeBytes;
    private long pieces;

    /**
     * A connection that is there, or is being made.
     *
     * @param channel of it, which does not block.
     * @param tls     this end's session.
     * @param key     of the channel with the owner's selector.
     * @throws IOException when the connection is over already.
     */
    public Wire(final SocketChannel channel, final TlsSession tls, final SelectionKey key) throws IOException {
        this.channel = channel;
        this.tls = tls;
        this.key = key;
        out.flip();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, KEEP_ALIVE_IDLE_S);
        channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, 1);
        channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, KEEP_ALIVE_PROBES);
    }

    /** {@return this end's session} */
    public TlsSession tls() {
        return tls;
    }

    /**
     * Takes what has come, or the first of it: an end that sends without a pause is not to keep a thread from others.
     *
     * @param listener of frames.
     * @return false when the other end has closed the connection.
     * @throws IOException when the connection is over, in whatever way.
     */
    public boolean receive(final MuxReader.Listener listener) throws IOException {
        for (int reads = 0; reads < MOST_READS; reads++) {
            final int length = read();
            if (length <= 0) {
                flush();
                return length == 0;
            }
            if (!tls.isOpen()) {
                handshakeBytes += length;
                if (handshakeBytes > MOST_HANDSHAKE_BYTES) {
                    throw new IOException("a handshake of more than " + MOST_HANDSHAKE_BYTES + " bytes");
                }
            }
            take(in.flip(), listener);
        }
        flush();
        return true;
    }

    private int read() throws ConnectionLostException {
        try {
            return channel.read(in.clear());
        } catch (final IOException e) {
            throw ConnectionLostException.ofRead(e);
        }
    }

    private void write() throws ConnectionLostException {
        try {
            channel.write(out);
        } catch (final IOException e) {
            throw ConnectionLostException.ofWrite(e);
        }
    }

    private void take(final ByteBuffer bytes, final MuxReader.Listener listener) throws IOException {
        try {
            tls.received(bytes);
        } catch (final TlsRefusedException e) {
            // The other end is told why.
            flush();
            throw e;
        }
        while (tls.toReadBytes() > 0) {
            tls.read(plain.clear());
            pieces++;
            reader.accept(plain.flip(), listener);
        }
    }

    /**
     * Sends a frame, once the handshake is done.
     *
     * @param frame of {@link MuxFrame#with}.
     * @throws IOException when the connection is over.
     */
    public void send(final ByteBuffer frame) throws IOException {
        if (!tls.isOpen()) {
            throw new IOException("the other end has said goodbye");
        }
        tls.write(frame);
        flush();
    }

    /**
     * Sends as much of what is to be sent as the network takes.
     *
     * @throws IOException when the connection is over.
     */
    public void flush() throws IOException {
        if (!channel.isConnected()) {
            return;
        }
        boolean isTaken = true;
        while (isTaken && (out.hasRemaining() || tls.toSendBytes() > 0)) {
            if (!out.hasRemaining()) {
                tls.toSend(out.clear());
                out.flip();
            }
            write();
            isTaken = !out.hasRemaining();
        }
        if (key.isValid()) {
            key.interestOps(isTaken ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    /** {@return how many pieces have come that the other end has sealed; more whenever it is heard} */
    public long pieces() {
        return pieces;
    }

    /** {@return whether the other end takes less than is said to it} */
    public boolean isBackedUp() {
        return tls.toSendBytes() > MOST_WAITING_BYTES;
    }

    /** {@return whether records are to wait, so that later lines need not} */
    public boolean isBusy() {
        return tls.toSendBytes() > MOST_WAITING_RECORDS;
    }

    /** Says goodbye, if that can be said without waiting. */
    @Override
    public void close() {
        key.cancel();
        try (channel) {
            tls.close();
            flush();
        } catch (final IOException e) {
            // It is over in any case.
            return;
        }
    }
}
