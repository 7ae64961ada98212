package io.takt.proofs.rule;

import io.takt.proofs.rule.Schedules.Schedule;
import io.takt.proofs.rule.Turn.Kind;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.domains.Domain;

/**
 * L2 rests on this: no count-up takes away another's permission, so the order of count-ups does not matter.
 *
 * <p>A count-up is allowed by (d.1) and (d.2); {@link ProgressTest} checks that the shipped classes obey these.
 */
@Domain(Schedules.class)
@PropertyDefaults(shrinking = ShrinkingMode.FULL)
class PersistenceTest {
    private static final String SEED = "9";

    /**
     * A joiner, too, leaves all others what they are allowed: it starts at T_c, and a core that is allowed to move with
     * assets there has ΔT_c ≤ D_max. So does an asset that leaves but for the last, since alone the core retains.
     */
    @Property(seed = SEED)
    void l2AnAllowedCountUpStaysAllowedUntilItIsMade(@ForAll final Schedule schedule) {
        schedule.each((run, turn) -> {
            final Federate federate = run.federate();
            final List<Clock> allowed = allowed(federate);
            final Clock mover = turn.kind() != Kind.COUNT_UP ? null
                : turn.isCountUpOfCore(federate) ? federate.core() : federate.asset(turn.asset(federate));
            run.take(turn);
            final List<Clock> still = allowed(federate);
            run.require(turn.kind() == Kind.RESET || federate.size() == 0 || allowed.stream()
                    .allMatch(clock -> clock == mover || still.contains(clock) || isGone(clock, federate)),
                "(L2) an allowed count-up stays allowed until it is made");
        });
    }

    /** And then nothing can move any more by newest readings. */
    @Property(seed = SEED)
    void l2TheHubEndsARunOnlyWhereNothingCanMove(@ForAll final Schedule schedule) {
        schedule.each((run, turn) -> {
            run.take(turn);
            run.require(!run.federate().hasEnded() || allowed(run.federate()).isEmpty(),
                "(L2) the hub ends a run only where nothing can move");
        });
    }

    @Property(seed = SEED)
    void l2AllowedCountUpsCommute(@ForAll final Schedule schedule) {
        final List<Integer> allowed = allowedParties(schedule.run().federate());
        for (final int one : allowed) {
            for (final int other : allowed) {
                final Run oneFirst = schedule.run();
                final Run otherFirst = schedule.run();
                if (one != other) {
                    final boolean all = countsUp(oneFirst, one) & countsUp(oneFirst, other)
                        & countsUp(otherFirst, other) & countsUp(otherFirst, one);
                    oneFirst.require(all && times(oneFirst.federate()).equals(times(otherFirst.federate())),
                        "(L2) allowed count-ups commute");
                }
            }
        }
    }

    private static boolean countsUp(final Run run, final int party) {
        return run.take(Turn.countUpOf(party));
    }

    private static List<Clock> allowed(final Federate federate) {
        return allowedParties(federate).stream()
            .map(party -> party == 0 ? federate.core() : federate.asset(party - 1)).toList();
    }

    /** 0 for the core, else one more than the asset's index. */
    private static List<Integer> allowedParties(final Federate federate) {
        return IntStream.rangeClosed(0, federate.size())
            .filter(party -> party == 0 ? federate.isCoreAllowed() : federate.isAllowed(party - 1))
            .boxed().toList();
    }

    private static boolean isGone(final Clock clock, final Federate federate) {
        return clock != federate.core() && !federate.assets().contains(clock);
    }

    private static List<Long> times(final Federate federate) {
        return IntStream.rangeClosed(0, federate.size())
            .mapToObj(party -> party == 0 ? federate.core().timeNs() : federate.asset(party - 1).timeNs()).toList();
    }
}
