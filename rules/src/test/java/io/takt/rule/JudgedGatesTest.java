package io.takt.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.rule.GateLiveness.Link;
import io.takt.rule.Liveness.Member;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The systems that are looked at, by their number of cases, and the answer when these are too many. */
class JudgedGatesTest {
    private static final long FEW = 10_000;
    private static final long PRIME = 1_000_000_007;
    private static final long LESS = 999_999_937;

    @Test
    void aVerdictThatNeedsTooManyCasesIsRefused() {
        final GatedSystem unknown = system(PRIME, 2_900_000_000L, steps(LESS, 999_999_929), end(0, 1, 0));
        assertThatThrownBy(() -> judge(unknown)).isInstanceOf(TooManyCasesException.class)
            .hasMessageEndingWith("and a D_max of 2999999871 ns would do in any case");
        // Each waits for the other where the first is 123457 ns ahead of the second, and comes there late.
        final GatedSystem waiting = system(PRIME, 5 * PRIME, steps(PRIME, 618_033_989),
            end(1, 0, PRIME + 123_456), end(0, 1, 618_033_989 - 123_458));
        assertThatThrownBy(() -> judge(waiting)).isInstanceOf(TooManyCasesException.class)
            .hasMessageEndingWith("make fewer");
    }

    @Test
    void thatItStopsIsSaidEvenIfItTakesTooLongToTellWhere() {
        final JudgedGates judged =
            judge(system(PRIME, PRIME + LESS - 2, steps(LESS, PRIME), end(0, 1, PRIME)));
        assertThat(judged.live()).isFalse();
        assertThat(judged.stopsAtNs()).isNull();
        assertThat(judged.waits()).isEmpty();
    }

    @Test
    void whereGatesAtStepEndsHoldNoAssetNoRunIsNeeded() {
        final LivenessVerdict withoutGates = Liveness.judge(PRIME, PRIME + LESS - 2, members(steps(LESS, PRIME)));
        assertThat(withoutGates.live()).isFalse();
        final JudgedGates start =
            new JudgedGates(system(PRIME, PRIME + LESS - 2, steps(LESS, PRIME), start(0, 1, 0)), new Cases(0));
        assertThat(start.stopsAtNs()).isEqualTo(withoutGates.stopsAtNs());
        final JudgedGates idle = new JudgedGates(
            system(PRIME, PRIME + LESS - 2, steps(LESS, PRIME), end(0, 1, PRIME + LESS - 2)), new Cases(0));
        assertThat(idle.stopsAtNs()).isEqualTo(withoutGates.stopsAtNs());
        final JudgedGates enough = new JudgedGates(system(10, 40, steps(20, 30), end(0, 1, 0)), new Cases(0));
        assertThat(enough.live()).isTrue();
    }

    /**
     * The first three are; with the assets that wait for the first of them the period would be 323323 times as long.
     */
    @Test
    void onlyAssetsWithoutTheSufficientConditionAreRunWithThoseThatTheyWaitFor() {
        final long[] steps = {2, 1, 20, 7, 7, 11, 11, 13, 13, 17, 17, 19, 19};
        final List<Link> links = new ArrayList<>(List.of(end(0, 1, 0), end(1, 2, 0)));
        for (int i = 3; i < steps.length; i += 2) {
            links.add(start(0, i, 0));
            links.add(end(i, i + 1, 0));
        }
        final GatedSystem system = system(1, 20, steps, links.toArray(Link[]::new));
        assertThat(new JudgedGates(system, new Cases(1_000)).live()).isTrue();
    }

    /** Apart they have periods of 7 to 11 steps of the core, together of 27720. */
    @Test
    void partsThatNoGateConnectsAreRunApart() {
        final long[] steps = {7, 1, 7, 8, 1, 8, 9, 1, 9, 5, 1, 10, 11, 1, 11};
        final List<Link> links = new ArrayList<>();
        for (int i = 0; i < steps.length; i += 3) {
            links.add(end(i, i + 1, 0));
            links.add(end(i + 1, i + 2, 0));
        }
        final GatedSystem system = system(1, 12, steps, links.toArray(Link[]::new));
        final JudgedGates judged = new JudgedGates(system, new Cases(1_000));
        assertThat(judged.live()).isTrue();
        assertThat(judged.stopsAtNs()).isNull();
        assertThat(judged.waits()).isEmpty();
    }

    private static JudgedGates judge(final GatedSystem system) {
        return new JudgedGates(system, new Cases(FEW));
    }

    private static GatedSystem system(
        final long coreStep, final long maxDelay, final long[] steps, final Link... links) {
        return GatedSystem.of(coreStep, maxDelay, members(steps), List.of(links));
    }

    private static List<Member> members(final long[] steps) {
        final List<Member> members = new ArrayList<>();
        for (final long step : steps) {
            members.add(new Member("a" + members.size(), step));
        }
        return members;
    }

    private static long[] steps(final long... steps) {
        return steps;
    }

    private static Link start(final int from, final int to, final long delay) {
        return new Link("start", "a" + from, "a" + to, delay, false);
    }

    private static Link end(final int from, final int to, final long delay) {
        return new Link("end", "a" + from, "a" + to, delay, true);
    }
}
