package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.federation.link.Hello;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.link.Rejections.Kind;
import io.takt.federation.link.Rejections.Why;
import io.takt.federation.tls.TlsSession;
import io.takt.rule.Report;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.host.TcpTable;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway, and children that say what they may not. */
@Timeout(60)
class GatewayTest {
    private static final long FAR_NS = 1_000_000_000_000_000L;
    private static final long TEN_SECONDS_NS = 10_000_000_000L;
    private static final long PLACE_LENGTH = 4 * Long.BYTES;

    @TempDir
    private Path folder;
    private TwoHubs hubs;
    private int port;

    @BeforeEach
    void listen() throws Exception {
        hubs = new TwoHubs(folder, FAR_NS);
        port = hubs.gateway().port();
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

    private BareChild child() throws IOException {
        return new BareChild(port, hubs.siteName(), TwoHubs.KEY);
    }

    private long rejected(final Why why) {
        return hubs.gateway().rejections().count(new Kind(hubs.siteName(), why));
    }

    private String join() {
        return "{\"op\":\"join\",\"id\":1,\"asset\":\"" + hubs.siteName() + "\",\"stepNs\":4000000,"
            + "\"federate\":\"CORE\"}";
    }

    /** So that no key but that of a file begins a session. */
    @Test
    void aKeyOfASessionContinuesThatOneAlone() throws Exception {
        final byte[] key;
        try (BareChild child = child()) {
            child.hello(Hello.VERSION, 5);
            child.line(1, join());
            child.next();
            key = child.tls().sessionKey();
        }
        try (BareChild other = ofSession(key)) {
            assertThatThrownBy(() -> other.hello(Hello.VERSION, 6)).hasMessageEndingWith("the session of child '"
                + hubs.siteName() + "' is over");
        }
        try (BareChild same = ofSession(key)) {
            assertThat(same.hello(Hello.VERSION, 5).fresh()).isFalse();
        }
        assertThat(hubs.warnings()).contains("the link to child '" + hubs.siteName() + "' goes on by the key of its"
            + " session, and not by a key file; a new one has to be at both ends");
    }

    private BareChild ofSession(final byte[] key) throws IOException {
        return new BareChild(hubs.gateway().port(), TlsSession.ofSession(hubs.siteName(), key, new SecureRandom()));
    }

    @Test
    void anotherVersionIsRefusedWithALineThatSaysBoth() throws Exception {
        try (BareChild child = child()) {
            assertThatThrownBy(() -> child.hello(99, 1)).hasMessageContaining("speaks version 99")
                .hasMessageContaining("this hub version " + Hello.VERSION + "; run the same Takt on both machines");
            assertThat(hubs.warnings().get(0)).contains("speaks version 99");
            assertThat(rejected(Why.VERSION)).isEqualTo(1);
        }
    }

    @Test
    void aSecondProcessOfALinkedChildIsRefusedAndTheFirstGoesOn() throws Exception {
        try (BareChild first = child(); BareChild second = child()) {
            assertThat(first.hello(Hello.VERSION, 1).fresh()).isTrue();
            assertThatThrownBy(() -> second.hello(Hello.VERSION, 2)).hasMessageContaining("is linked already")
                .hasMessageEndingWith("has the same name; each child needs one of its own, with a key or certificate"
                    + " for it");
            assertThat(rejected(Why.NAME_TAKEN)).isEqualTo(1);
            first.line(1, join());
            assertThat(first.next(MuxFrame.PLACE).payload()).hasSize((int) PLACE_LENGTH);
        }
    }

    @Test
    void aProcessThatComesBackGetsWhatItHasMissed() throws Exception {
        final int missed;
        try (BareChild first = child()) {
            first.hello(Hello.VERSION, 1);
            first.line(1, join());
            missed = first.next(MuxFrame.PLACE).payload().length;
        }
        try (BareChild again = child()) {
            final Hello.Welcome welcome = again.hello(Hello.VERSION, 1);
            assertThat(welcome.fresh()).isFalse();
            assertThat(welcome.got()).as("the join is not to be sent again").isEqualTo(1);
            assertThat(again.next(MuxFrame.PLACE).payload()).hasSize(missed);
            assertThat(again.next(MuxFrame.CONTROL).text()).contains("\"joined\"");
        }
    }

    @Test
    void anotherProcessTakesThePlaceOfOneWhoseLinkIsCutAndThatIsTold() throws Exception {
        try (BareChild first = child()) {
            first.hello(Hello.VERSION, 1);
            first.line(1, join());
            first.next(MuxFrame.PLACE);
        }
        until(() -> !String.valueOf(hubs.gateway().links().get(0).why()).startsWith("nothing comes"));
        try (BareChild other = child()) {
            assertThat(other.hello(Hello.VERSION, 2).fresh()).isTrue();
            assertThat(hubs.warnings()).singleElement().asString().startsWith("child '" + hubs.siteName()
                + "', at 127.0.0.1, is another process than the one whose link was cut");
        }
    }

    @Test
    void aSilentChildOfTheSameProcessReplacesItsOwnConnection() throws Exception {
        try (BareChild first = child(); BareChild again = child()) {
            first.hello(Hello.VERSION, 1);
            first.line(1, join());
            first.next(MuxFrame.PLACE);
            assertThat(again.hello(Hello.VERSION, 1).fresh()).isFalse();
            assertThat(first.isClosed()).isTrue();
        }
    }

    /** It may be still at what it had said to a parent that was there before this one. */
    @Test
    void aChildThatHasMissedItsWelcomeBeginsAnew() throws Exception {
        try (BareChild first = child(); BareChild again = child()) {
            first.hello(Hello.VERSION, 1);
            assertThat(again.hello(Hello.VERSION, 1, 5).fresh()).isTrue();
            assertThat(first.isClosed()).isTrue();
            again.line(1, join());
            assertThat(again.next(MuxFrame.PLACE).payload()).hasSize((int) PLACE_LENGTH);
        }
    }

    @Test
    void whatConcernsAnotherAssetIsRefused() throws Exception {
        final long startNs = System.nanoTime();
        for (final String line : List.of("{\"op\":\"leave\",\"id\":1,\"asset\":\"x\"}", "{\"op\":\"status\",\"id\":1}",
            "{\"op\":\"doorbell\",\"id\":1}", "{\"op\":\"join\",\"id\":1,\"asset\":\"x\"}", "{\"op\":\"tap\",\"id\":1}",
            "nonsense", "[]", "null", "{\"op\":\"stop\",\"id\":1,\"asset\":\"x\"}")) {
            try (BareChild child = child()) {
                child.hello(Hello.VERSION, line.hashCode());
                child.line(1, line);
                assertThat(child.isClosed()).as(line).isTrue();
            }
        }
        assertThat(rejected(Why.PROTOCOL)).isEqualTo(9);
        assertThat(hubs.warnings()).as("one line in ten seconds")
            .hasSizeBetween(1, 1 + (int) ((System.nanoTime() - startNs) / TEN_SECONDS_NS));
    }

    @Test
    void aLineThatIsMissingEndsTheConnection() throws Exception {
        try (BareChild child = child()) {
            child.hello(Hello.VERSION, 1);
            child.line(2, join());
            assertThat(child.isClosed()).isTrue();
        }
    }

    @Test
    void aTimeBeyondTheParentsIsRefusedAndItsSayerIsLost() throws Exception {
        try (BareChild child = child()) {
            child.hello(Hello.VERSION, 1);
            child.line(1, join());
            final long epoch = ByteBuffer.wrap(child.next(MuxFrame.PLACE).payload()).getLong(Long.BYTES);
            child.send(MuxFrame.CLOCK, ByteBuffer.allocate(49).put((byte) 0).putLong(epoch).putLong(1_000_000_000L)
                .putLong(Long.MAX_VALUE).putLong(1).putLong(Long.MAX_VALUE).putLong(0).flip());
            assertThat(child.next(MuxFrame.REFUSED).text()).contains("a time beyond that of this hub");
            assertThat(child.isClosed()).isTrue();
            assertThat(rejected(Why.FUTURE)).isEqualTo(1);
            until(() -> hubs.root().status().assets().stream()
                .noneMatch(asset -> asset.name().equals(hubs.siteName()) && asset.timeNs() > 0));
        }
    }

    @Test
    void aTimeOfAnotherEpochIsPassedOver() throws Exception {
        try (BareChild child = child()) {
            child.hello(Hello.VERSION, 1);
            child.line(1, join());
            final long epoch = ByteBuffer.wrap(child.next(MuxFrame.PLACE).payload()).getLong(Long.BYTES);
            child.send(MuxFrame.CLOCK, ByteBuffer.allocate(49).put((byte) 0).putLong(epoch + 1).putLong(1_000_000_000L)
                .putLong(Long.MAX_VALUE).putLong(1).putLong(Long.MAX_VALUE).putLong(0).flip());
            child.line(2, "{\"op\":\"ready\",\"id\":2,\"asset\":\"" + hubs.siteName() + "\"}");
            BareChild.Got line = child.next(MuxFrame.CONTROL);
            while (!line.text().contains("\"id\":2")) {
                line = child.next(MuxFrame.CONTROL);
            }
            assertThat(rejected(Why.FUTURE)).isZero();
        }
    }

    private static void close(final List<Socket> sockets) throws IOException {
        for (final Socket each : sockets) {
            each.close();
        }
    }

    @Test
    void connectionsThatProveNothingAreFew() throws Exception {
        final List<Socket> idle = new ArrayList<>();
        try {
            for (int i = 0; i < 70; i++) {
                idle.add(new Socket("127.0.0.1", port));
            }
            until(() -> hubs.gateway().rejections().count(new Kind("", Why.CROWDED)) == 6);
            assertThat(hubs.gateway().rejections().count(new Kind("", Why.SLOW))).isZero();
        } finally {
            close(idle);
        }
        assertThat(helloAtLast().fresh()).isTrue();
    }

    @Test
    void connectionsThatProveNothingKeepNoChildOut() throws Exception {
        final List<Socket> idle = new ArrayList<>();
        try {
            for (int i = 0; i < 64; i++) {
                idle.add(new Socket("127.0.0.1", port));
            }
            // They are taken in the order in which they come.
            assertThat(helloAtLast().fresh()).isTrue();
            assertThat(hubs.gateway().rejections().count(new Kind("", Why.CROWDED))).isPositive();
            assertThat(hubs.gateway().rejections().count(new Kind("", Why.SLOW))).isZero();
        } finally {
            close(idle);
        }
    }

    @Test
    void connectionsThatProveNothingDoNotLast() throws Exception {
        hubs.close();
        hubs = new TwoHubs(folder, FAR_NS, new LinkTimes(10_000_000, TwoHubs.HOUR_NS, TwoHubs.HOUR_NS, TwoHubs.HOUR_NS,
            200_000_000, TwoHubs.HOUR_NS, 20_000_000, 200_000_000));
        port = hubs.gateway().port();
        final List<Socket> idle = new ArrayList<>();
        try {
            for (int i = 0; i < 64; i++) {
                idle.add(new Socket("127.0.0.1", port));
            }
            until(() -> hubs.gateway().rejections().count(new Kind("", Why.SLOW)) >= 64);
            assertThat(helloAtLast().fresh()).isTrue();
        } finally {
            close(idle);
        }
    }

    /** The parent's patience is short here, and the first handshake of a JVM takes its time. */
    private Hello.Welcome helloAtLast() {
        while (true) {
            try (BareChild child = child()) {
                return child.hello(Hello.VERSION, 1);
            } catch (final IOException e) {
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }
        }
    }

    @Test
    void aLinkThatWasNeverHeardIsNotUp() throws Exception {
        try (BareChild child = child()) {
            child.hello(Hello.VERSION, 1);
            child.line(1, join());
            child.next(MuxFrame.PLACE);
            assertThat(hubs.gateway().links().get(0).isUp()).isFalse();
            assertThat(hubs.gateway().links().get(0).why()).startsWith("nothing comes from it");
            until(() -> hubs.gateway().links().get(0).why().equals("nothing comes from it"
                + (TcpTable.ofSystem().isThere() ? ", though its machine answers; its process may be stopped" : "")));
        }
    }

    @Test
    void aFaultInWhatConcernsOneChildEndsThatOneAlone() throws Exception {
        final Path clocks = HubDirectory.of(hubs.rootName()).cncFile();
        final Path aside = clocks.resolveSibling("aside");
        Files.move(clocks, aside);
        try (BareChild child = child()) {
            child.hello(Hello.VERSION, 1);
            child.line(1, join());
            assertThat(child.isClosed()).isTrue();
        } finally {
            Files.move(aside, clocks);
        }
        assertThat(hubs.warnings()).hasSize(1);
        assertThat(hubs.warnings().get(0)).startsWith("child '" + hubs.siteName() + "' is given up by a fault of this"
            + " program: ").doesNotContain("\n");
        try (BareChild child = child()) {
            child.hello(Hello.VERSION, 2);
            child.line(1, join());
            assertThat(child.next(MuxFrame.PLACE).payload()).hasSize((int) PLACE_LENGTH);
        }
    }

    @Test
    void aHelloAndACloseInOneBreathHarmNoOther() throws Exception {
        for (int i = 0; i < 5; i++) {
            try (BareChild child = child()) {
                child.helloAndClose();
            }
        }
        try (BareChild child = child()) {
            until(() -> hubs.gateway().links().isEmpty() || hubs.gateway().links().get(0).why() != null);
            assertThat(child.hello(Hello.VERSION, 9).fresh()).isTrue();
        }
    }

    @Test
    void aChildThatSaysGoodbyeIsGoneAtOnce() throws Exception {
        try (BareChild child = child()) {
            child.hello(Hello.VERSION, 1);
            child.line(1, join());
            child.next(MuxFrame.PLACE);
            child.send(MuxFrame.BYE, ByteBuffer.allocate(0));
            until(() -> hubs.gateway().links().isEmpty());
        }
    }

    @Test
    void aReplacedKeyCountsFromTheNextConnectionOn() throws Exception {
        hubs.startSite(Report.CORE, port, TwoHubs.KEY);
        until(() -> hubs.gateway().links().size() == 1 && hubs.gateway().links().get(0).isUp());
        hubs.key(new byte[32]);
        assertThatThrownBy(() -> child()).isInstanceOf(IOException.class);
        // The running link goes on.
        until(() -> hubs.gateway().links().get(0).isUp());
        hubs.key(TwoHubs.KEY);
    }
}
