package io.takt.steward.scenario.lockstep;

import io.takt.steward.DeterministicRandom;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Statistics;
import io.takt.steward.scenario.Input;
import io.takt.steward.scenario.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.IntFunction;

/**
 * Copies of a world in one process, on a simulated network. In each round every copy advances by the same time,
 * perhaps makes an input, takes in what has arrived, and sends. For one thread.
 */
public final class Lockstep {
    private static final int ROUNDS_PER_STRIDE = 16;
    private static final int INPUT_NUMBERS = 1 << 20;

    private final int bodies;
    private final long step;
    private final Conditions conditions;
    private final long seed;
    private final int oneIn;
    private final List<Copy> copies = new ArrayList<>();
    private final List<Input> inputs = new ArrayList<>();
    private final DeterministicRandom random;

    /**
     * Sets up copies.
     *
     * @param worlds     for each copy's number, the same world, but for a flaw.
     * @param copies     how many, 2 or more.
     * @param step       by how many ticks all advance in a round, 1 or more.
     * @param oneIn      a copy makes an input in one of so many rounds, 1 or more, on average.
     * @param conditions of the network.
     * @param seed       of what users and the network do.
     */
    public Lockstep(
        final IntFunction<World> worlds, final int copies, final long step, final int oneIn,
        final Conditions conditions, final long seed) {
        this.step = step;
        this.oneIn = oneIn;
        this.conditions = conditions;
        this.seed = seed;
        for (int i = 0; i < copies; i++) {
            this.copies.add(new Copy(i, copies, worlds.apply(i), ROUNDS_PER_STRIDE * step));
        }
        bodies = worlds.apply(0).bodies();
        random = new DeterministicRandom(ExtendedTime.of(0, 0, Id.hash(seed, 2)));
    }

    /**
     * Runs all copies, and then waits until all messages have arrived and been answered.
     *
     * @param rounds   in which time goes on, 1 or more.
     * @param progress is told which part is done, 0 to 1.
     * @return what has become of each copy.
     */
    public List<Outcome> run(final int rounds, final DoubleConsumer progress) {
        final Network network = new Network(conditions, seed);
        final int end = rounds + waiting();
        for (int round = 1; round <= end || !network.isEmpty(); round++) {
            for (final Network.Parcel parcel : network.arrivals(round)) {
                copies.get(parcel.to()).receive(parcel.message());
            }
            for (int i = 0; i < copies.size(); i++) {
                final Copy copy = copies.get(i);
                copy.advanceTo(Math.min(round, rounds) * step);
                if (round < rounds && random.nextInt(oneIn) == 0) {
                    make(i);
                }
                copy.settle();
                if (round <= end) {
                    send(network, round, i);
                }
            }
            progress.accept(Math.min(1, (double) round / end));
        }
        return copies.stream().map(Lockstep::outcome).toList();
    }

    /** Rounds until all that is known anywhere is known everywhere: inputs, then digests, then histories. */
    private int waiting() {
        return 3 * (conditions.most() + conditions.blocked() + 1);
    }

    private void make(final int copy) {
        inputs.add(copies.get(copy).make(
            random.nextInt(bodies), copy * INPUT_NUMBERS + inputs.size() % INPUT_NUMBERS));
    }

    private void send(final Network network, final int round, final int from) {
        for (int to = 0; to < copies.size(); to++) {
            if (to != from) {
                network.send(round, to, copies.get(from).message(to));
            }
        }
        copies.get(from).allSent();
    }

    /**
     * The inputs that all copies have made up to now.
     *
     * @return in the order in which they were made.
     */
    public List<Input> inputs() {
        return List.copyOf(inputs);
    }

    /**
     * How long a stride is, of which digests are compared.
     *
     * @return in ticks.
     */
    public long stride() {
        return ROUNDS_PER_STRIDE * step;
    }

    private static Outcome outcome(final Copy copy) {
        final Statistics statistics = copy.statistics();
        return new Outcome(copy.strides(), copy.digest(), statistics.executed() - statistics.undone(),
            statistics.redone() + statistics.undone(), copy.latest(), copy.difference());
    }

    /**
     * The state of a copy at the end.
     *
     * @param strides    how many cannot change any more.
     * @param digest     of these.
     * @param events     that have happened, and still have.
     * @param again      events that were executed for nothing, or had to be executed again.
     * @param latest     by how many ticks an input came too late, at most.
     * @param difference the first event in which it and another copy part; null if they are alike.
     */
    public record Outcome(long strides, Id digest, long events, long again, long latest, String difference) {
    }
}
