package io.takt.dis.capture;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Writes datagrams into a file of libpcap's classic format, with nanoseconds, as raw IPv4 packets. For any thread. */
public final class CaptureWriter implements AutoCloseable {
    static final int MAGIC_NS = 0xa1b23c4d;
    static final int RAW_IP = 101;
    static final int FILE_HEADER = 24;
    static final int PACKET_HEADER = 16;
    static final int IP_HEADER = 20;
    static final int UDP_HEADER = 8;
    private static final int SNAP_LENGTH = 262144;
    private static final long NS_PER_S = 1_000_000_000;
    private static final int TTL = 64;
    private static final int UDP = 17;

    private final Path path;
    private final OutputStream file;
    private final Consumer<String> log;
    private boolean isClosed;
    private long flushedNs;
    private final ByteBuffer packet = ByteBuffer.allocate(PACKET_HEADER + IP_HEADER + UDP_HEADER + 65536);

    /** Begins a file when it is needed, so that a wire that cannot be had leaves none. */
    @FunctionalInterface
    public interface Opener {
        /**
         * Begins the file.
         *
         * @return writes it; null for none.
         * @throws IOException when it cannot be written, in one line.
         */
        CaptureWriter open() throws IOException;
    }

    /**
     * Begins a file.
     *
     * @param path    of it.
     * @param log     takes a line when it cannot be written any more.
     * @param options of {@link Files#newOutputStream}.
     * @throws IOException when it cannot be written.
     */
    public CaptureWriter(final Path path, final Consumer<String> log, final OpenOption... options)
        throws IOException {
        this(path, new BufferedOutputStream(Files.newOutputStream(path, options), 1 << 16), log);
    }

    /** Owns the stream; the path is for messages. */
    CaptureWriter(final Path path, final OutputStream file, final Consumer<String> log) throws IOException {
        this.path = path;
        this.file = file;
        this.log = log;
        file.write(ByteBuffer.allocate(FILE_HEADER).putInt(MAGIC_NS).putShort((short) 2).putShort((short) 4).putInt(0)
            .putInt(0).putInt(SNAP_LENGTH).putInt(RAW_IP).array());
    }

    /**
     * Writes a datagram; after the file was closed, none. When the file cannot be written, this is told once, and it
     * is closed.
     *
     * @param timeNs   of its arrival or departure, since 1970.
     * @param from     its sender, by IPv4.
     * @param to       its receiver, by IPv4.
     * @param datagram from its position to its limit; neither is moved.
     */
    public synchronized void write(final long timeNs, final InetSocketAddress from, final InetSocketAddress to,
        final ByteBuffer datagram) {
        if (isClosed) {
            return;
        }
        final int udp = UDP_HEADER + datagram.remaining();
        final int length = IP_HEADER + udp;
        packet.clear().putInt((int) (timeNs / NS_PER_S)).putInt((int) (timeNs % NS_PER_S)).putInt(length)
            .putInt(length);
        final int ip = packet.position();
        packet.put((byte) 0x45).put((byte) 0).putShort((short) length).putInt(0).put((byte) TTL).put((byte) UDP)
            .putShort((short) 0).put(from.getAddress().getAddress()).put(to.getAddress().getAddress());
        packet.putShort(ip + 10, checksum(packet, ip));
        // A checksum of 0 says that there is none.
        packet.putShort((short) from.getPort()).putShort((short) to.getPort()).putShort((short) udp)
            .putShort((short) 0).put(datagram.duplicate());
        try {
            file.write(packet.array(), 0, packet.position());
        } catch (final IOException e) {
            fail(e);
        }
        flushIfDue(timeNs);
    }

    /**
     * Sees to it that the file has all that was written more than a second ago: a process may be killed.
     *
     * @param nowNs since 1970.
     */
    public synchronized void flushIfDue(final long nowNs) {
        if (isClosed || nowNs - flushedNs < NS_PER_S) {
            return;
        }
        flushedNs = nowNs;
        try {
            file.flush();
        } catch (final IOException e) {
            fail(e);
        }
    }

    private static short checksum(final ByteBuffer from, final int index) {
        int sum = 0;
        for (int i = 0; i < IP_HEADER; i += 2) {
            sum += from.getShort(index + i) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        return (short) ~(sum + (sum >>> 16));
    }

    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            file.close();
        } catch (final IOException e) {
            tell(e);
        }
    }

    private void fail(final IOException why) {
        isClosed = true;
        tell(why);
        try {
            file.close();
        } catch (final IOException e) {
            why.addSuppressed(e);
        }
    }

    private void tell(final IOException why) {
        log.accept("the capture " + path + " is not whole, it cannot be written any more: " + why.getMessage());
    }
}
