package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.RunEnd;
import io.takt.federation.remote.KeySource;
import io.takt.federation.remote.ParentAddress;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.PageWay;
import io.takt.rule.Report;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two hubs in this JVM, tied by a sealed link over loopback. */
@Timeout(60)
class RemoteLinkTest {
    @TempDir
    private Path folder;

    @Test
    void aChildBeyondANetworkGoesWithItsParentAndBothEndAtTheSameTimesInEveryRun() throws Exception {
        run(Report.CORE);
        run(Report.SLOWEST);
    }

    @Test
    void aFaultOfTheLinkEndsItsHubWithOneLine() throws Exception {
        endsWith(() -> {
            throw new IllegalStateException("of a test");
        });
        endsWith(() -> {
            throw new NoClassDefFoundError("of a test");
        });
    }

    private void endsWith(final KeySource fault) throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, 1_000_000_000L)) {
            hubs.startSite(Report.CORE, hubs.gateway().port(), fault);
            hubs.site().ended().get();
            assertThat(hubs.site().ended().get().reason()).contains("by a fault of this program")
                .contains("of a test").doesNotContain("\n");
        }
    }

    /** The way to it is a number, which every hub's page lets pass, and not the name under which it was found. */
    @Test
    void eachEndTellsWhereItsPageIs() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, Long.MAX_VALUE)) {
            hubs.startSite(Report.CORE, new ParentAddress("lab.example", hubs.gateway().port(),
                name -> InetAddress.getLoopbackAddress()), TwoHubs.KEY::clone);
            final CompletableFuture<RunEnd> assets = hubs.runAssets();
            await(() -> hubs.site().status().parent().page(), new PageWay("127.0.0.1:9464", null));
            await(() -> hubs.root().scraped().children().stream().filter(child -> child.link() != null)
                .map(child -> child.link().page()).findFirst().orElse(null), new PageWay("127.0.0.1:9465", null));
            hubs.root().stop("all is seen");
            assets.get();
        }
    }

    private static void await(final Supplier<PageWay> way, final PageWay expected) {
        PageWay seen = way.get();
        while (seen == null) {
            assertThat(Thread.currentThread().isInterrupted()).as("its time is up").isFalse();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            seen = way.get();
        }
        assertThat(seen).isEqualTo(expected);
    }

    private void run(final Report report) throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, 1_000_000_000L)) {
            hubs.startSite(report, hubs.gateway().port(), TwoHubs.KEY);
            final CompletableFuture<RunEnd> assets = hubs.runAssets();
            final HubStatus ofRoot = hubs.root().ended().get();
            final HubStatus ofSite = hubs.site().ended().get();
            assets.get();
            assertThat(ofRoot.end()).as(ofRoot.reason()).isEqualTo(End.REACHED);
            assertThat(ofSite.end()).as(ofSite.reason()).isEqualTo(End.WITH_PARENT);
            assertThat(ofRoot.coreTimeNs()).isEqualTo(1_000_000_000L);
            assertThat(ofSite.coreTimeNs()).isEqualTo(1_000_000_000L);
            assertThat(ofSite.assets().get(0).timeNs()).as("the last multiple of 3 ms").isEqualTo(999_000_000L);
            assertThat(hubs.warnings()).isEmpty();
        }
    }
}
