package io.takt.steward.check;

import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import java.util.List;
import java.util.Random;

/** Chooses what a random run does next; all chance comes from a seed. For one thread. */
final class Chance {
    private static final int CHECKPOINTS = 40;
    /** How many units of time lie between crowds. */
    private static final int CROWD = 16;

    private final RetroactivityCheck.Events events;
    private final Random random;
    private final long unit;
    /** Some forget all the time, and change what is left. */
    private final boolean forgetful;
    /** Some have many fiat events at few instants. */
    private final boolean crowded;
    private int snapshots;

    Chance(final long seed, final RetroactivityCheck.Events events, final long unit) {
        this.events = events;
        this.unit = unit;
        random = new Random(seed);
        forgetful = seed % 3 == 0;
        crowded = seed % 5 == 2;
    }

    /** After how many events a state is copied, in the steward that runs all again. */
    int checkpoint() {
        return 1 + random.nextInt(CHECKPOINTS);
    }

    /** The next operation; null for none. */
    Operation operation(final Run run) {
        final int chance = random.nextInt(100);
        if (forgetful && chance % 6 == 0) {
            return forget(run);
        } else if (chance < 35) {
            return insert(run);
        } else if (chance < 50) {
            return remove(run);
        } else if (chance < 65) {
            final int steps = 1 + random.nextInt(20);
            return new Operation.Step(steps, run.now() + below(10 * unit));
        } else if (chance < 82) {
            return new Operation.Advance(run.now() + below(30 * unit) - 5 * unit);
        } else if (chance < 88) {
            return hold(run);
        } else if (chance < 93) {
            final List<Integer> held = run.held();
            return held.isEmpty() ? null : new Operation.Release(held.get(random.nextInt(held.size())));
        } else if (chance < 95) {
            return new Operation.Freeze(run.now() - below(40 * unit));
        } else if (chance < 97) {
            return forget(run);
        } else if (chance < 98) {
            return new Operation.SaveAndLoad(checkpoint());
        }
        return new Operation.Compare();
    }

    private Operation insert(final Run run) {
        final long first = run.changeableFrom();
        final long any = first + below(Math.max(0, run.now() - first) + 15 * unit);
        final long time = crowded ? Math.max(first, any - Math.floorMod(any, CROWD * unit)) : any;
        final Id id = Id.of(random.nextInt(3) - 1, random.nextInt(5));
        return run.has(ExtendedTime.of(time, 0, id)) ? null
            : new Operation.Insert(time, id, events.next(random, time));
    }

    private Operation remove(final Run run) {
        final List<ExtendedTime> all = run.removable();
        return all.isEmpty() ? null : new Operation.Remove(all.get(random.nextInt(all.size())));
    }

    private Operation hold(final Run run) {
        final long first = run.keptFrom();
        return run.held().size() > 4 || first > run.now() ? null
            : new Operation.Hold(snapshots++, first + below(run.now() - first + 1));
    }

    private Operation forget(final Run run) {
        return new Operation.Forget(run.now() - below((forgetful ? 20 : 50) * unit));
    }

    private long below(final long bound) {
        return bound <= Integer.MAX_VALUE ? random.nextInt((int) bound) : random.nextLong(bound);
    }
}
