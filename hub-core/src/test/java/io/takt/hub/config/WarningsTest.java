package io.takt.hub.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.hub.core.plan.MessagePlan;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarningsTest {
    private static List<String> warnings(final long coreStepNs, final long coreIntervalNs, final double speed) {
        return all(coreStepNs, coreIntervalNs, speed).stream().filter(each -> !each.startsWith("assets:")).toList();
    }

    private static List<String> all(final long coreStepNs, final long coreIntervalNs, final double speed) {
        return Warnings.of(new HubConfig(Path.of("."), "h", coreStepNs, coreIntervalNs, 2 * coreStepNs, speed,
            WaitStrategy.ADAPTIVE, 0, List.of(), MessagePlan.NONE, null));
    }

    @Test
    void nothingToRun() {
        assertThat(all(10, 0, 1.0)).singleElement().asString().startsWith("assets: there are none, so there is nothing"
            + " that 'takt run' could run");
    }

    @Test
    void aMachineThatIsWaitedForForEver() {
        assertThat(tree(OnLost.HALT, Long.MAX_VALUE, Path.of("k"))).containsExactly("federates: onLost is halt for"
            + " site: the run waits for ever when the machine of one does not answer any more, and says so; write"
            + " lostAfter to end it after a time");
        assertThat(tree(OnLost.HALT, 1, Path.of("k"))).isEmpty();
        assertThat(tree(OnLost.DROP, 10, Path.of("k"))).isEmpty();
        assertThat(tree(OnLost.HALT, Long.MAX_VALUE, null)).as("on the same host").isEmpty();
    }

    private static List<String> tree(final OnLost onLost, final long lostAfterNs, final Path keyFile) {
        final PlannedAsset site = new PlannedAsset("site", Steps.fixedNs(10), 0, true, onLost, WaitStrategy.ADAPTIVE,
            OnHubLost.ATTACH, Restart.USUAL, List.of());
        return Warnings.of(new HubConfig(Path.of("."), "h", 10, 0, 20, 1.0, WaitStrategy.ADAPTIVE, 0, List.of(),
            MessagePlan.NONE, null, new TreePlan(null, List.of(new FederatePlan(site, null, null, keyFile,
            lostAfterNs)), new Address("0.0.0.0", 7400), null)));
    }

    @Test
    void anIntervalThatIsTooLongForTheSpeed() {
        assertThat(warnings(10_000_000, 20_000_000, 1.0)).containsExactly("coreInterval: one coreStep of 10ms every"
            + " 20ms is a speed of 0.5 at most, so pace.speed 1.0 is never reached; leave it out, or make it 10ms or"
            + " less");
        assertThat(warnings(10_000_000, 10_000_000, 1.0)).isEmpty();
        assertThat(warnings(10_000_000, 0, 1e9)).isEmpty();
        assertThat(warnings(10_000_000, 20_000_000, Double.POSITIVE_INFINITY)).isEmpty();
        assertThat(warnings(1, 20, 5)).hasSize(1).first().asString().endsWith("never reached; leave it out");
    }
}
