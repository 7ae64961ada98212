package io.takt.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.name.Names;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AssetSpecTest {
    @Test
    void leavesStepAndIntervalToTheConfigurationUnlessTold() {
        final AssetSpec open = AssetSpec.named("drone");
        assertThat(open.steps()).isEmpty();
        assertThat(open.interval()).isEmpty();
        assertThat(open.onHubLost()).isEmpty();
        assertThat(open.waiting()).isEmpty();
        final AssetSpec told = open.step(Duration.ofMillis(5)).interval(Duration.ofNanos(3));
        assertThat(told.steps()).contains(Steps.fixedNs(5_000_000));
        assertThat(told.interval()).contains(Duration.ofNanos(3));
        assertThat(told).isEqualTo(open.intervalNs(3).stepNs(5_000_000)).isNotEqualTo(open).hasSameHashCodeAs(
            open.intervalNs(3).stepNs(5_000_000));
    }

    @Test
    void anIntervalOfZeroIsToldApartFromNone() {
        final AssetSpec soon = AssetSpec.named("drone").interval(Duration.ZERO);
        assertThat(soon.interval()).contains(Duration.ZERO);
        assertThat(soon).isNotEqualTo(AssetSpec.named("drone"));
    }

    @Test
    void keepsAllThatWasSaidBefore() {
        final AssetSpec all = AssetSpec.named("a").steps(Steps.upTo(Duration.ofNanos(6), Duration.ofNanos(2)))
            .intervalNs(7).startingAtCoreTime().onHubLost(OnHubLost.ATTACH).waiting(WaitStrategy.SPIN).sends("x")
            .receives(InputSpec.latest("y", "b")).sends("z");
        final String values = ", values=ValueSpec[type=null, unit=null, wanted=null]]";
        assertThat(all).hasToString("AssetSpec[name=a, steps=Steps[greatestNs=6, granularityNs=2, isWhole=false],"
            + " intervalNs=7, atCoreTime=true, onHubLost=ATTACH, waiting=SPIN,"
            + " outputs=[OutputSpec[channel=x, maxBytes=65536" + values + ", OutputSpec[channel=z, maxBytes=65536"
            + values + "], inputs=[InputSpec[channel=y, sender=b, delivery=LATEST, delayNs=0, jitterNs=0, loss=0.0"
            + values + "]]");
        assertThat(all.outputs()).extracting(OutputSpec::channel).containsExactly("x", "z");
        assertThat(all.onHubLost()).contains(OnHubLost.ATTACH);
        assertThat(all.waiting()).contains(WaitStrategy.SPIN);
    }

    @Test
    void takesTheLargestStep() {
        assertThat(AssetSpec.named("a").step(Duration.ofNanos(Long.MAX_VALUE)).steps())
            .contains(Steps.fixedNs(Long.MAX_VALUE));
    }

    @Test
    void refusesWhatIsDeclaredTwice() {
        final AssetSpec sender = AssetSpec.named("a").sends(OutputSpec.named("x").maxBytes(100));
        assertThatIllegalArgumentException().isThrownBy(() -> sender.sends(OutputSpec.named("x").maxBytes(5000)))
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
        final AssetSpec a = AssetSpec.named("a");
        assertThatIllegalArgumentException().isThrownBy(() -> a.step(Duration.ofNanos(-1)))
            .withMessage("the step of asset 'a' is -1ns; it must be more than 0, or left undeclared to be that of the"
                + " hub's configuration");
        assertThatIllegalArgumentException().isThrownBy(() -> a.step(Duration.ZERO))
            .withMessageStartingWith("the step of asset 'a' is 0s; it must be more than 0");
        assertThatIllegalArgumentException().isThrownBy(() -> a.stepNs(0));
        assertThatIllegalArgumentException().isThrownBy(() -> a.interval(Duration.ofNanos(-2)))
            .withMessage("the interval of asset 'a' is -2ns; it cannot be negative");
        assertThatIllegalArgumentException().isThrownBy(() -> a.step(Duration.ofDays(200_000)))
            .withMessage("asset 'a': the step of PT4800000H is too long; 9223372036854775807ns, 292 years, is the"
                + " longest time");
    }
}
