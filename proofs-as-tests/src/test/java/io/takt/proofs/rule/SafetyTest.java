package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** (c.3), and (c.5) that follows from it, under every schedule and with readings of any age. */
class SafetyTest {
    private static final String SEED = "3";
    private static final int TRIES = 2_000;
    /** With this unit for a nanosecond, 255 of them are the end of time. */
    private static final long HUGE = 1L << 55;
    private static final double USUALLY = 50.0;

    /**
     * Clocks that are safe to begin with, at any time.
     *
     * @param unitNs     what the numbers of units are of.
     * @param coreTimeNs T_c.
     * @param coreStep   ΔT_c in units.
     * @param maxDelay   D_max in units.
     * @param members    the assets.
     */
    record Start(long unitNs, long coreTimeNs, long coreStep, long maxDelay, List<Member> members) {
        Federate federate() {
            final Federate federate = new Federate(coreTimeNs, coreStep * unitNs, maxDelayNs());
            for (final Member member : members) {
                final long lagNs = Math.min(member.lag * unitNs, Math.min(maxDelayNs(), coreTimeNs));
                federate.join(coreTimeNs - lagNs, member.step * unitNs);
            }
            return federate;
        }

        long maxDelayNs() {
            return maxDelay * unitNs;
        }
    }

    /** An asset's step and how far it is behind at the start, in units. */
    record Member(long step, long lag) {
    }

    @Property(seed = SEED, tries = TRIES)
    void c3HoldsUnderEverySchedule(
        @ForAll("starts") final Start start, @ForAll("schedules") final List<Turn> schedule) {
        final Federate federate = start.federate();
        boolean moved = false;
        for (final Turn turn : schedule) {
            moved |= turn.takeFresh(federate);
            assertSafe(federate, start.maxDelayNs());
        }
        assertUsuallyMoved(moved);
    }

    @Property(seed = SEED, tries = TRIES)
    void s4C3HoldsHoweverStaleTheReadingsAre(
        @ForAll("starts") final Start start, @ForAll("schedules") final List<Turn> schedule) {
        final Federate federate = start.federate();
        boolean moved = false;
        for (final Turn turn : schedule) {
            moved |= turn.take(federate);
            assertSafe(federate, start.maxDelayNs());
        }
        assertUsuallyMoved(moved);
    }

    private static void assertSafe(final Federate federate, final long maxDelayNs) {
        final long coreTimeNs = federate.core().timeNs();
        long leastNs = coreTimeNs;
        long mostNs = 0;
        for (int i = 0; i < federate.size(); i++) {
            leastNs = Math.min(leastNs, federate.asset(i).timeNs());
            mostNs = Math.max(mostNs, federate.asset(i).timeNs());
        }
        assertThat(mostNs).as("max T_i ≤ T_c").isLessThanOrEqualTo(coreTimeNs);
        assertThat(coreTimeNs - leastNs).as("T_c - min T_i ≤ D_max").isLessThanOrEqualTo(maxDelayNs);
        assertThat(mostNs - leastNs).as("|T_i - T_j| ≤ D_max").isLessThanOrEqualTo(maxDelayNs);
    }

    /** A proof about clocks that stand still would be none. */
    private static void assertUsuallyMoved(final boolean moved) {
        Statistics.label("moved").collect(moved)
            .coverage(coverage -> coverage.check(true).percentage(percentage -> percentage > USUALLY));
    }

    @Provide
    Arbitrary<Start> starts() {
        final Arbitrary<Long> units = Arbitraries.of(1L, 1L, HUGE);
        final Arbitrary<Long> times = Arbitraries.oneOf(
            Arbitraries.longs().between(0, 1_000),
            Arbitraries.longs().between(Long.MAX_VALUE - 1_000, Long.MAX_VALUE),
            Arbitraries.longs().between(0, Long.MAX_VALUE));
        final Arbitrary<Long> steps = Arbitraries.longs().between(1, 40);
        final Arbitrary<Long> delays = Arbitraries.longs().between(1, 120);
        final Arbitrary<Member> members = Combinators.combine(steps, Arbitraries.longs().between(0, 120))
            .as(Member::new);
        return Combinators.combine(units, times, steps, delays, members.list().ofMinSize(1).ofMaxSize(4))
            .as(Start::new);
    }

    @Provide
    Arbitrary<List<Turn>> schedules() {
        return Turn.schedules();
    }
}
