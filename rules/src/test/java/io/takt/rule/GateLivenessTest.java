package io.takt.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.Steps;
import io.takt.rule.GateLiveness.Link;
import io.takt.rule.GateVerdict.Fix;
import io.takt.rule.GateVerdict.Wait;
import io.takt.rule.Liveness.Member;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class GateLivenessTest {
    private static final long MAX = Long.MAX_VALUE;
    private static final long MS = 1_000_000L;

    /** The sender gets to 2 and no farther, and a whole step of 4 from 0 needs it at 3: between its times. */
    @Test
    void wholeStepsNeedTheirSenderAtTheNextTimeOfItsGrid() {
        final List<Member> assets = List.of(new Member("a", 2), new Member("whole", new Steps(4, 2, true)));
        final Link back = new Link("back", "whole", "a", 2, true);
        final GateVerdict verdict =
            GateLiveness.judge(2, 100, assets, List.of(new Link("on", "a", "whole", 1, true), back));
        assertThat(verdict.live()).isFalse();
        assertThat(verdict.certain()).isFalse();
        assertThat(verdict.fixes()).extracting(Fix::toNs).containsExactly(2L);
        assertThat(GateLiveness.judge(2, 100, assets, List.of(new Link("on", "a", "whole", 2, true), back)))
            .isSameAs(GateVerdict.LIVE);
    }

    @Test
    void withoutGatesAtStepEndsL2Decides() {
        final Link back = start("back", "a", "b", 0);
        final Link forth = start("forth", "b", "a", 0);
        assertThat(judge(6, 12, assets("a", 9, "b", 4), back, forth)).isSameAs(GateVerdict.LIVE);
        assertThat(judge(6, 11, assets("a", 9, "b", 4), back, forth)).isEqualTo(new GateVerdict(
            false,
            true,
            big(6),
            List.of(
                new Wait(null, big(6), "a", big(0), big(1), null),
                new Wait("a", big(0), null, big(6), big(9), null)),
            List.of(new Fix(null, 11, 12))));
    }

    @Test
    void aSenderMustGetAheadOfItsReceiverWithinTheMaxDelay() {
        // At 30 the sender is at 20, so the receiver does not begin its step from 0 to 30; 40 is too far for the core.
        final Link pose = end("pose", "drone", "radar", 0);
        final GateVerdict verdict = judge(10, 30, assets("drone", 20, "radar", 30), pose);
        assertThat(verdict.live()).isFalse();
        assertThat(verdict.stopsAtNs()).isEqualTo(30);
        assertThat(verdict.waits()).containsExactly(
            new Wait(null, big(30), "radar", big(0), big(10), null),
            new Wait("radar", big(0), "drone", big(20), big(30), pose),
            new Wait("drone", big(20), null, big(30), big(40), null));
        assertThat(verdict.cycle()).isEqualTo(verdict.waits());
        assertThat(verdict.fixes()).containsExactly(new Fix(null, 30, 40), new Fix(pose, 0, 10));
        assertLive(judge(10, 40, assets("drone", 20, "radar", 30), pose));
        assertLive(judge(10, 30, assets("drone", 20, "radar", 30), end("pose", "drone", "radar", 10)));
    }

    @Test
    void gatesThatWaitForEachOtherStopWhateverTheMaxDelayIs() {
        final Link back = end("back", "a", "b", 9);
        final Link forth = end("forth", "b", "a", 2);
        final GateVerdict verdict = judge(10, 45, assets("a", 10, "b", 10), back, forth);
        assertThat(verdict.stopsAtNs()).isEqualTo(40);
        assertThat(verdict.waits()).containsExactly(
            new Wait(null, big(40), "a", big(0), big(5), null),
            new Wait("a", big(0), "b", big(0), big(8), forth),
            new Wait("b", big(0), "a", big(0), big(1), back));
        assertThat(verdict.cycle()).isEqualTo(verdict.waits().subList(1, 3));
        assertThat(verdict.fixes()).containsExactly(new Fix(back, 9, 10));
        assertLive(judge(10, 45, assets("a", 10, "b", 10), end("back", "a", "b", 10), forth));
        assertThat(sufficientNs(10, assets("a", 10, "b", 10), List.of(back, forth))).isNull();
    }

    @Test
    void anAssetMayWaitForItself() {
        final Link own = end("own", "a", "a", 9);
        final GateVerdict verdict = judge(10, 25, assets("a", 10), own);
        assertThat(verdict.stopsAtNs()).isEqualTo(20);
        assertThat(verdict.cycle()).containsExactly(new Wait("a", big(0), "a", big(0), big(1), own));
        assertThat(verdict.fixes()).containsExactly(new Fix(own, 9, 10));
        assertThat(judge(10, 25, assets("a", 10), new Link("own", "a", "a", 9, true, false)).fixes())
            .as("a link that cannot be longer").isEmpty();
        assertLive(judge(10, 25, assets("a", 10), end("own", "a", "a", 10)));
        assertLive(judge(10, 25, assets("a", 10), start("own", "a", "a", 0)));
    }

    @Test
    void aStartGateMayBePartOfTheCycle() {
        final Link start = start("start", "slow", "fast", 0);
        final Link end = end("end", "fast", "late", 0);
        final GateVerdict verdict = judge(10, 40, assets("slow", 30, "fast", 10, "late", 40), start, end);
        assertThat(verdict.stopsAtNs()).isEqualTo(80);
        assertThat(verdict.waits()).containsExactly(
            new Wait(null, big(80), "late", big(40), big(50), null),
            new Wait("late", big(40), "fast", big(70), big(80), end),
            new Wait("fast", big(70), "slow", big(60), big(70), start),
            new Wait("slow", big(60), null, big(80), big(90), null));
        assertLive(judge(10, 40, assets("slow", 30, "fast", 10, "late", 40), end));
    }

    @Test
    void aDelayOfTheMaxDelayOpensEveryGate() {
        assertLive(judge(10, 20, assets("a", 10, "b", 10), end("back", "a", "b", 20), end("forth", "b", "a", 20)));
        final Link back = end("back", "a", "b", 19);
        assertThat(judge(10, 20, assets("a", 20, "b", 20), back, end("forth", "b", "a", 19)).live()).isFalse();
    }

    @Test
    void aRunDecidesWhereTheSufficientConditionDoesNot() {
        final Link first = end("first", "a", "b", 0);
        final Link second = end("second", "b", "c", 0);
        assertThat(sufficientNs(1, assets("a", 2, "b", 1, "c", 2), List.of(first, second)))
            .isEqualTo(3);
        assertLive(judge(1, 2, assets("a", 2, "b", 1, "c", 2), first, second));
        assertThat(judge(1, 1, assets("a", 2, "b", 1, "c", 2), first, second).fixes())
            .containsExactly(new Fix(null, 1, 2));
    }

    @Test
    void theSufficientMaxDelayIsForAssetsThatJoinLateToo() {
        final Link pose = end("pose", "drone", "radar", 0);
        assertLive(judge(10, 20, assets("drone", 20, "radar", 20), pose));
        assertThat(sufficientNs(10, assets("drone", 20, "radar", 20), List.of(pose)))
            .isEqualTo(30);
        assertThat(sufficientFor(end("pose", "drone", "radar", 9))).isEqualTo(40);
        assertThat(sufficientFor(end("pose", "drone", "radar", 10))).isEqualTo(30);
        assertThat(sufficientFor(start("pose", "drone", "radar", 0))).isEqualTo(30);
        assertThat(sufficientFor(end("loose", "drone", "radar", 90), end("tight", "drone", "radar", 0),
            end("loose", "drone", "radar", 90))).isEqualTo(40);
        assertThat(sufficientNs(6, assets("a", 9), List.of())).isEqualTo(12);
        assertThat(sufficientNs(6, List.of(), List.of())).isZero();
    }

    @Test
    void theAssetThatStopsTheCoreFirstIsNamed() {
        final Link pose = end("pose", "drone", "radar", 0);
        final GateVerdict both = judge(10, 30, assets("tower", 40, "drone", 20, "radar", 30), pose);
        assertThat(both.stopsAtNs()).isEqualTo(30);
        assertThat(both.waits()).extracting(Wait::awaited).containsExactly("tower", null);
        assertThat(both.fixes()).containsExactly(new Fix(null, 30, 40));
        final GateVerdict laterNamed = judge(10, 30, assets("x", 10, "drone", 20, "radar", 30, "tower", 40), pose);
        assertThat(laterNamed.waits()).extracting(Wait::awaited).containsExactly("radar", "drone", null);
        final GateVerdict radarFirst = judge(10, 30, assets("drone", 20, "radar", 30, "tower", 40), pose);
        assertThat(radarFirst.waits()).extracting(Wait::awaited).containsExactly("radar", "drone", null);
        final GateVerdict earlier = judge(10, 30, assets("drone", 20, "radar", 30, "tower", 31), pose);
        assertThat(earlier.stopsAtNs()).isEqualTo(30);
        assertThat(earlier.waits()).extracting(Wait::awaited).containsExactly("radar", "drone", null);
        final GateVerdict later = judge(10, 30, assets("drone", 20, "radar", 30, "tower", 22), pose);
        assertThat(later.stopsAtNs()).isEqualTo(30);
        assertThat(later.fixes()).containsExactly(new Fix(null, 30, 40), new Fix(pose, 0, 10));
        final GateVerdict byL2 = judge(10, 20, assets("drone", 10, "radar", 20, "tower", 30), pose);
        assertThat(byL2.stopsAtNs()).isEqualTo(20);
        assertThat(byL2.waits()).extracting(Wait::awaited).containsExactly("tower", null);
    }

    @Test
    void partsThatNoGateConnectsAreJudgedApart() {
        final Link good = end("good", "a", "b", 0);
        final Link bad = end("bad", "drone", "radar", 0);
        final GateVerdict verdict = judge(10, 30,
            assets("a", 10, "drone", 20, "b", 20, "radar", 30), good, bad);
        assertThat(verdict.stopsAtNs()).isEqualTo(30);
        assertThat(verdict.waits()).extracting(Wait::awaited).containsExactly("radar", "drone", null);
        // The steps of all together have no period that could be run through.
        final List<Member> assets = new ArrayList<>(assets("drone", 20 * MS, "radar", 30 * MS));
        final List<Link> links = new ArrayList<>(List.of(bad));
        for (int i = 0; i < 6; i++) {
            final long stepNs = 16_666_667 - 2 * i;
            assets.addAll(assets("in" + i, stepNs, "out" + i, stepNs));
            links.add(end("c" + i, "in" + i, "out" + i, 0));
        }
        assertThat(GateLiveness.judge(10 * MS, 30 * MS, assets, links).stopsAtNs()).isEqualTo(30 * MS);
        assertLive(GateLiveness.judge(10 * MS, 40 * MS, assets, links));
    }

    /** By the sufficient condition no D_max would do, as gates wait for each other. */
    @Test
    void theSmallestMaxDelayIsFoundEvenIfNoneIsSufficient() {
        final List<Member> assets = assets("a", 12, "b", 6, "c", 12, "d", 9);
        final List<Link> ring = List.of(
            end("ab", "a", "b", 5), start("bc", "b", "c", 5), end("cd", "c", "d", 0), end("da", "d", "a", 7));
        assertThat(sufficientNs(6, assets, ring)).isNull();
        assertThat(GateLiveness.judge(6, 13, assets, ring).fixes()).contains(new Fix(null, 13, 18));
        assertLive(GateLiveness.judge(6, 18, assets, ring));
    }

    /** Which it is not if it is looked for among all links, or from the first link on. */
    @Test
    void theDelayIsThatOfALinkOnTheCycle() {
        final GateVerdict verdict = judge(10, 45, assets("a", 10, "b", 10, "c", 10),
            end("idle", "c", "a", 10), end("back", "a", "b", 2), end("forth", "b", "a", 9));
        assertThat(verdict.cycle()).extracting(wait -> wait.link().channel()).containsExactly("forth", "back");
        assertThat(verdict.fixes()).containsExactly(new Fix(end("forth", "b", "a", 9), 9, 10));
    }

    @Test
    void thousandsOfAssetsAreJudgedAtOnce() {
        final int count = 2_000;
        final List<Member> equal = new ArrayList<>();
        final List<Member> various = new ArrayList<>();
        final List<Link> chain = new ArrayList<>();
        final List<Link> broadcast = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            equal.add(new Member("a" + i, 10));
            various.add(new Member("a" + i, i == 0 ? 20 : 30));
            chain.add(end("chain", "a" + (count - 1 - i), "a" + Math.floorMod(count - 2 - i, count), 0));
            broadcast.add(end("broadcast", "a0", "a" + i, i == 0 ? 20 : 0));
        }
        assertLive(GateLiveness.judge(10, 10, equal, chain.subList(0, count - 1)));
        final GateVerdict ring = GateLiveness.judge(10, 30, equal, chain);
        assertThat(ring.waits()).hasSize(count + 1);
        assertThat(ring.cycle()).hasSize(count);
        assertThat(ring.fixes()).containsExactly(new Fix(chain.get(count - 2), 0, 10));
        assertThat(GateLiveness.judge(10, 39, various, broadcast).fixes()).containsExactly(new Fix(null, 39, 40));
        assertLive(GateLiveness.judge(10, 40, various, broadcast));
        Collections.reverse(various);
        assertLive(GateLiveness.judge(10, 40, various, broadcast));
    }

    @Test
    void anOpenVerdictComesWithASufficientMaxDelay() {
        final List<Member> assets = assets("a", 999_999_937, "b", 999_999_929);
        final Link link = end("link", "a", "b", 0);
        assertThatThrownBy(() -> judge(1_000_000_007, 2_900_000_000L, assets, link))
            .isInstanceOf(TooManyCasesException.class)
            .hasMessageContaining("50000000 cases").hasMessageContaining("a D_max of 2999999871 ns would do");
        assertLive(judge(1_000_000_007, 2_999_999_871L, assets, link));
        final GateVerdict atOnce = judge(1_000_000_007, 1_000_000_006, assets, link);
        assertThat(atOnce.stopsAtNs()).isZero();
        assertThat(atOnce.fixes()).as("the smallest of them cannot be told").isEmpty();
    }

    @Test
    void noSumOverflowsAtTheEndOfTime() {
        assertLive(judge(MAX, MAX, assets("a", MAX, "b", MAX), end("x", "a", "b", MAX), start("y", "b", "a", MAX)));
        assertLive(judge(1, MAX, assets("a", 1, "b", 1), end("x", "a", "b", 0), start("y", "b", "a", MAX - 1)));
        assertLive(judge(1, MAX, assets("a", 1L << 61, "b", 3), end("x", "a", "b", 0)));
        assertThat(judge(MAX, MAX, assets("a", MAX - 1, "b", MAX), end("x", "a", "b", MAX - 1)).fixes()).isEmpty();
        assertThat(sufficientNs(1, assets("a", MAX, "b", MAX), List.of(end("x", "a", "b", 0))))
            .isNull();
    }

    @Test
    void impossibleGatesAreRefused() {
        final List<Member> assets = assets("a", 1, "b", 1);
        assertThatIllegalArgumentException().isThrownBy(() -> judge(0, 1, assets))
            .withMessageContaining("coreStepNs is 0");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> sufficientNs(-1, assets, List.of()))
            .withMessageContaining("coreStepNs is -1");
        assertThatIllegalArgumentException().isThrownBy(() -> judge(1, 0, assets))
            .withMessageContaining("maxDelayNs is 0");
        assertThatIllegalArgumentException().isThrownBy(() -> judge(1, 1, assets("a", 1, "a", 2)))
            .withMessageContaining("two assets are called a");
        assertThatIllegalArgumentException().isThrownBy(() -> judge(1, 1, assets, end("pose", "a", "c", 0)))
            .withMessage("a link of channel pose is of asset c, which is not there");
        assertThatIllegalArgumentException().isThrownBy(() -> judge(1, 1, assets, end("pose", "d", "b", 0)))
            .withMessage("a link of channel pose is of asset d, which is not there");
        assertThatIllegalArgumentException().isThrownBy(() -> end("pose", "a", "b", -1))
            .withMessage("delayNs of channel pose is -1, must not be less than 0");
        assertThatNullPointerException().isThrownBy(() -> end(null, "a", "b", 0));
    }

    @Test
    void withoutAssetsNothingBindsTheCore() {
        assertLive(judge(21, 20, List.of()));
    }

    private static GateVerdict judge(
        final long coreStepNs, final long maxDelayNs, final List<Member> assets, final Link... links) {
        return GateLiveness.judge(coreStepNs, maxDelayNs, assets, List.of(links));
    }

    private static BigInteger sufficientNs(final long coreStepNs, final List<Member> assets, final List<Link> links) {
        return SufficientDelay.withLateJoiners(GatedSystem.of(coreStepNs, MAX, assets, links)).ofAllNs();
    }

    private static BigInteger sufficientFor(final Link... links) {
        return sufficientNs(10, assets("drone", 20, "radar", 30), List.of(links));
    }

    /** Names and steps in turn. */
    private static List<Member> assets(final Object... namesAndSteps) {
        final List<Member> assets = new ArrayList<>();
        for (int i = 0; i < namesAndSteps.length; i += 2) {
            assets.add(new Member((String) namesAndSteps[i], ((Number) namesAndSteps[i + 1]).longValue()));
        }
        return assets;
    }

    private static Link start(final String channel, final String from, final String to, final long delayNs) {
        return new Link(channel, from, to, delayNs, false);
    }

    private static Link end(final String channel, final String from, final String to, final long delayNs) {
        return new Link(channel, from, to, delayNs, true);
    }

    private static void assertLive(final GateVerdict verdict) {
        assertThat(verdict).isSameAs(GateVerdict.LIVE);
        assertThat(verdict.cycle()).isEmpty();
    }

    private static BigInteger big(final long value) {
        return BigInteger.valueOf(value);
    }
}
