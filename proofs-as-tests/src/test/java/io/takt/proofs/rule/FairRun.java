package io.takt.proofs.rule;

import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Runs a system by the shipped rules, from 0, until nothing can move or the core has come far enough. The schedule is
 * random but fair: each party has a speed of its own, every round shuffles them all, and readings may be old, but not
 * for ever.
 */
final class FairRun {
    private static final int GREATEST_SPEED = 4;

    private final Federate federate;
    private final Random random;
    private final int[] turns;

    private FairRun(final Parameters parameters, final long seed) {
        federate = Federate.atZero(parameters);
        random = new Random(seed);
        turns = turns();
    }

    /**
     * Where everything has come to rest for good.
     *
     * @param coreTimeNs the core's time.
     * @param blocker    the asset with the greatest lag, the first of them.
     * @param lagNs      its lag.
     */
    record Stop(long coreTimeNs, int blocker, long lagNs) {
    }

    /** Empty when the core passes the given time. */
    static Optional<Stop> stop(final Parameters parameters, final long passedNs, final long seed) {
        return new FairRun(parameters, seed).until(passedNs);
    }

    private Optional<Stop> until(final long passedNs) {
        while (federate.core().timeNs() <= passedNs) {
            if (!round() && !somebodyMoves()) {
                return Optional.of(stopHere());
            }
        }
        return Optional.empty();
    }

    /** Every party as often as its speed says; who it is is a number as in {@link Turn}. */
    private int[] turns() {
        return IntStream.rangeClosed(0, federate.size())
            .flatMap(party -> IntStream.range(0, 1 + random.nextInt(GREATEST_SPEED)).map(turn -> party))
            .toArray();
    }

    private boolean round() {
        boolean moved = false;
        for (int i = turns.length - 1; i >= 0; i--) {
            final int chosen = random.nextInt(i + 1);
            final int party = turns[chosen];
            turns[chosen] = turns[i];
            turns[i] = party;
            moved |= countUp(party);
        }
        return moved;
    }

    private boolean countUp(final int party) {
        return party == 0
            ? federate.coreCountsUp(number -> random.nextInt(3))
            : federate.assetCountsUp(party - 1, random.nextInt(3));
    }

    private boolean somebodyMoves() {
        boolean moves = federate.coreCountsUp(Federate.FRESH);
        for (int i = 0; i < federate.size(); i++) {
            moves |= federate.assetCountsUp(i, 0);
        }
        return moves;
    }

    private Stop stopHere() {
        int blocker = 0;
        for (int i = 1; i < federate.size(); i++) {
            if (lagNs(i) > lagNs(blocker)) {
                blocker = i;
            }
        }
        return new Stop(federate.core().timeNs(), blocker, lagNs(blocker));
    }

    private long lagNs(final int asset) {
        return federate.core().timeNs() - federate.asset(asset).timeNs();
    }
}
