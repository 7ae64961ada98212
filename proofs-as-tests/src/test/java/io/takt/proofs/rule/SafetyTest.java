package io.takt.proofs.rule;

import io.takt.proofs.rule.Schedules.Schedule;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.statistics.Statistics;

/**
 * (a.3) to (c.5) and S4: these hold at every moment, for any order of count-ups, readings of any age, joins, leaves and
 * resets, up to the largest long. Statements that say the same in other words have one property: (a.3), (a.4) and
 * (c.1); (b.3), (b.4) and (c.2).
 */
@Domain(Schedules.class)
@PropertyDefaults(shrinking = ShrinkingMode.FULL)
class SafetyTest {
    private static final String SEED = "4";
    private static final double OFTEN = 25.0;

    @Property(seed = SEED)
    void a3NoAssetIsAheadOfTheCore(@ForAll final Schedule schedule) {
        schedule.always(Statement.A3);
    }

    @Property(seed = SEED)
    void b3TheCoreIsNeverMoreThanTheMaxDelayAheadOfAnyAsset(@ForAll final Schedule schedule) {
        schedule.always(Statement.B3);
    }

    @Property(seed = SEED)
    void c3TheCoreIsBetweenTheFastestAssetAndTheSlowestPlusTheMaxDelay(@ForAll final Schedule schedule) {
        schedule.always(Statement.C3);
    }

    @Property(seed = SEED)
    void c4TheFastestAssetIsAtMostTheMaxDelayAheadOfTheSlowest(@ForAll final Schedule schedule) {
        schedule.always(Statement.C4);
    }

    @Property(seed = SEED)
    void c5NoTwoAssetsAreFurtherApartThanTheMaxDelay(@ForAll final Schedule schedule) {
        schedule.always(Statement.C5);
    }

    /** S4 rests on this: an older reading is never a greater one. */
    @Property(seed = SEED)
    void s4NoClockGoesBackButByAReset(@ForAll final Schedule schedule) {
        schedule.each((run, turn) -> {
            final Federate federate = run.federate();
            final long coreTimeNs = federate.core().timeNs();
            final long[] timesNs = federate.assets().stream().mapToLong(Clock::timeNs).toArray();
            run.take(turn);
            if (turn.kind() == Turn.Kind.COUNT_UP) {
                boolean back = federate.core().timeNs() < coreTimeNs;
                for (int i = 0; i < timesNs.length; i++) {
                    back |= federate.asset(i).timeNs() < timesNs[i];
                }
                run.require(!back, "(S4) no clock goes back");
            }
        });
    }

    /** S4: with an old reading no clock moves that could not with the newest. */
    @Property(seed = SEED)
    void s4WhatOldReadingsAllowTheNewestAllowToo(@ForAll final Schedule schedule) {
        schedule.each((run, turn) -> {
            final boolean allowed = isAllowed(turn, run.federate());
            final boolean progressed = run.take(turn);
            run.require(allowed || !progressed, "(S4) old readings only make the rules stricter");
        });
    }

    /** A proof about schedules in which nothing happens would be none. */
    @Property(seed = SEED)
    void schedulesHaveAllThatCanHappenInThem(@ForAll final Schedule schedule) {
        final Seen seen = new Seen();
        schedule.each(seen::take);
        check("the core progresses", seen.coreProgresses);
        check("the core retains", seen.coreRetains);
        check("an asset progresses", seen.assetProgresses);
        check("an asset retains", seen.assetRetains);
        check("an old reading retains who else would progress", seen.heldByAnOldReading);
        check("a reading is older than one used before", seen.readingGoesBack);
        check("a clock moves on after another has joined", seen.progressesAfterJoin);
        check("a clock moves on after another has left", seen.progressesAfterLeave);
        check("a clock moves on after a reset", seen.progressesAfterReset);
        check("the run is not over at the end", seen.goesOn);
        check("near the end of time", schedule.start().coreTimeNs() > Long.MAX_VALUE / 2);
    }

    private static void check(final String what, final boolean happens) {
        Statistics.label(what).collect(happens)
            .coverage(coverage -> coverage.check(true).percentage(percentage -> percentage > OFTEN));
    }

    static boolean isAllowed(final Turn turn, final Federate federate) {
        return turn.isCountUpOfCore(federate) && federate.isCoreAllowed()
            || turn.isCountUpOfAsset(federate) && federate.isAllowed(turn.asset(federate));
    }

    /** The events of a schedule. */
    private static final class Seen {
        private boolean coreProgresses;
        private boolean coreRetains;
        private boolean assetProgresses;
        private boolean assetRetains;
        private boolean heldByAnOldReading;
        private boolean readingGoesBack;
        private boolean joined;
        private boolean left;
        private boolean reset;
        private boolean progressesAfterJoin;
        private boolean progressesAfterLeave;
        private boolean progressesAfterReset;
        private boolean goesOn;

        void take(final Run run, final Turn turn) {
            final Federate federate = run.federate();
            final boolean ofCore = turn.isCountUpOfCore(federate);
            final boolean ofAsset = turn.isCountUpOfAsset(federate);
            final boolean allowed = isAllowed(turn, federate);
            final boolean progressed = run.take(turn);
            readingGoesBack |= federate.memory().wentBack();
            coreProgresses |= ofCore && progressed;
            coreRetains |= ofCore && !progressed;
            assetProgresses |= ofAsset && progressed;
            assetRetains |= ofAsset && !progressed;
            heldByAnOldReading |= allowed && !progressed;
            progressesAfterJoin |= joined && progressed;
            progressesAfterLeave |= left && progressed;
            progressesAfterReset |= reset && progressed;
            joined |= turn.kind() == Turn.Kind.JOIN;
            left |= turn.kind() == Turn.Kind.LEAVE;
            reset |= turn.kind() == Turn.Kind.RESET;
            goesOn = !federate.hasEnded();
        }
    }
}
