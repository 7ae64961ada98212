package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.link.LinkTimes;
import io.takt.federation.link.Rejections.Kind;
import io.takt.federation.link.Rejections.Why;
import io.takt.federation.tls.TlsSession;
import io.takt.rule.Report;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Others than children find the port of a parent. Afterwards a child joins as if they had not been there. */
@Timeout(60)
class NoisyPortTest {
    private static final long VOLUME_BYTES = Long.getLong("takt.noiseBytes",
        Boolean.getBoolean("takt.slow") ? 10_000_000_000L : 20_000_000L);
    private static final long FAR_NS = 1_000_000_000_000_000L;
    private static final long MAX_DELAY_NS = 40_000_000L;
    private static final long SECOND_NS = 1_000_000_000L;

    /** A connection that proves nothing is soon closed. */
    private static final LinkTimes SHORT_PROOF = new LinkTimes(10_000_000L, TwoHubs.HOUR_NS, TwoHubs.HOUR_NS,
        TwoHubs.HOUR_NS, SECOND_NS, TwoHubs.HOUR_NS, 20_000_000L, 200_000_000L);

    @TempDir
    private Path folder;
    private TwoHubs hubs;

    @BeforeEach
    void listen() throws Exception {
        hubs = new TwoHubs(folder, FAR_NS, SHORT_PROOF);
    }

    @AfterEach
    void close() throws Exception {
        hubs.close();
    }

    private static void until(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("it has not come about in time");
            }
            Thread.yield();
        }
    }

    private long rejected(final Why why) {
        return hubs.gateway().rejections().count(new Kind("", why));
    }

    private Socket connect() throws IOException {
        return new Socket("127.0.0.1", hubs.gateway().port());
    }

    private void aChildJoins() throws Exception {
        hubs.startSite(Report.CORE, hubs.gateway().port(), TwoHubs.KEY);
        hubs.runAssets();
        until(() -> hubs.site().status().coreTimeNs() > 3 * MAX_DELAY_NS);
    }

    private static byte[] hello() {
        final TlsSession child = TlsSession.ofChild("nobody", new byte[32], new SecureRandom());
        final ByteBuffer hello = ByteBuffer.allocate(child.toSendBytes());
        child.toSend(hello);
        return hello.array();
    }

    @Test
    void aChildJoinsAfterAPortScanner() throws Exception {
        final byte[] hello = hello();
        for (int i = 0; i < 50; i++) {
            connect().close();
            try (Socket half = connect()) {
                half.getOutputStream().write(hello, 0, hello.length / 2);
            }
        }
        final List<Socket> open = new ArrayList<>();
        // However slow this is: those that have been there for a while are closed.
        while (open.size() < 80 || rejected(Why.CROWDED) == 0) {
            assertThat(Thread.currentThread().isInterrupted()).as("its time is up").isFalse();
            final Socket stays = connect();
            stays.getOutputStream().write(hello, 0, open.size() % 2 * hello.length / 2);
            open.add(stays);
        }
        until(() -> rejected(Why.SLOW) > 0);
        aChildJoins();
        for (final Socket each : open) {
            each.close();
        }
        assertThat(hubs.warnings()).as("a scanner fills no log").hasSizeLessThan(10);
    }

    @Test
    @Timeout(value = 6, unit = TimeUnit.HOURS)
    void aChildJoinsAfterAFloodOfNoiseByTcpAndUdp() throws Exception {
        final Random random = new Random(5);
        final byte[] noise = new byte[60_000];
        random.nextBytes(noise);
        long sent = 0;
        try (DatagramSocket udp = new DatagramSocket()) {
            for (int turn = 0; sent < VOLUME_BYTES; turn++) {
                for (int i = 0; i < 100; i++) {
                    final int length = 1 + random.nextInt(1_400);
                    udp.send(new DatagramPacket(noise, random.nextInt(noise.length - length), length,
                        InetAddress.getLoopbackAddress(), hubs.gateway().port()));
                    sent += length;
                }
                sent += byTcp(noise, turn);
            }
        }
        until(() -> rejected(Why.FOREIGN) > 0);
        until(() -> rejected(Why.HANDSHAKE) > 0);
        aChildJoins();
    }

    /** Noise, or noise that begins as a handshake does; as much as is taken of it. */
    private long byTcp(final byte[] noise, final int turn) {
        if (turn % 4 == 0) {
            noise[0] = 22;
            noise[1] = 3;
            noise[2] = 3;
        } else {
            noise[0] = (byte) turn;
        }
        try (Socket tcp = connect()) {
            tcp.getOutputStream().write(noise);
            return noise.length;
        } catch (final IOException e) {
            // Closed in the middle of what it says.
            return 0;
        }
    }
}
