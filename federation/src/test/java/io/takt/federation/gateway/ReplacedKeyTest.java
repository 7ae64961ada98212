package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.HubState;
import io.takt.federation.link.Hello;
import io.takt.rule.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A key that is replaced while hubs run, at one end before the other, over a network that breaks connections. */
@Timeout(60)
class ReplacedKeyTest {
    private static final long FAR_NS = 1_000_000_000_000_000L;
    private static final long MAX_DELAY_NS = 40_000_000L;
    private static final byte[] NEW = new byte[TwoHubs.KEY.length];
    private static final String GOES_ON = "goes on by the key from before: ";

    @TempDir
    private Path folder;
    private volatile byte[] ofSite;
    private TwoHubs hubs;
    private Relay relay;

    @BeforeEach
    void run() throws Exception {
        Arrays.fill(NEW, (byte) 9);
        hubs = new TwoHubs(folder, FAR_NS);
        ofSite = TwoHubs.KEY;
        relay = new Relay(hubs.gateway().port());
        hubs.startSite(Report.CORE, relay.port(), () -> {
            if (ofSite == null) {
                throw new IOException("parent.keyFile: there is no file");
            }
            return ofSite.clone();
        });
        hubs.runAssets();
        goesOn();
    }

    @AfterEach
    void close() throws Exception {
        relay.close();
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

    private void goesOn() {
        final long siteNs = hubs.site().status().coreTimeNs();
        until(() -> hubs.site().status().coreTimeNs() > siteNs + 2 * MAX_DELAY_NS);
        assertThat(hubs.root().status().state()).isEqualTo(HubState.RUNNING);
    }

    /** The connection is made again, and what was said before it is said once. */
    private void breaks() throws IOException {
        final int connections = relay.connections();
        relay.breakConnections();
        until(() -> relay.connections() > connections && hubs.site().status().parent().attached());
        goesOn();
    }

    private long linesAboutEarlierKeys() {
        return hubs.warnings().stream().filter(line -> line.contains(GOES_ON)).count();
    }

    private void hasTheNewKeyAlone() throws IOException {
        final long lines = linesAboutEarlierKeys();
        breaks();
        assertThat(linesAboutEarlierKeys()).as("by the new key").isEqualTo(lines);
        breaks();
        assertThatThrownBy(this::stolen).isInstanceOf(IOException.class);
        assertThatThrownBy(this::stolen).isInstanceOf(IOException.class);
        breaks();
        assertThat(linesAboutEarlierKeys()).isEqualTo(lines);
    }

    @Test
    void ofTheParentFirst() throws Exception {
        hubs.key(NEW);
        goesOn();
        assertThat(hubs.warnings()).isEmpty();
        breaks();
        assertThat(hubs.warnings()).hasSize(2);
        assertThat(hubs.warnings().get(0)).endsWith("the key of '" + hubs.siteName()
            + "' there is not the one that is here");
        assertThat(hubs.warnings().get(1)).isEqualTo("the link to child '" + hubs.siteName() + "' " + GOES_ON
            + "it has not got the new one that is here; copy the file there");
        ofSite = NEW;
        hasTheNewKeyAlone();
    }

    @Test
    void ofTheChildFirst() throws Exception {
        ofSite = NEW;
        breaks();
        breaks();
        hubs.key(NEW);
        hasTheNewKeyAlone();
    }

    @Test
    void whileNeitherEndCanReadIt() throws Exception {
        ofSite = null;
        hubs.key(null);
        breaks();
        assertThat(hubs.warnings()).containsExactly("the link to child '" + hubs.siteName() + "' " + GOES_ON
            + "keyFile: there is no file");
        ofSite = NEW;
        hubs.key(NEW);
        hasTheNewKeyAlone();
    }

    /** A key may be replaced since it was stolen. */
    @Test
    void theEarlierOneBeginsNoSession() throws Exception {
        hubs.key(NEW);
        breaks();
        relay.cut();
        relay.breakConnections();
        until(() -> hubs.gateway().links().get(0).why() != null);
        assertThatThrownBy(this::stolen).as("the turn of the new one").isInstanceOf(IOException.class);
        try (BareChild stolen = stolen()) {
            assertThatThrownBy(() -> stolen.hello(Hello.VERSION, 5)).hasMessageEndingWith("the key of '"
                + hubs.siteName() + "' there is not the one that is here");
        }
        relay.mend();
        goesOn();
    }

    private BareChild stolen() throws IOException {
        return new BareChild(hubs.gateway().port(), hubs.siteName(), TwoHubs.KEY);
    }
}
