package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.RunEnd;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.rule.Report;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
        try (TwoHubs hubs = new TwoHubs(folder, 1_000_000_000L)) {
            hubs.startSite(Report.CORE, hubs.gateway().port(), () -> {
                throw new IllegalStateException("of a test");
            });
            hubs.site().ended().get(30, TimeUnit.SECONDS);
            assertThat(hubs.site().ended().get().reason()).contains("by a fault of this program")
                .contains("of a test").doesNotContain("\n");
        }
    }

    private void run(final Report report) throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, 1_000_000_000L)) {
            hubs.startSite(report, hubs.gateway().port(), TwoHubs.KEY);
            final CompletableFuture<RunEnd> assets = hubs.runAssets();
            final HubStatus ofRoot = hubs.root().ended().get(30, TimeUnit.SECONDS);
            final HubStatus ofSite = hubs.site().ended().get(30, TimeUnit.SECONDS);
            assets.get(30, TimeUnit.SECONDS);
            assertThat(ofRoot.end()).as(ofRoot.reason()).isEqualTo(End.REACHED);
            assertThat(ofSite.end()).as(ofSite.reason()).isEqualTo(End.WITH_PARENT);
            assertThat(ofRoot.coreTimeNs()).isEqualTo(1_000_000_000L);
            assertThat(ofSite.coreTimeNs()).isEqualTo(1_000_000_000L);
            assertThat(ofSite.assets().get(0).timeNs()).as("the last multiple of 3 ms").isEqualTo(999_000_000L);
            assertThat(hubs.warnings()).isEmpty();
        }
    }
}
