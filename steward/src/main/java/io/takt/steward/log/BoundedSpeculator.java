package io.takt.steward.log;

import java.util.Arrays;
import java.util.Comparator;

import io.takt.steward.Event;
import io.takt.steward.EventException;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Physics;
import io.takt.steward.PropagationDelay;
import io.takt.steward.StewardException;

/**
 * Runs only what no earlier event can reach in time (Lubachevsky: Efficient distributed event-driven simulations of
 * multiple-loop networks, 1989: bounded lag). All of that holds when its turn comes, if the declared delay is right; if
 * not, it is an error that says so.
 */
final class BoundedSpeculator extends Speculator {
    private static final int MOST = 256;
    /** More that are due at the same tick are all done in their turn. */
    private static final int MOST_AT_ONCE = 4096;
    /** After a round that was too small. */
    private static final int STEPS_WITHOUT = 4;
    private static final int STEPS_IN_A_CROWD = MOST_AT_ONCE / 4;
    /** The latest events, to name one that came too early for the declared delay; a power of 2. */
    private static final int REMEMBERED = 1024;

    private final PropagationDelay delay;
    /** The slots whose predictions no earlier event can reach. */
    private final int[] safe = new int[MOST];
    private final int[] found = new int[MOST_AT_ONCE];
    /** The same, to be sorted. */
    private final Slot[] sorted = new Slot[MOST_AT_ONCE];
    private final Event[] events = new Event[REMEMBERED];
    private final ExtendedTime[] times = new ExtendedTime[REMEMBERED];
    /** The place of the next one. */
    private int happened;
    private long width = 1;
    private int stepsWithout;

    BoundedSpeculator(final Physics physics, final Work work, final Workers workers, final Counters counters,
        final PropagationDelay delay) {
        super(physics, work, workers, counters, MOST);
        this.delay = delay;
    }

    @Override
    void look(final Pending pending, final long until) {
        if (pending.firstBase() > until || tried(pending.first()) != null || stepsWithout-- > 0) {
            return;
        }
        final int all = find(pending, until);
        choose(all);
        Arrays.fill(sorted, 0, all, null);
        stepsWithout = run() ? 0 : all == 0 ? STEPS_IN_A_CROWD : STEPS_WITHOUT;
    }

    /** What was found out of reach may be reached by what was inserted. */
    @Override
    void outsideChange() {
        drop();
    }

    @Override
    void happened(final Event event, final ExtendedTime at) {
        events[happened] = event;
        times[happened] = at;
        happened = (happened + 1) % REMEMBERED;
    }

    @Override
    void notHeld(final Speculation result) {
        final int[] canaries = result.of.canaries();
        for (int i = 0; result.happens && i < canaries.length; i++) {
            if (tables.marks[canaries[i]] != result.of.canaryMark(i)) {
                throw broken(result, "is predicted on", canaries[i], result.of.canaryMark(i));
            }
        }
        requireHeld(result, -1, "read");
    }

    @Override
    void notHeld(final Speculation result, final int place) {
        requireHeld(result, place, result.happens ? "asked a predictor that read" : "has a predictor that read");
    }

    private void requireHeld(final Speculation result, final int place, final String why) {
        final int changed = result.changed(place, tables.marks);
        if (changed >= 0) {
            throw broken(result, why, result.reads[changed], result.marks[changed]);
        }
    }

    /** All that comes up first, in order, and nothing left out in between. */
    private int find(final Pending pending, final long until) {
        final long first = pending.firstBase();
        int all = pending.upTo(Math.min(until, after(first)), found);
        while (all > MOST && width > 1) {
            width /= 2;
            all = pending.upTo(Math.min(until, after(first)), found);
        }
        if (all == MOST_AT_ONCE) {
            return 0;
        }
        if (all < MOST / 4) {
            width = Math.max(width, 2 * width);
        }
        for (int i = 0; i < all; i++) {
            sorted[i] = tables.slots()[found[i]];
        }
        Arrays.sort(sorted, 0, all, Comparator.comparing(slot -> tables.answers[slot.index].due(slot)));
        return all;
    }

    private long after(final long first) {
        final long end = first + width;
        return end < first ? Long.MAX_VALUE - 1 : end;
    }

    /**
     * An event that is reached by a reached event is also reached by the event that reaches that one: by the triangle
     * inequality. So it is enough to look at the events that are not reached.
     */
    private void choose(final int all) {
        count = 0;
        int safeCount = 0;
        for (int i = 0; i < Math.min(all, MOST); i++) {
            final int slot = sorted[i].index;
            if (isOutOfReach(tables.answers[slot], safeCount)) {
                safe[safeCount++] = slot;
                if (tried(slot) == null) {
                    round[count++] = slot;
                }
            }
        }
    }

    private boolean isOutOfReach(final Answer answer, final int safeCount) {
        for (int i = 0; i < safeCount; i++) {
            final Answer earlier = tables.answers[safe[i]];
            final long ticks = ticks(earlier.event, answer.event);
            final long passed = answer.dueBase - earlier.dueBase;
            if (passed >= ticks || passed < 0) {
                return false; // Less than 0 is more than fits into a long.
            }
        }
        return true;
    }

    private long ticks(final Event cause, final Event effect) {
        final long ticks;
        try {
            ticks = delay.ticks(cause, effect);
        } catch (final Throwable e) { // It is users' code.
            throw new StewardException("the propagation delay from " + cause + " to " + effect + " failed: "
                + EventException.reason(e), e);
        }
        if (ticks < 0) {
            throw new StewardException("the propagation delay from " + cause + " to " + effect + " is " + ticks
                + ", which must be 0 or more");
        }
        return ticks;
    }

    /** The error of a result that does not hold, as something that was read has another mark now. */
    private EventException broken(
        final Speculation result, final String why, final int cell, final ExtendedTime mark) {
        final Event event = result.of.event;
        final ExtendedTime since = tables.marks[cell];
        final Event by = eventAt(since);
        return new EventException("the propagation delay is wrong: the event " + event + " at " + result.at
            + " was run beforehand, as nothing earlier could reach it, but it " + why + " " + tables.cells()[cell]
            + " of " + (mark == null ? ExtendedTime.BEGINNING : mark)
            + ", which " + (by == null ? "another event" : "the event " + by) + " at " + since + " has written"
            + (by == null ? "" : "; " + declared(ticks(by, event), result.at.base() - since.base())), null);
    }

    private static String declared(final long ticks, final long passed) {
        return ticks > passed ? "declared are at least " + ticks + " ticks from that to this"
            : "declared are " + ticks + " ticks from that to this, so it does not keep the triangle inequality";
    }

    private Event eventAt(final ExtendedTime at) {
        for (int i = 0; i < REMEMBERED; i++) {
            if (times[i] == at) {
                return events[i];
            }
        }
        return null;
    }
}
