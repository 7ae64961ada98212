package io.takt.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.name.Names;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssetSpecTest {
    @Test
    void leavesStepAndIntervalToTheConfigurationUnlessTold() {
        assertThat(AssetSpec.named("drone"))
            .isEqualTo(new AssetSpec("drone", 0, 0, false, null, null, List.of(), List.of()));
        assertThat(AssetSpec.named("drone").step(Duration.ofMillis(5)).interval(Duration.ofNanos(3)))
            .isEqualTo(new AssetSpec("drone", 5_000_000, 3, false, null, null, List.of(), List.of()));
        assertThat(AssetSpec.named("drone").interval(Duration.ofNanos(3)).step(Duration.ofMillis(5)))
            .isEqualTo(new AssetSpec("drone", 5_000_000, 3, false, null, null, List.of(), List.of()));
    }

    @Test
    void takesTheLargestStep() {
        assertThat(AssetSpec.named("a").step(Duration.ofNanos(Long.MAX_VALUE)).stepNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void refusesWhatIsDeclaredTwice() {
        final AssetSpec sender = AssetSpec.named("a").sends(new OutputSpec("x", 100));
        assertThatIllegalArgumentException().isThrownBy(() -> sender.sends(new OutputSpec("x", 5000)))
            .withMessage("asset 'a' sends channel 'x' twice; declare it once");
        final AssetSpec receiver = AssetSpec.named("a").receives(InputSpec.gated("x", "b"));
        assertThatIllegalArgumentException().isThrownBy(() -> receiver.receives(InputSpec.latest("x", "b")))
            .withMessage("asset 'a' receives channel 'x' of 'b' twice; declare it once");
        assertThat(receiver.receives(InputSpec.gated("x", "c")).inputs()).hasSize(2);
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatIllegalArgumentException().isThrownBy(() -> AssetSpec.named("a b"))
            .withMessageContaining(Names.rule());
        assertThatIllegalArgumentException().isThrownBy(() -> AssetSpec.named(null));
        assertThatIllegalArgumentException().isThrownBy(() -> AssetSpec.named("a").step(Duration.ofNanos(-1)))
            .withMessage("the step is -1ns; it cannot be negative");
        assertThatIllegalArgumentException().isThrownBy(() -> AssetSpec.named("a").interval(Duration.ofNanos(-2)))
            .withMessage("the interval is -2ns; it cannot be negative");
    }
}
