package io.takt.rule;

import static io.takt.rule.Report.CORE;
import static io.takt.rule.Report.SLOWEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.rule.Liveness.Member;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TreeLivenessTest {
    private static final long MS = 1_000_000L;

    @Test
    void aFederateAloneIsJudgedAsByL2() {
        final Random random = new Random(3);
        int stopped = 0;
        for (int i = 0; i < 2_000; i++) {
            final long core = 1 + random.nextInt(40);
            final long maxDelay = 1 + random.nextInt(90);
            final long[] steps = random.longs(1 + random.nextInt(3), 1, 40).toArray();
            final LivenessVerdict flat = Liveness.judge(core, maxDelay, assets(steps));
            final TreeVerdict tree = TreeLiveness.judge(federate("r", core, maxDelay, CORE, steps));
            assertThat(tree.live()).isEqualTo(flat.live());
            if (!flat.live()) {
                stopped++;
                assertThat(tree.stopsAtNs()).isEqualTo(flat.stopsAtNs());
                assertThat(tree.stoppedInAtNs()).isEqualTo(flat.stopsAtNs());
                assertThat(tree.stoppedIn()).containsExactly("r");
                assertThat(tree.stoppedBy()).containsExactly(flat.stoppedBy());
                assertThat(tree.stoppedByLagNs()).isEqualTo(flat.stoppedByLagNs());
                assertThat(tree.requiredMaxDelayNs().longValueExact())
                    .isEqualTo(flat.fixes().get(0).changes().get(0).toNs());
            }
        }
        assertThat(stopped).isBetween(500, 1_500);
    }

    @Test
    void coreReportsAreJudgedFederateByFederate() {
        assertThat(TreeLiveness.judge(
            federate("r", 10, 20, CORE, List.of(federate("c", 10, 14, CORE, 5)), 10)).live()).isTrue();
        // c alone stops at 10, where its asset is at 6; then r stops 20 beyond that.
        assertThat(TreeLiveness.judge(federate("r", 10, 20, CORE, List.of(federate("c", 10, 13, CORE, 6)), 10)))
            .isEqualTo(new TreeVerdict(
                false, big(30), List.of("r", "c"), big(10), List.of("a0"), big(4), big(14)));
    }

    @Test
    void slowestReportsNestTheFloors() {
        // At 18 the child is at 10 and its second asset at 7, and 24 would be 17 ahead.
        final Federate slowest = federate("r", 6, 12, CORE, List.of(federate("c", 10, 20, SLOWEST, 5, 7)), 6);
        assertThat(TreeLiveness.judge(slowest)).isEqualTo(new TreeVerdict(
            false, big(18), List.of("r"), big(18), List.of("c", "a1"), big(11), big(20)));
        assertThat(TreeLiveness.judge(federate("r", 6, 20, CORE, List.of(federate("c", 10, 20, SLOWEST, 5, 7)), 6))
            .live()).isTrue();
        assertThat(TreeLiveness.judge(federate("r", 6, 19, CORE, List.of(federate("c", 10, 20, SLOWEST, 5, 7)), 6))
            .live()).isFalse();
        assertThat(TreeLiveness.judge(federate("r", 6, 14, CORE, List.of(federate("c", 10, 20, CORE, 5, 7)), 6))
            .live()).isTrue();
    }

    @Test
    void theReasonIsLookedForBelowAMemberThatIsHeldBackItself() {
        final Federate deep = federate("d", 4, 4, CORE, 3);
        final Federate middle = federate("m", 2, 100, SLOWEST, List.of(deep), 2);
        final TreeVerdict verdict = TreeLiveness.judge(federate("r", 2, 50, CORE, List.of(middle), 2));
        // d stops at 4 with its asset at 3; m could go on to 104, but r stops 50 beyond 4.
        assertThat(verdict.stoppedIn()).containsExactly("r", "m", "d");
        assertThat(verdict.stopsAtNs()).isEqualTo(54);
        assertThat(verdict.stoppedInAtNs()).isEqualTo(4);
        assertThat(verdict.stoppedBy()).containsExactly("a0");
        assertThat(verdict.requiredMaxDelayNs()).isEqualTo(6);
    }

    @Test
    void withoutMembersNothingBindsACore() {
        assertThat(TreeLiveness.judge(federate("r", 9, 1, CORE))).isSameAs(TreeVerdict.LIVE);
        final Federate childWithout = federate("c", 9, 1, SLOWEST);
        assertThat(TreeLiveness.judge(federate("r", 3, 9, CORE, List.of(childWithout))).live()).isTrue();
        assertThat(TreeLiveness.judge(federate("r", 3, 8, CORE, List.of(childWithout))).live()).isFalse();
    }

    @Test
    void aCoreStepBeyondTheMaxDelayStopsAtZero() {
        final TreeVerdict verdict =
            TreeLiveness.judge(federate("r", 6, 5, CORE, List.of(federate("c", 2, 9, SLOWEST, 1))));
        assertThat(verdict.stopsAtNs()).isZero();
        assertThat(verdict.requiredMaxDelayNs()).isEqualTo(6);
    }

    @Test
    void aThousandKindsOfAssetsInATreeOfMillisecondsAreJudgedByTheirSteps() {
        final long[] steps = LongStream.rangeClosed(1, 1_000).map(step -> step * MS).toArray();
        final List<Federate> children = IntStream.range(0, 20)
            .mapToObj(child -> federate("c" + child, (child + 1) * MS, 3_000 * MS, SLOWEST, steps)).toList();
        assertThat(TreeLiveness.judge(federate("r", 10 * MS, 3_000 * MS, CORE, children)).live()).isTrue();
        final TreeVerdict tight = TreeLiveness.judge(federate("r", 10 * MS, 1_000 * MS, CORE, children));
        assertThat(tight.live()).isFalse();
        // The child of 19 ms lags by 18, its asset of 999 ms by 998 more.
        assertThat(tight.requiredMaxDelayNs()).isEqualTo(1_026 * MS);
    }

    @Test
    void aTreeThatStopsIsToldEvenWhenWhatWouldBeEnoughIsNot() {
        final TreeVerdict verdict = TreeLiveness.judge(federate("r", 1_000_000_007L, 1_000_000_006L, CORE,
            List.of(federate("c", 999_999_937L, 5_000_000_000L, SLOWEST,
                List.of(federate("d", 999_999_929L, 5_000_000_000L, SLOWEST, 999_999_893L))))));
        assertThat(verdict.stopsAtNs()).isZero();
        assertThat(verdict.requiredMaxDelayNs()).isNull();
    }

    @Test
    void anOpenVerdictIsSaidToBeOpen() {
        final Federate unrelated = federate("r", 1_000_000_007L, 2_000_000_007L, CORE,
            List.of(federate("c", 999_999_937L, 3_000_000_000L, SLOWEST, 999_999_929L)));
        assertThatThrownBy(() -> TreeLiveness.judge(unrelated))
            .isInstanceOf(TooManyCasesException.class).hasMessageContaining("20000000 cases");
    }

    private static Federate federate(
        final String name, final long coreStepNs, final long maxDelayNs, final Report report, final long... stepsNs) {
        return federate(name, coreStepNs, maxDelayNs, report, List.of(), stepsNs);
    }

    private static Federate federate(
        final String name,
        final long coreStepNs,
        final long maxDelayNs,
        final Report report,
        final List<Federate> children,
        final long... stepsNs) {
        return new Federate(name, coreStepNs, maxDelayNs, report, assets(stepsNs), children);
    }

    private static List<Member> assets(final long... stepsNs) {
        final List<Member> assets = new ArrayList<>();
        for (final long stepNs : stepsNs) {
            assets.add(new Member("a" + assets.size(), stepNs));
        }
        return assets;
    }

    private static BigInteger big(final long value) {
        return BigInteger.valueOf(value);
    }
}
