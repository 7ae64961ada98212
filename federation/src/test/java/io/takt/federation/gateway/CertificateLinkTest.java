package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.key.Authority;
import io.takt.federation.key.Authority.Wish;
import io.takt.federation.key.Certificates;
import io.takt.federation.remote.KeySource;
import io.takt.hub.core.status.HubStatus;
import io.takt.rule.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A child and its parent that know each other by certificates. */
@Timeout(60)
class CertificateLinkTest {
    private static final long FAR_NS = 1_000_000_000_000_000L;
    private static final long MAX_DELAY_NS = 40_000_000L;
    private static final String HOST = "127.0.0.1";

    private final Authority authority = new Authority("ca");

    @TempDir
    private Path folder;
    private volatile Certificates ofRoot = authority.hub(Wish.of("root", HOST));
    private TwoHubs hubs;

    @BeforeEach
    void listen() throws Exception {
        hubs = TwoHubs.withCertificates(folder, FAR_NS, this::ofRoot);
    }

    private Certificates ofRoot() throws IOException {
        if (ofRoot == null) {
            throw new IOException("certificates: there is no file root.pem");
        }
        return ofRoot;
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

    private static KeySource showing(final Certificates own) {
        return new KeySource() {
            @Override
            public byte[] key() {
                throw new AssertionError("certificates are shown, and no key");
            }

            @Override
            public Certificates certificates() {
                return own;
            }
        };
    }

    private Wish site() {
        return Wish.of(hubs.siteName());
    }

    @Test
    void theyRunTogether() throws Exception {
        hubs.startSite(Report.CORE, hubs.gateway().port(), showing(authority.hub(site())));
        hubs.runAssets();
        until(() -> hubs.site().status().coreTimeNs() > 3 * MAX_DELAY_NS);
        until(() -> hubs.gateway().links().get(0).byUdp());
        assertThat(hubs.warnings()).isEmpty();
    }

    /** It is so in every way in which one end does not believe the other: both say why, in one line. */
    @Test
    void aCertificateOfTheChildThatIsOutOfDateGivesOneLineOnBothSides() throws Exception {
        hubs.startSite(Report.CORE, hubs.gateway().port(), showing(authority.hub(site().valid(Duration.ofDays(-3),
            Duration.ofDays(-1)))));
        final HubStatus ofSite = hubs.site().ended().get();
        assertThat(ofSite.reason()).contains("the certificate of '" + hubs.siteName()
            + "' here is out of date for the parent: it is valid from ").doesNotContain("\n");
        until(() -> !hubs.warnings().isEmpty());
        assertThat(hubs.warnings()).hasSize(1);
        assertThat(hubs.warnings().get(0)).startsWith("a connection from 127.0.0.1 is refused: the certificate that it"
            + " shows is out of date: it is valid from ").doesNotContain("\n");
    }

    @Test
    void aCertificateOfTheParentThatIsOutOfDateGivesOneLineOnBothSidesAndANewOneCountsAtOnce() throws Exception {
        final Certificates good = ofRoot;
        ofRoot = authority.hub(Wish.of("root", HOST).valid(Duration.ofDays(-3), Duration.ofDays(-1)));
        hubs.startSite(Report.CORE, hubs.gateway().port(), showing(authority.hub(site())));
        final HubStatus ofSite = hubs.site().ended().get();
        assertThat(ofSite.reason()).contains("the certificate of the parent is out of date: it is valid from ");
        until(() -> !hubs.warnings().isEmpty());
        assertThat(hubs.warnings().get(0)).startsWith("a connection from 127.0.0.1 is refused: the certificate of this"
            + " hub is out of date for the child: it is valid from ");
        hubs.site().close();
        ofRoot = good;
        hubs.startSite(Report.CORE, hubs.gateway().port(), showing(authority.hub(site())));
        until(() -> hubs.gateway().links().size() == 1 && hubs.gateway().links().get(0).isUp());
    }

    @Test
    void aChildThatComesWhileTheParentCannotReadItsCertificatesTriesAgain() throws Exception {
        final Certificates good = ofRoot;
        ofRoot = null;
        hubs.startSite(Report.CORE, hubs.gateway().port(), showing(authority.hub(site())));
        until(() -> !hubs.warnings().isEmpty());
        assertThat(hubs.warnings()).containsExactly("a connection from 127.0.0.1 is refused: this hub cannot prove"
            + " itself now: certificates: there is no file root.pem");
        ofRoot = good;
        until(() -> hubs.gateway().links().size() == 1 && hubs.gateway().links().get(0).isUp());
    }
}
