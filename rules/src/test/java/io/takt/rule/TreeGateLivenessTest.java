package io.takt.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.rule.GateLiveness.Link;
import io.takt.rule.TreeGateVerdict.Fix;
import io.takt.rule.TreeGateVerdict.Place;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreeGateLivenessTest {
    private static Liveness.Member asset(final String name, final long stepNs) {
        return new Liveness.Member(name, stepNs);
    }

    private static Federate hub(final String name, final long stepNs, final long maxDelayNs, final Report report,
        final List<Liveness.Member> assets, final Federate... children) {
        return new Federate(name, stepNs, maxDelayNs, report, assets, List.of(children));
    }

    /** A slow asset below one child, and a quick one below another that waits for it at the start of its steps. */
    private static Federate slowAndQuick(final long rootMaxDelayNs) {
        return hub("root", 5, rootMaxDelayNs, Report.CORE, List.of(),
            hub("slow", 10, 120, Report.CORE, List.of(asset("i", 100))),
            hub("quick", 5, 5, Report.CORE, List.of(asset("j", 5))));
    }

    private static Link start(final String from, final String to, final long delayNs) {
        return new Link("x", from, to, delayNs, false);
    }

    @Test
    void startGatesAcrossHubsCanStopATreeThatItsRulesAloneNeverStop() {
        final Federate tree = slowAndQuick(15);
        assertThat(TreeLiveness.judge(tree).live()).isTrue();
        final TreeGateVerdict verdict = TreeGateLiveness.judge(tree, List.of(start("slow/i", "quick/j", 0)));
        assertThat(verdict.live()).isFalse();
        assertThat(verdict.certain()).isTrue();
        assertThat(verdict.stopsAtNs()).isEqualTo(BigInteger.valueOf(25));
        assertThat(verdict.waits().stream().map(wait -> wait.waiter().path() + (wait.waiter().isCore() ? "!" : "")))
            .containsExactly("!", "quick!", "quick/j", "slow/i", "slow!");
        assertThat(verdict.waits().get(2).link().channel()).isEqualTo("x");
        assertThat(verdict.waits().get(4).awaited()).isEqualTo(new Place("", true));
        assertThat(verdict.fixes()).containsExactly(new Fix("", null, 15, 90),
            new Fix(null, start("slow/i", "quick/j", 0), 0, 75));
        assertThat(TreeGateLiveness.judge(slowAndQuick(90), List.of(start("slow/i", "quick/j", 0))).live()).isTrue();
        assertThat(TreeGateLiveness.judge(slowAndQuick(85), List.of(start("slow/i", "quick/j", 0))).live()).isFalse();
        assertThat(TreeGateLiveness.judge(tree, List.of(start("slow/i", "quick/j", 75))).live()).isTrue();
        assertThat(TreeGateLiveness.judge(tree, List.of(start("slow/i", "quick/j", 70))).live()).isFalse();
    }

    /** The first half of a way by a carrier has no delay that could be written down. */
    @Test
    void aLinkThatCannotBeLongerIsNoFix() {
        final Link fixed = new Link("x", "slow/i", "quick/j", 0, false, false);
        assertThat(TreeGateLiveness.judge(slowAndQuick(15), List.of(fixed)).fixes())
            .containsExactly(new Fix("", null, 15, 90));
    }

    @Test
    void aLinkOfAnAssetThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> TreeGateLiveness.judge(slowAndQuick(15), List.of(start("slow/k", "quick/j", 0))))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("slow/k");
    }

    @Test
    void nothingBindsARootWithoutMembers() {
        assertThat(TreeGateLiveness.judge(hub("root", 5, 5, Report.CORE, List.of()), List.of()).live()).isTrue();
    }
}
