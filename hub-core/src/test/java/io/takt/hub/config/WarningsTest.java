package io.takt.hub.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.WaitStrategy;
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
