package io.takt.steward.check;

import io.takt.steward.Event;
import io.takt.steward.Physics;
import io.takt.steward.PropagationDelay;
import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import io.takt.steward.log.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Finds out by long random runs whether a physics, and the data structures that it builds from cells, are retroactive:
 * the result must depend only on the set of fiat events, not on the way to them. In a test:
 *
 * <pre>
 *   RetroactivityCheck.of(PHYSICS, (random, time) -&gt; new Drop(random.nextInt(12), random.nextInt(6) - 1))
 *       .verify(300);
 * </pre>
 *
 * <p>A run inserts and removes events in the past, the present and the future, steps, advances, takes snapshots of
 * the past and looks at them later, asks for histories, freezes, forgets, saves and loads, all by chance that comes
 * from a seed. It does so on a steward that redoes what depended on a change and on one that runs all again, and
 * compares; in the end also with one without a history that was told everything from the start.
 *
 * <p>After every event, predictions by {@link io.takt.steward.Asking#BY_EVENTS} that the event should have asked for
 * are compared with those made afresh.
 *
 * <p>A run that fails is made shorter, by leaving out operations while it still fails, before it is told: with the
 * seed, the first event that differs with what it read and wrote, and the operations that are left. For one thread.
 */
public final class RetroactivityCheck {
    private static final int USUAL_OPERATIONS = 120;

    /** How many runs may be made to find a shorter one. */
    private static final int SHORTER_RUNS = 2_000;

    private final Physics physics;
    private final Events events;
    private int operations = USUAL_OPERATIONS;
    private long unit = 1;
    private long start;
    private Consumer<Steward> beginning = steward -> { };
    private boolean audited;
    private UnaryOperator<LogSteward> speculation = steward -> steward;

    private RetroactivityCheck(final Physics physics, final Events events) {
        this.physics = physics;
        this.events = events;
    }

    /**
     * A check of a physics.
     *
     * @param physics the types of the simulation.
     * @param events  makes fiat events by chance.
     * @return with 120 operations, ticks for the unit of time, from the time 0 on, not audited.
     */
    public static RetroactivityCheck of(final Physics physics, final Events events) {
        return new RetroactivityCheck(physics, events);
    }

    /**
     * Sets how long a run is.
     *
     * @param count operations, 1 or more.
     * @return this.
     */
    public RetroactivityCheck operations(final int count) {
        operations = Math.toIntExact(requirePositive(count, "operations in a run"));
        return this;
    }

    /**
     * Sets how fast time goes on: an operation that advances does so by up to 25 units, about every sixth one does.
     *
     * @param ticks of one unit, 1 or more.
     * @return this.
     */
    public RetroactivityCheck unit(final long ticks) {
        unit = requirePositive(ticks, "ticks in a unit of time");
        return this;
    }

    /**
     * Sets what every run begins with.
     *
     * @param until     nothing is inserted by chance up to this time.
     * @param inserting inserts into a steward, up to that time; nothing of it is removed.
     * @return this.
     */
    public RetroactivityCheck beginning(final long until, final Consumer<Steward> inserting) {
        start = until + 1;
        beginning = inserting;
        return this;
    }

    /**
     * Has the steward that runs all again also be an {@link io.takt.steward.replay.AuditSteward}: slower, and finds
     * why.
     *
     * @return this.
     */
    public RetroactivityCheck audited() {
        audited = true;
        return this;
    }

    /**
     * Has other threads run events before their turn.
     *
     * @param workers see {@link LogSteward#speculatingWith(Workers)}; null for none.
     * @return this.
     */
    public RetroactivityCheck speculatingWith(final Workers workers) {
        speculation = steward -> steward.speculatingWith(workers);
        return this;
    }

    /**
     * Has other threads run events before their turn that nothing can reach.
     *
     * @param workers see {@link LogSteward#speculatingWith(Workers, PropagationDelay)}; null for none.
     * @param delay   of the physics: one that is wrong is told as a run that fails.
     * @return this.
     */
    public RetroactivityCheck speculatingWith(final Workers workers, final PropagationDelay delay) {
        Objects.requireNonNull(delay, "there is no propagation delay");
        speculation = steward -> steward.speculatingWith(workers, delay);
        return this;
    }

    /**
     * Makes runs.
     *
     * @param runs how many, of the seeds from 0 on; the first that fails is an {@link AssertionError}.
     */
    public void verify(final int runs) {
        requirePositive(runs, "runs");
        for (int seed = 0; seed < runs; seed++) {
            verifySeed(seed);
        }
    }

    /**
     * Makes one run.
     *
     * @param seed of all its chance; one that fails is an {@link AssertionError}.
     */
    public void verifySeed(final long seed) {
        final Chance chance = new Chance(seed, events, unit);
        final List<Operation> done = new ArrayList<>();
        final int checkpoint = chance.checkpoint();
        final Throwable failure = failure(checkpoint, run -> {
            for (int i = 0; i < operations; i++) {
                final Operation operation = chance.operation(run);
                if (operation != null) {
                    done.add(operation);
                    operation.apply(run);
                }
            }
        });
        if (failure != null) {
            final Failed shortest = shortened(checkpoint, new Failed(done, failure));
            final boolean again = failure(checkpoint, shortest.operations) != null;
            final StringBuilder text = new StringBuilder("not retroactive, seed ").append(seed).append(": ")
                .append(shortest.failure.getMessage()).append("\nafter ").append(shortest.operations.size())
                .append(" of ").append(done.size()).append(" operations").append(again ? ":"
                    : ", but not when the same was done again: the physics depends on something outside:");
            shortest.operations.forEach(operation -> text.append("\n  ").append(operation));
            throw new AssertionError(text.toString(), shortest.failure);
        }
    }

    private static long requirePositive(final long count, final String what) {
        if (count < 1) {
            throw new IllegalArgumentException("there must be 1 or more " + what + ", not " + count);
        }
        return count;
    }

    /** The failure; null if there is none. */
    private Throwable failure(final int checkpoint, final Consumer<Run> operating) {
        final Run run = new Run(physics, beginning, start, unit, audited, speculation, checkpoint);
        try {
            operating.accept(run);
            run.end();
            return null;
        } catch (final RuntimeException | AssertionError e) {
            return e;
        }
    }

    private Throwable failure(final int checkpoint, final List<Operation> operating) {
        return failure(checkpoint, run -> operating.forEach(operation -> operation.apply(run)));
    }

    /** Leaves out operations, half of them at first and one by one at last, while it still fails. */
    private Failed shortened(final int checkpoint, final Failed failed) {
        Failed shortest = failed;
        int runs = 0;
        int chunk = Math.max(1, shortest.operations.size() / 2);
        boolean shorter = true;
        while (runs < SHORTER_RUNS && (chunk > 1 || shorter)) {
            if (!shorter) {
                chunk = Math.max(1, chunk / 2);
            }
            shorter = false;
            for (int from = 0; from < shortest.operations.size() && runs < SHORTER_RUNS; runs++) {
                final List<Operation> some = new ArrayList<>(shortest.operations);
                some.subList(from, Math.min(from + chunk, some.size())).clear();
                final Throwable failure = failure(checkpoint, some);
                if (failure != null) {
                    shortest = new Failed(some, failure);
                    shorter = true;
                } else {
                    from += chunk;
                }
            }
        }
        return shortest;
    }

    /** The operations, and the failure after them. */
    private record Failed(List<Operation> operations, Throwable failure) {
    }

    /** Makes fiat events by chance. */
    @FunctionalInterface
    public interface Events {
        /**
         * Makes one.
         *
         * @param random of a run: all chance must come from it.
         * @param time   when it will happen.
         * @return of a type that the physics has; each steward gets a copy, made by its codec.
         */
        Event next(RandomGenerator random, long time);
    }
}
