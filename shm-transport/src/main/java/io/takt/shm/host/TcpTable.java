package io.takt.shm.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What Linux tells of its TCP connections, at one moment; on other systems nothing is known of them. */
public final class TcpTable {
    private static final List<Path> FILES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff};
    private static final int IPV4_LENGTH = 4;
    private static final int HEX = 16;

    /** Columns of a line. */
    private static final int QUEUES = 4;
    private static final int TIMER = 5;
    private static final int REPEATED = 6;
    private static final int PROBED = 8;

    /** The timer runs for what was sent and is not acknowledged. */
    private static final String REPEATS = "01:";
    /** The timer runs for what may not be sent: the other end's process takes nothing, its kernel has no more room. */
    private static final String PROBES = "04:";

    private final String text;

    /** A table as the files of Linux have it. */
    TcpTable(final String text) {
        this.text = text;
    }

    /** {@return all connections of this system, as they are now; empty where the system does not show them} */
    public static TcpTable ofSystem() {
        final StringBuilder all = new StringBuilder();
        for (final Path file : FILES) {
            try {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            } catch (final IOException e) {
                // Another system, or one that shows less.
                continue;
            }
        }
        return new TcpTable(all.toString());
    }

    /** {@return whether this system shows its connections} */
    public boolean isThere() {
        return !text.isEmpty();
    }

    /**
     * How often this kernel has sent something to the other end since that has answered last, where it waits for an
     * answer.
     *
     * @param local  end of this process.
     * @param remote the other end.
     * @return 0 where nothing is known.
     */
    public int unanswered(final InetSocketAddress local, final InetSocketAddress remote) {
        final String[] columns = line(local, remote);
        try {
            return columns.length <= PROBED ? 0
                : columns[TIMER].startsWith(REPEATS) ? Integer.parseInt(columns[REPEATED], HEX)
                : columns[TIMER].startsWith(PROBES) ? Integer.parseInt(columns[PROBED]) : 0;
        } catch (final NumberFormatException e) {
            // Another format than that of all Linux there has been.
            return 0;
        }
    }

    /**
     * How much of what was written to a connection has not been read. Of an end on another machine it is known what its
     * kernel has not acknowledged; of an end on this one, also what its process has not taken.
     *
     * @param local  end of this process.
     * @param remote the other end.
     * @return bytes; 0 where nothing is known.
     */
    public long unread(final InetSocketAddress local, final InetSocketAddress remote) {
        return queue(line(local, remote), 0) + queue(line(remote, local), 1);
    }

    /** The queue of sending is the first, that of receiving the second. */
    private static long queue(final String[] columns, final int which) {
        try {
            final String[] queues = columns.length <= TIMER ? new String[0] : columns[QUEUES].split(":");
            return queues.length <= which ? 0 : Long.parseLong(queues[which], HEX);
        } catch (final NumberFormatException e) {
            // Another format than that of all Linux there has been.
            return 0;
        }
    }

    /** The columns of a connection; none where it is not known. */
    private String[] line(final InetSocketAddress local, final InetSocketAddress remote) {
        final String ends = ends(local.getAddress().getAddress(), local, remote.getAddress().getAddress(), remote);
        final String mapped = ends(mapped(local.getAddress()), local, mapped(remote.getAddress()), remote);
        return text.lines().filter(line -> line.contains(ends) || line.contains(mapped)).findFirst()
            .map(line -> line.strip().split("\\s+")).orElse(new String[0]);
    }

    private static String ends(final byte[] local, final InetSocketAddress localPort, final byte[] remote,
        final InetSocketAddress remotePort) {
        return String.format(Locale.ROOT, " %s:%04X %s:%04X ", words(local), localPort.getPort(), words(remote),
            remotePort.getPort());
    }

    /** The address as a socket of IPv6 has it. */
    private static byte[] mapped(final InetAddress of) {
        final byte[] address = of.getAddress();
        return address.length != IPV4_LENGTH ? address
            : ByteBuffer.allocate(MAPPED.length + IPV4_LENGTH).put(MAPPED).put(address).array();
    }

    /** Words of 32 bits, each as a number in the byte order of this machine. */
    private static String words(final byte[] address) {
        final ByteBuffer words = ByteBuffer.wrap(address).order(ByteOrder.nativeOrder());
        final StringBuilder text = new StringBuilder();
        while (words.hasRemaining()) {
            text.append(String.format(Locale.ROOT, "%08X", words.getInt()));
        }
        return text.toString();
    }
}
