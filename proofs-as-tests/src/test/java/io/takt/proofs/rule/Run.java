package io.takt.proofs.rule;

import io.takt.proofs.rule.Schedules.Start;

/** A federate going through a schedule, with a record of it that can be printed when a statement is violated. */
final class Run {
    private final long unitNs;
    private final Federate federate;
    private final Staircase staircase;

    Run(final Start start) {
        unitNs = start.unitNs();
        federate = start.federate();
        staircase = new Staircase(federate);
    }

    Federate federate() {
        return federate;
    }

    /** Takes a turn and tells whether a clock counted up and progressed. */
    boolean take(final Turn turn) {
        return switch (turn.kind()) {
            case COUNT_UP -> turn.isCountUpOfCore(federate) ? countUpCore(turn) : countUpAsset(turn);
            case JOIN -> join(turn);
            case LEAVE -> leave(turn);
            case RESET -> reset();
        };
    }

    private boolean countUpCore(final Turn turn) {
        final Staircase.Entry entry = staircase.countUp(federate.core());
        return entry.ended(federate.coreCountsUp(turn::ageOf), federate);
    }

    private boolean countUpAsset(final Turn turn) {
        final int asset = turn.asset(federate);
        final Staircase.Entry entry = staircase.countUp(federate.asset(asset));
        return entry.ended(federate.assetCountsUp(asset, turn::ageOf), federate);
    }

    private boolean join(final Turn turn) {
        if (federate.size() < Turn.MOST_ASSETS && !federate.hasEnded()) {
            federate.join(turn.step() * unitNs);
            staircase.joined(federate.asset(federate.size() - 1)).ended(false, federate);
        }
        return false;
    }

    private boolean leave(final Turn turn) {
        if (federate.size() > 0 && !federate.hasEnded()) {
            final int asset = turn.asset(federate);
            final Staircase.Entry entry = staircase.leaves(federate.asset(asset));
            federate.leave(asset);
            entry.ended(false, federate);
        }
        return false;
    }

    private boolean reset() {
        if (!federate.hasEnded()) {
            federate.reset();
            staircase.reset().ended(false, federate);
        }
        return false;
    }

    void require(final Statement statement) {
        require(statement.holds(federate), statement.text());
    }

    /** Fails with the schedule so far as a staircase, under the statement that it violates. */
    void require(final boolean holds, final String statement) {
        if (!holds) {
            throw new AssertionError(statement + " is violated:\n" + staircase);
        }
    }
}
