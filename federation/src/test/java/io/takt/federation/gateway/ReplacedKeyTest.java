package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.HubState;
import io.takt.federation.tls.TlsRefusedException;
import io.takt.federation.tls.TlsSession;
import io.takt.rule.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
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
    private static final String GOES_ON = "goes on by the key of its session";

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

    private long linesAboutSessionKeys() {
        return hubs.warnings().stream().filter(line -> line.contains(GOES_ON)).count();
    }

    private void hasTheNewKeyAlone() throws IOException {
        // Made again at once where the last one broke; by the new key when its turn comes.
        final long lines = linesAboutSessionKeys();
        breaks();
        breaks();
        assertThat(linesAboutSessionKeys()).as("by the new key").isEqualTo(lines);
        for (final boolean isOfSession : new boolean[] {false, true}) {
            assertThatThrownBy(() -> stolen(isOfSession)).isInstanceOf(TlsRefusedException.class);
        }
    }

    @Test
    void ofTheParentFirst() throws Exception {
        hubs.key(NEW);
        goesOn();
        assertThat(hubs.warnings()).isEmpty();
        breaks();
        assertThat(hubs.warnings()).containsExactly("a connection from 127.0.0.1 is refused: the key of '"
            + hubs.siteName() + "' there is not the one that is here", "the link to child '" + hubs.siteName() + "' "
            + GOES_ON + ", and not by a key file; a new one has to be at both ends");
        assertThat(hubs.siteWarnings()).containsExactly("the link to the parent " + GOES_ON + ": the key of '"
            + hubs.siteName() + "' here is not the one that the parent has");
        ofSite = NEW;
        hasTheNewKeyAlone();
    }

    @Test
    void ofTheChildFirst() throws Exception {
        ofSite = NEW;
        breaks();
        breaks();
        assertThat(linesAboutSessionKeys()).as("said once").isEqualTo(1);
        hubs.key(NEW);
        hasTheNewKeyAlone();
    }

    @Test
    void whileNeitherEndCanReadIt() throws Exception {
        ofSite = null;
        hubs.key(null);
        breaks();
        assertThat(linesAboutSessionKeys()).isEqualTo(1);
        ofSite = NEW;
        hubs.key(NEW);
        hasTheNewKeyAlone();
    }

    /** A key may be replaced since it was stolen. */
    @Test
    void theEarlierOneProvesNothingAnyMore() throws Exception {
        hubs.key(NEW);
        breaks();
        relay.cut();
        relay.breakConnections();
        until(() -> hubs.gateway().links().get(0).why() != null);
        for (final boolean isOfSession : new boolean[] {false, true, false, true}) {
            assertThatThrownBy(() -> stolen(isOfSession)).isInstanceOf(TlsRefusedException.class);
        }
        relay.mend();
        goesOn();
    }

    private void stolen(final boolean isOfSession) throws IOException {
        final SecureRandom random = new SecureRandom();
        new BareChild(hubs.gateway().port(), isOfSession
            ? TlsSession.ofSession(hubs.siteName(), TwoHubs.KEY, random)
            : TlsSession.ofChild(hubs.siteName(), TwoHubs.KEY, random)).close();
    }
}
