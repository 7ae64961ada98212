package io.takt.hub.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreePlanTest {
    private static List<String> awaited(final OnLost onLost, final long lostAfterNs, final Path keyFile) {
        final PlannedAsset site = new PlannedAsset("site", Steps.fixedNs(10), 0, true, onLost, WaitStrategy.ADAPTIVE,
            OnHubLost.ATTACH, Restart.USUAL, List.of());
        return new TreePlan(null, List.of(new FederatePlan(site, null, null, keyFile, lostAfterNs)),
            new Address("0.0.0.0", 7400), null).awaitedForEver();
    }

    @Test
    void aMachineThatIsWaitedForForEver() {
        final Path key = Path.of("k");
        assertThat(awaited(OnLost.HALT, Long.MAX_VALUE, key)).containsExactly("site");
        assertThat(awaited(OnLost.HALT, 1, key)).isEmpty();
        assertThat(awaited(OnLost.DROP, 10, key)).isEmpty();
        assertThat(awaited(OnLost.HALT, Long.MAX_VALUE, null)).as("on the same host").isEmpty();
    }
}
