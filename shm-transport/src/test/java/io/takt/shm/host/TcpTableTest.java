package io.takt.shm.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TcpTableTest {
    private static final String HEADER =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

    /** As an x86 shows them. */
    private static final String V4 = HEADER
        + "   0: 0100007F:1CE8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0 100 0\n"
        + "   1: 0100004D:1CE8 0200004D:B1C2 01 00000120:00000000 01:00000233 0000000B  1000        0 12 2 0 999 4\n"
        + "   2: 0100004D:1CE8 0300004D:B1C2 01 00010000:00000000 04:00000233 00000000  1000       12 13 2 0 999 4\n"
        + "   3: 0100004D:1CE8 0400004D:B1C2 01 00000000:00000000 02:00000033 00000007  1000        3 14 2 0 20 4\n"
        + "   4: 0100004D:1CE8 0500004D:B1C2 01 0000";

    private static final String V6 = HEADER
        + "   1: 0000000000000000FFFF00000100004D:1CE8 0000000000000000FFFF00000200004D:B1C2 01 00000120:00000000"
        + " 01:00000233 00000004     0        0 12 2 0 999 4\n"
        + "   2: B80D0120000000000000000001000000:1CE8 B80D0120000000000000000002000000:B1C2 01 00000120:00000000"
        + " 01:00000233 00000005     0        0 12 2 0 999 4\n";

    private static InetSocketAddress at(final String address, final int port) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByName(address), port);
    }

    private static int unanswered(final String table, final String parent, final String child) throws Exception {
        Assumptions.assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "text of such a machine");
        return new TcpTable(table).unanswered(at(parent, 7400), at(child, 0xb1c2));
    }

    @Test
    void whatIsRepeatedIsCounted() throws Exception {
        assertThat(unanswered(V4, "77.0.0.1", "77.0.0.2")).isEqualTo(11);
        assertThat(unanswered(V6, "77.0.0.1", "77.0.0.2")).as("over a socket for IPv6").isEqualTo(4);
        assertThat(unanswered(V6, "2001:db8::1", "2001:db8::2")).isEqualTo(5);
    }

    @Test
    void ofAnEndWithoutRoomTheQuestionsAreCounted() throws Exception {
        assertThat(unanswered(V4, "77.0.0.1", "77.0.0.3")).isEqualTo(12);
    }

    @Test
    void whereNothingWaitsForAnAnswerNothingIs() throws Exception {
        assertThat(unanswered(V4, "77.0.0.1", "77.0.0.4")).as("keep-alives").isZero();
        assertThat(unanswered(V4, "77.0.0.1", "77.0.0.9")).as("no such connection").isZero();
        assertThat(unanswered(V4, "77.0.0.1", "77.0.0.5")).as("cut off").isZero();
        assertThat(unanswered("", "77.0.0.1", "77.0.0.2")).isZero();
        assertThat(unanswered(V4.replace("0000000B", "0000-00B"), "77.0.0.1", "77.0.0.2")).isZero();
    }

    @Test
    void thisSystemShowsItsConnectionsLikewise() throws Exception {
        final Path table = Path.of("/proc/net/tcp6");
        Assumptions.assumeTrue(Files.exists(table), "a Linux with IPv6");
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            Socket child = new Socket(listener.getInetAddress(), listener.getLocalPort());
            Socket accepted = listener.accept()) {
            final InetSocketAddress local = (InetSocketAddress) accepted.getLocalSocketAddress();
            final InetSocketAddress remote = (InetSocketAddress) accepted.getRemoteSocketAddress();
            final String text = Files.readString(table) + Files.readString(Path.of("/proc/net/tcp"));
            assertThat(new TcpTable(text.replaceAll("(?m) 0[0-9]:[0-9A-F]{8} [0-9A-F]{8} ",
                " 01:00000000 00000007 ")).unanswered(local, remote)).isEqualTo(7);
            accepted.getOutputStream().write(new byte[1_000]);
            awaitUnread(1_000, local, remote);
            assertThat(child.getInputStream().readNBytes(400)).hasSize(400);
            awaitUnread(600, local, remote);
        }
    }

    /** For a moment both ends may count what was not acknowledged yet. */
    private static void awaitUnread(final long bytes, final InetSocketAddress local, final InetSocketAddress remote) {
        while (TcpTable.ofSystem().unread(local, remote) != bytes) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void unreadIsWhatTheKernelsOfBothEndsHold() throws Exception {
        Assumptions.assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "text of such a machine");
        final TcpTable table = new TcpTable(V4
            + "\n   5: 0200004D:B1C2 0100004D:1CE8 01 00000000:00000010 00:00000000 00000000  1000 0 16 2 0 20 4\n");
        assertThat(table.unread(at("77.0.0.1", 7400), at("77.0.0.2", 0xb1c2))).isEqualTo(0x120 + 0x10);
        assertThat(table.unread(at("77.0.0.1", 7400), at("77.0.0.3", 0xb1c2))).as("on another machine")
            .isEqualTo(0x10000);
        assertThat(table.unread(at("77.0.0.1", 7400), at("77.0.0.9", 0xb1c2))).as("no such connection").isZero();
    }
}
