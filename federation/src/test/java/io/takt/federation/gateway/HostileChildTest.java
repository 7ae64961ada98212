package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.federation.link.Hello;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.link.Rejections.Kind;
import io.takt.federation.link.Rejections.Why;
import io.takt.rule.Report;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A child that has the key, and says of its senders what it may not: it is lost, and nothing else is. */
@Timeout(60)
class HostileChildTest {
    private static final long FAR_NS = 1_000_000_000_000_000L;
    private static final int OPEN = 0;
    private static final int ORIGINAL = 1;
    private static final int BYTES = 2;
    private static final int FUZZED = 150;

    @TempDir
    private Path folder;
    private TwoHubs hubs;
    private long sessions;

    @BeforeEach
    void listen() throws Exception {
        hubs = TwoHubs.withChannels(folder, FAR_NS);
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

    private BareChild joined() throws IOException {
        until(() -> hubs.gateway().links().isEmpty());
        until(() -> hubs.root().status().assets().stream().noneMatch(each -> each.name().equals(hubs.siteName())
            && each.pid() >= 0 && each.timeNs() > 0));
        final BareChild child = new BareChild(hubs.gateway().port(), hubs.siteName(), TwoHubs.KEY);
        child.hello(Hello.VERSION, ++sessions);
        child.line(1, "{\"op\":\"join\",\"id\":1,\"asset\":\"" + hubs.siteName() + "\",\"stepNs\":4000000,"
            + "\"federate\":\"CORE\"}");
        final String answer = child.next(MuxFrame.CONTROL).text();
        assertThat(answer).contains("\"crossing\"");
        return child;
    }

    private BareChild opened() throws IOException {
        final BareChild child = joined();
        child.send(MuxFrame.RECORDS, open(1, 1));
        assertThat(child.next(MuxFrame.RECORDS).payload()[0]).isEqualTo((byte) OPEN);
        return child;
    }

    private static ByteBuffer open(final int ups, final int downs) {
        return ByteBuffer.allocate(17).put((byte) OPEN).putLong(5).putInt(ups).putInt(downs).flip();
    }

    private static ByteBuffer entry(final int kind, final int log, final long... more) {
        final ByteBuffer entry = ByteBuffer.allocate(5 + more.length * Long.BYTES).put((byte) kind).putInt(log);
        for (final long each : more) {
            entry.putLong(each);
        }
        return entry.flip();
    }

    private void isLost(final BareChild child, final MuxFrame kind, final ByteBuffer says, final String why)
        throws IOException {
        final long before = hubs.gateway().rejections().count(new Kind(hubs.siteName(), Why.PROTOCOL));
        try (child) {
            child.send(kind, says);
            assertThat(child.next(MuxFrame.REFUSED).text()).contains("child '" + hubs.siteName() + "' is lost: ")
                .contains(why);
            assertThat(child.isClosed()).isTrue();
        }
        assertThat(hubs.gateway().rejections().count(new Kind(hubs.siteName(), Why.PROTOCOL))).isEqualTo(before + 1);
    }

    @Test
    void itIsLostWithOneLineAndAnHonestOneThenTakesItsPlace() throws Exception {
        final long startNs = System.nanoTime();
        isLost(joined(), MuxFrame.RECORDS, entry(ORIGINAL, 0, 1, 0, 0), "channels that were not opened");
        isLost(joined(), MuxFrame.RECORDS_ACK, entry(ORIGINAL, 0, 1, 0), "channels that were not opened");
        isLost(joined(), MuxFrame.RECORDS, open(2, 1), "do not name the same senders");
        isLost(opened(), MuxFrame.RECORDS, entry(ORIGINAL, 1, 1, 0, 0), "named by number 1, and 1 cross");
        isLost(opened(), MuxFrame.RECORDS, entry(BYTES, 0, 0), "has not begun");
        isLost(opened(), MuxFrame.RECORDS_ACK, entry(0, 0, 1_000_000, 0, 0), "has come to position 1000000");
        final BareChild ahead = opened();
        ahead.send(MuxFrame.RECORDS, entry(ORIGINAL, 0, 77, 0, 0));
        ahead.next(MuxFrame.RECORDS_ACK);
        isLost(ahead, MuxFrame.RECORDS, ByteBuffer.allocate(18).put((byte) BYTES).putInt(0).putInt(9).put((byte) 6)
            .putLong(Long.reverseBytes(1_000_000_000)).flip(), "at 1000000000 ns, to which it cannot have come");
        assertThat(hubs.warnings()).as("one line in ten seconds")
            .hasSizeBetween(1, 1 + (int) ((System.nanoTime() - startNs) / 10_000_000_000L));

        hubs.startSite(Report.CORE, hubs.gateway().port(), TwoHubs.KEY);
        hubs.runAssets();
        until(() -> hubs.site().status().coreTimeNs() > 200_000_000);
        assertThat(hubs.root().status().state()).isEqualTo(HubState.RUNNING);
    }

    @Test
    void whateverItSaysTheParentAndItsPortLive() throws Exception {
        final Random random = new Random(9);
        for (int i = 0; i < FUZZED; i++) {
            try (BareChild child = i % 3 == 0 ? joined() : opened()) {
                for (int frame = 0; frame < 20; frame++) {
                    final byte[] bytes = new byte[random.nextInt(100)];
                    random.nextBytes(bytes);
                    if (bytes.length > 5) {
                        ByteBuffer.wrap(bytes).put((byte) random.nextInt(3)).putInt(0);
                    }
                    child.send(random.nextBoolean() ? MuxFrame.RECORDS : MuxFrame.RECORDS_ACK,
                        ByteBuffer.wrap(bytes));
                }
                child.send(MuxFrame.BYE, ByteBuffer.allocate(0));
            } catch (final IOException e) {
                // It was closed in the middle of what it says.
                assertThat(e).isNotNull();
            }
        }
        until(() -> hubs.gateway().links().isEmpty());
        assertThat(hubs.root().status().state()).isEqualTo(HubState.WAITING);
        assertThat(hubs.gateway().rejections().count(new Kind(hubs.siteName(), Why.PROTOCOL))).isPositive();
        joined().close();
    }
}
