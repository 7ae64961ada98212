package io.takt.rule;

import static io.takt.rule.LivenessVerdict.Target.ASSET_STEP;
import static io.takt.rule.LivenessVerdict.Target.CORE_STEP;
import static io.takt.rule.LivenessVerdict.Target.MAX_DELAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.takt.asset.Steps;
import io.takt.rule.Liveness.Member;
import io.takt.rule.LivenessVerdict.AssetFacts;
import io.takt.rule.LivenessVerdict.Change;
import io.takt.rule.LivenessVerdict.Fix;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LivenessTest {
    private static final long MAX = Long.MAX_VALUE;
    private static final long MS = 1_000_000L;
    private static final long HOUR_NS = 3_600_000_000_000L;

    @Test
    void sufficientStepsAreLive() {
        final LivenessVerdict verdict = judge(10, 20, 5, 10);
        assertLive(verdict);
        assertThat(verdict.assets()).containsExactly(
            new AssetFacts("a1", 5, 5, false, 5, BigInteger.valueOf(10), true, true),
            new AssetFacts("a2", 10, 10, false, 10, BigInteger.valueOf(10), true, true));
    }

    @Test
    void aCommonDivisorMakesUpForWhatTheSufficientConditionLacks() {
        final LivenessVerdict verdict = judge(6, 11, 9);
        assertThat(verdict.assets()).containsExactly(
            new AssetFacts("a1", 9, 9, false, 3, BigInteger.valueOf(12), false, false));
        assertLive(judge(6, 12, 9));
        assertThat(judge(6, 12, 9).assets().get(0).sufficient()).isFalse();
    }

    @Test
    void saysWhereTheSystemStopsAndByWhichAsset() {
        // T_c = 0, 100, 200; at 200 the assets are at 180 and 170, and 300 would be 130 ahead of the second.
        final LivenessVerdict verdict = Liveness.judge(
            100, 120, List.of(new Member("drone", 90), new Member("radar", 85), new Member("car", 10)));
        assertThat(verdict.live()).isFalse();
        assertThat(verdict.stopsAtNs()).isEqualTo(200);
        assertThat(verdict.stoppedBy()).isEqualTo("radar");
        assertThat(verdict.stoppedByLagNs()).isEqualTo(30);
        assertThat(verdict.assets()).extracting(AssetFacts::live).containsExactly(false, false, true);
    }

    @Test
    void oneThatTakesWhatItIsAllowedCountsAsItsGranularity() {
        final LivenessVerdict verdict =
            Liveness.judge(6, 11, List.of(new Member("taker", new Steps(90, 9, false))));
        assertThat(verdict.certain()).isTrue();
        assertThat(verdict.stopsAtNs()).isEqualTo(judge(6, 11, 9).stopsAtNs());
        assertThat(verdict.assets()).containsExactly(
            new AssetFacts("taker", 90, 9, false, 3, BigInteger.valueOf(12), false, false));
        assertLive(Liveness.judge(6, 12, List.of(new Member("taker", new Steps(90, 9, false)))));
    }

    @Test
    void wholeStepsMayStopItWhereShorterOnesDoNot() {
        final List<Member> assets = List.of(new Member("fixed", 5), new Member("whole", new Steps(10, 2, true)));
        assertLive(Liveness.judge(5, 14, assets));
        final LivenessVerdict verdict = Liveness.judge(5, 13, assets);
        assertThat(verdict.live()).isFalse();
        assertThat(verdict.certain()).isFalse();
        assertThat(verdict.stopsAtNs()).isEqualTo(15);
        assertThat(verdict.stoppedBy()).isEqualTo("whole");
        assertThat(verdict.stoppedByLagNs()).isEqualTo(9);
        // At 0 it wants 10; at 5 it has not got them.
        assertThat(Liveness.judge(5, 9, assets).stopsAtNs()).isEqualTo(5);
    }

    @Test
    void theAssetThatStopsEveryRunIsNamedBeforeOneThatMayLagMore() {
        final LivenessVerdict verdict =
            Liveness.judge(4, 6, List.of(new Member("whole", new Steps(9, 1, true)), new Member("fixed", 7)));
        assertThat(verdict.stopsAtNs()).isEqualTo(4);
        assertThat(verdict.certain()).isTrue();
        assertThat(verdict.stoppedBy()).isEqualTo("fixed");
        assertThat(verdict.stoppedByLagNs()).isEqualTo(4);
    }

    @Test
    void ofTwoThatLagEquallyTheFirstIsNamed() {
        final LivenessVerdict verdict = Liveness.judge(
            3, 4, List.of(new Member("none", 3), new Member("first", 5), new Member("second", 5)));
        assertThat(verdict.stopsAtNs()).isEqualTo(3);
        assertThat(verdict.stoppedBy()).isEqualTo("first");
    }

    @Test
    void aCoreStepBeyondTheMaxDelayStopsAtZeroAndOnlyTwoChangesHelp() {
        final LivenessVerdict verdict = judge(21, 20, 5, 7);
        assertThat(verdict.stopsAtNs()).isZero();
        assertThat(verdict.stoppedBy()).isEqualTo("a1");
        assertThat(verdict.stoppedByLagNs()).isZero();
        assertThat(verdict.fixes()).containsExactly(
            fix(new Change(MAX_DELAY, null, 20, 25)), fix(new Change(CORE_STEP, null, 21, 14)));
    }

    @Test
    void anAssetStepBeyondTheMaxDelayCannotBeMadeUpForByTheCore() {
        final LivenessVerdict verdict = judge(4, 20, 21, 5);
        assertThat(verdict.fixes()).containsExactly(
            fix(new Change(MAX_DELAY, null, 20, 24)), fix(new Change(ASSET_STEP, "a1", 21, 20)));
    }

    @Test
    void fixesOfEachKindAreTheNearest() {
        // D_max - ΔT_c = 3: asset steps up to 4 are fine, and 6, which divides ΔT_c. From 5 both are as near.
        final LivenessVerdict verdict = judge(6, 9, 9, 5, 2);
        assertThat(verdict.fixes()).containsExactly(
            fix(new Change(MAX_DELAY, null, 9, 12)),
            fix(new Change(ASSET_STEP, "a1", 9, 6), new Change(ASSET_STEP, "a2", 5, 4)),
            fix(new Change(CORE_STEP, null, 6, 3)));
    }

    @Test
    void theCoreStepMustSuitAllAssetsAndNotJustTheGreatest() {
        // With D_max = 9 an asset of step 9 wants a core step that divides 9; from 7 that is 9, which 5 cannot bear.
        assertThat(judge(7, 9, 9).fixes()).contains(fix(new Change(CORE_STEP, null, 7, 9)));
        assertThat(judge(7, 9, 9, 5).fixes()).contains(fix(new Change(CORE_STEP, null, 7, 3)));
    }

    @Test
    void aFixMayGoUpwards() {
        // D_max - ΔT_c = 0: the asset's step must divide the core's.
        final LivenessVerdict verdict = judge(12, 12, 11);
        assertThat(verdict.fixes()).containsExactly(
            fix(new Change(MAX_DELAY, null, 12, 22)),
            fix(new Change(ASSET_STEP, "a1", 11, 12)),
            fix(new Change(CORE_STEP, null, 12, 11)));
        assertThat(judge(11, 12, 12).fixes()).contains(fix(new Change(CORE_STEP, null, 11, 12)));
    }

    @Test
    void withoutAssetsNothingBindsTheCore() {
        assertLive(judge(21, 20));
        assertLive(judge(MAX, 1));
    }

    @Test
    void oneNanosecondAgainstAnHourNeedsNoStepping() {
        final LivenessVerdict verdict = judge(1, HOUR_NS - 1, HOUR_NS);
        assertThat(verdict.stopsAtNs()).isEqualTo(HOUR_NS - 1);
        assertThat(verdict.stoppedByLagNs()).isEqualTo(HOUR_NS - 1);
        assertThat(verdict.fixes()).containsExactly(
            fix(new Change(MAX_DELAY, null, HOUR_NS - 1, HOUR_NS)),
            fix(new Change(ASSET_STEP, "a1", HOUR_NS, HOUR_NS - 1)));
        assertLive(judge(1, HOUR_NS, HOUR_NS));
        assertThat(judge(10 * MS, 10 * MS + 1, 10 * MS - 1).stopsAtNs()).isEqualTo(20 * MS);
    }

    @Test
    void theStopMayLieBeyondTheEndOfTime() {
        // Coprime steps whose greatest lag comes up once in about 2^62 · 2^62.
        final long step = (1L << 62) - 1;
        final long coreStep = 1L << 61;
        final LivenessVerdict verdict = judge(coreStep, coreStep + step - 2, step);
        final BigInteger stop = verdict.stopsAtNs();
        assertThat(stop).isGreaterThan(BigInteger.valueOf(MAX));
        assertThat(stop.mod(BigInteger.valueOf(coreStep))).isZero();
        assertThat(stop.mod(BigInteger.valueOf(step))).isEqualTo(step - 1);
        assertThat(verdict.stoppedByLagNs()).isEqualTo(step - 1);
        assertLive(judge(coreStep, coreStep + step - 1, step));
    }

    @Test
    void aMaxDelayBeyondTheEndOfTimeIsNoFix() {
        final LivenessVerdict verdict = judge(MAX, MAX, MAX - 1);
        assertThat(verdict.assets().get(0).requiredMaxDelayNs())
            .isEqualTo(BigInteger.valueOf(MAX).multiply(BigInteger.TWO).subtract(BigInteger.TWO));
        assertThat(verdict.stopsAtNs()).isEqualTo(MAX);
        assertThat(verdict.fixes()).containsExactly(
            fix(new Change(ASSET_STEP, "a1", MAX - 1, MAX)), fix(new Change(CORE_STEP, null, MAX, MAX - 1)));
    }

    @Test
    void manyAssetsAndManyDivisorsAreNoTrouble() {
        final long step = 897_612_484_786_617_600L;
        final List<Member> members = new ArrayList<>();
        for (long i = 0; i < 2_000; i++) {
            members.add(new Member("a" + i, step - i * i * 7_919));
        }
        final LivenessVerdict verdict = Liveness.judge(step - 1, step + step / 3, members);
        assertThat(verdict.fixes()).hasSize(3);
        final Change core = verdict.fixes().get(2).changes().get(0);
        assertLive(Liveness.judge(core.toNs(), step + step / 3, members));
    }

    @Test
    void aStepThatIsNotGreaterThanZeroIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> judge(0, 1)).withMessageContaining("coreStepNs is 0");
        assertThatIllegalArgumentException().isThrownBy(() -> judge(1, -1)).withMessageContaining("maxDelayNs is -1");
        assertThatIllegalArgumentException().isThrownBy(() -> new Member("x", 0)).withMessageContaining("asset x is 0");
        assertThatNullPointerException().isThrownBy(() -> new Member(null, 1));
    }

    private static LivenessVerdict judge(final long coreStepNs, final long maxDelayNs, final long... stepsNs) {
        final List<Member> members = new ArrayList<>();
        for (final long stepNs : stepsNs) {
            members.add(new Member("a" + (members.size() + 1), stepNs));
        }
        return Liveness.judge(coreStepNs, maxDelayNs, members);
    }

    private static void assertLive(final LivenessVerdict verdict) {
        assertThat(verdict.live()).isTrue();
        assertThat(verdict.stopsAtNs()).isNull();
        assertThat(verdict.stoppedBy()).isNull();
        assertThat(verdict.stoppedByLagNs()).isZero();
        assertThat(verdict.fixes()).isEmpty();
    }

    private static Fix fix(final Change... changes) {
        return new Fix(List.of(changes));
    }
}
