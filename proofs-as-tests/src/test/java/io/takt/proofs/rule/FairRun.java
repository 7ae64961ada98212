package io.takt.proofs.rule;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.plan.MessagePlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Runs a {@link Federate} from 0, until nothing can move or the core has come far enough. The schedule is
 * random but fair: each party has a speed of its own, every round shuffles them all, and readings may be old, but not
 * for ever.
 */
final class FairRun {
    private static final int GREATEST_SPEED = 4;
    private static final int OLDEST = 2;
    private static final int MAX_BYTES = 64;

    private final Parameters parameters;
    private final List<Long> joinsNs;
    private final Federate federate;
    private final SplittableRandom random;
    private final int[] turns;
    /** Of the turn under way, by a clock's number. */
    private final int[] ages;

    private FairRun(final GatedParameters gated, final List<Long> joinsNs, final long seed) {
        parameters = gated.clocks();
        this.joinsNs = joinsNs;
        federate = gated.gates().isEmpty()
            ? Federate.at(0, parameters.coreStepNs(), parameters.maxDelayNs(), List.of())
            : Federate.gated(parameters.coreStepNs(), parameters.maxDelayNs(), parameters.stepsNs(),
                false, silent(gated.gates()), (asset, place) -> { });
        joinDue();
        random = new SplittableRandom(seed);
        ages = new int[1 + joinsNs.size()];
        turns = turns();
    }

    /**
     * Where everything has come to rest for good.
     *
     * @param coreTimeNs the core's time.
     * @param blocker    the asset with the greatest lag, the first of them.
     * @param lagNs      its lag.
     * @param timesNs    the assets' times.
     */
    record Stop(long coreTimeNs, int blocker, long lagNs, List<Long> timesNs) {
    }

    /** Empty when the core passes the given time. */
    static Optional<Stop> stop(final Parameters parameters, final long passedNs, final long seed) {
        return stop(parameters, Collections.nCopies(parameters.stepsNs().size(), 0L), passedNs, seed);
    }

    /** The same with assets that join when the core comes to their times. */
    static Optional<Stop> stop(
        final Parameters parameters, final List<Long> joinsNs, final long passedNs, final long seed) {
        return stop(new GatedParameters(parameters, List.of()), joinsNs, passedNs, seed);
    }

    /** The same with gates; an asset that joins later has a later place among the assets. */
    static Optional<Stop> stop(
        final GatedParameters parameters, final List<Long> joinsNs, final long passedNs, final long seed) {
        return new FairRun(parameters, joinsNs, seed).until(passedNs);
    }

    /** The same with gates, from 0. */
    static Optional<Stop> stop(final GatedParameters parameters, final long passedNs, final long seed) {
        return stop(parameters, Collections.nCopies(parameters.clocks().stepsNs().size(), 0L), passedNs, seed);
    }

    /** A channel for each gate; they carry no messages. */
    private static MessagePlan silent(final List<Gate> gates) {
        final Map<String, List<OutputSpec>> outputs = new HashMap<>();
        final Map<String, List<InputSpec>> inputs = new HashMap<>();
        for (int i = 0; i < gates.size(); i++) {
            final String channel = "c" + i;
            outputs.computeIfAbsent(Federate.nameOf(gates.get(i).from()), name -> new ArrayList<>())
                .add(OutputSpec.named(channel).maxBytes(MAX_BYTES));
            inputs.computeIfAbsent(Federate.nameOf(gates.get(i).to()), name -> new ArrayList<>())
                .add(gates.get(i).input(channel, 0));
        }
        return new MessagePlan(0, outputs, inputs, false);
    }

    private void joinDue() {
        for (int i = 0; i < joinsNs.size(); i++) {
            if (joinsNs.get(i) == federate.core().timeNs()) {
                federate.join(parameters.stepsNs().get(i));
            }
        }
    }

    private Optional<Stop> until(final long passedNs) {
        while (federate.core().timeNs() <= passedNs) {
            if (!round() && !anyMoves()) {
                return Optional.of(stopHere());
            }
        }
        return Optional.empty();
    }

    /** Every party, by its number as in {@link Turn}, as often as its speed says. */
    private int[] turns() {
        return IntStream.rangeClosed(0, joinsNs.size())
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
            ? coreCountsUp(OLDEST)
            : party <= federate.size()
                && federate.assetCountsUp(party - 1, ages(OLDEST));
    }

    /** Of each clock one age for the whole turn: to one thread no clock goes back while it looks. */
    private IntToLongFunction ages(final int greatestAge) {
        for (int number = 0; number < ages.length; number++) {
            ages[number] = random.nextInt(1 + greatestAge);
        }
        return number -> ages[number];
    }

    private boolean coreCountsUp(final int greatestAge) {
        final boolean progressed = federate.coreCountsUp(ages(greatestAge));
        if (progressed) {
            joinDue();
        }
        return progressed;
    }

    private boolean anyMoves() {
        boolean moves = coreCountsUp(0);
        for (int i = 0; i < federate.size(); i++) {
            moves |= federate.assetCountsUp(i, 0);
        }
        return moves;
    }

    private Stop stopHere() {
        int blocker = 0;
        for (int i = 1; i < federate.size(); i++) {
            if (federate.lagNs(i) > federate.lagNs(blocker)) {
                blocker = i;
            }
        }
        return new Stop(federate.core().timeNs(), blocker, federate.lagNs(blocker),
            federate.assets().stream().map(Clock::timeNs).toList());
    }
}
