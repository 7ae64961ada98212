package io.takt.steward.graph;

import io.takt.steward.Cell;
import io.takt.steward.Event;
import io.takt.steward.EventException;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Physics;
import io.takt.steward.PropagationDelay;
import io.takt.steward.StewardException;
import java.util.Arrays;

/**
 * Runs only what no earlier event can reach in time (Lubachevsky: Efficient distributed event-driven simulations of
 * multiple-loop networks, 1989: bounded lag). All of that holds when its turn comes, if the declared delay is right; if
 * not, it is an error that says so.
 */
final class BoundedSpeculator extends Speculator {
    private static final int MOST = 256;
    /** After a round that was too small. */
    private static final int STEPS_WITHOUT = 4;
    /** The latest events, to name one that came too early for what was declared; a power of 2. */
    private static final int REMEMBERED = 1024;

    private final PropagationDelay delay;
    /** What can be reached by nothing earlier. */
    private final Prediction[] safe = new Prediction[MOST];
    private final Prediction[] found = new Prediction[MOST];
    private final Event[] events = new Event[REMEMBERED];
    private final ExtendedTime[] times = new ExtendedTime[REMEMBERED];
    private int happened;
    /** Of what was chosen since the last change from outside. */
    private int promise = 1;
    private long pastChanges;
    private long width = 1;
    private int stepsWithout;

    BoundedSpeculator(final Physics physics, final Work work, final Workers workers, final Counters counters,
        final PropagationDelay delay) {
        super(physics, work, workers, counters, MOST);
        this.delay = delay;
    }

    @Override
    void look(final PendingQueue pending, final long until) {
        if (work.pastChanges != pastChanges) {
            pastChanges = work.pastChanges;
            promise++;
        }
        if (pending.firstBase() > until || isChosen(pending.first().last) || stepsWithout-- > 0) {
            return;
        }
        final int all = find(pending, until);
        choose(all);
        if (run()) {
            for (int i = 0; i < count; i++) {
                promise(round[i]);
            }
        } else {
            stepsWithout = STEPS_WITHOUT;
        }
        Arrays.fill(found, 0, all, null);
        Arrays.fill(safe, null);
        Arrays.fill(round, 0, count, null);
    }

    @Override
    void outsideChange() {
        promise++;
    }

    @Override
    void happened(final Event event, final ExtendedTime at) {
        events[happened % REMEMBERED] = event;
        times[happened % REMEMBERED] = at;
        happened = (happened + 1) % REMEMBERED;
    }

    @Override
    void requireHeld(final Prediction prediction) {
        if (!isPromised(prediction.speculation)) {
            return;
        }
        final Speculation speculation = prediction.speculation;
        if (speculation.happens) {
            requireNewest(prediction.canaries(), prediction, prediction.due, "is predicted on");
            requireNewest(speculation.reads, prediction, prediction.due, "read");
        } else {
            requireNewest(speculation.saidReads[0], prediction, prediction.due, "has a predictor that read");
        }
    }

    @Override
    void requireHeld(final Speculation speculation, final int place, final ExtendedTime at) {
        if (isPromised(speculation) && speculation.said[place] != null) {
            requireNewest(speculation.saidReads[place], null, at, "asked a predictor that read");
        }
    }

    /** All that comes up first, in order, and nothing left out in between. */
    private int find(final PendingQueue pending, final long until) {
        int all = MOST;
        while (all == MOST) {
            final long end = pending.firstBase() + width;
            all = pending.upTo(Math.min(until, end < width ? Long.MAX_VALUE : end), found);
            if (all == MOST) {
                if (width == 1) {
                    return 0;
                }
                width /= 2;
            }
        }
        if (all < MOST / 4) {
            width = Math.max(width, 2 * width);
        }
        Arrays.sort(found, 0, all, (one, other) -> one.due.compareTo(other.due));
        return all;
    }

    /**
     * Whoever is reached by somebody who is reached himself, is reached by him who reaches that one: by the triangle
     * inequality. So it is enough to look at those who are not.
     */
    private void choose(final int all) {
        count = 0;
        int safeCount = 0;
        for (int i = 0; i < all; i++) {
            final Prediction prediction = found[i];
            if (isOutOfReach(prediction, safeCount)) {
                safe[safeCount++] = prediction;
                if (!isChosen(prediction)) {
                    round[count++] = prediction;
                }
            }
        }
    }

    private boolean isOutOfReach(final Prediction prediction, final int safeCount) {
        final long due = prediction.due.base();
        for (int i = 0; i < safeCount; i++) {
            final long ticks = delay.ticks(safe[i].event, prediction.event);
            if (ticks < 0) {
                throw new StewardException("the propagation delay from " + safe[i].event + " to "
                    + prediction.event + " is " + ticks + ", which must be 0 or more");
            }
            if (due - safe[i].due.base() >= ticks) {
                return false;
            }
        }
        return true;
    }

    private boolean isChosen(final Prediction prediction) {
        return prediction.speculation != null && prediction.speculation.promise == promise;
    }

    private boolean isPromised(final Speculation speculation) {
        return speculation != null && speculation.promise == promise && speculation.pastChanges == work.pastChanges;
    }

    /** What could not be run beforehand is remembered as such, not to be tried again. */
    private void promise(final Prediction prediction) {
        if (prediction.speculation == null) {
            prediction.speculation = new Speculation(-1, true);
        }
        prediction.speculation.promise = promise;
    }

    private void requireNewest(
        final Version[] versions, final Prediction prediction, final ExtendedTime at, final String why) {
        for (final Version version : versions) {
            if (version.next != null) {
                final Event event = prediction == null ? eventAt(at) : prediction.event;
                if (prediction != null) {
                    prediction.speculation = null;
                }
                throw broken(event, at, why, version);
            }
        }
    }

    private EventException broken(
        final Event event, final ExtendedTime at, final String why, final Version read) {
        final Cell<?> cell = read.cell;
        final ExtendedTime since = read.next == Version.GONE ? read.cell.current.at : read.next.at;
        final Event by = eventAt(since);
        return new EventException("the propagation delay is wrong: the event " + event + " at " + at + " was run"
            + " beforehand, as nothing earlier could reach it, but it " + why + " " + cell + " of " + read.at
            + ", which " + (by == null ? "another event" : "the event " + by) + " at " + since + " has written"
            + (by == null ? "" : "; " + declared(delay.ticks(by, event), at.base() - since.base())), null);
    }

    private static String declared(final long ticks, final long passed) {
        return ticks > passed ? "declared are at least " + ticks + " ticks from that to this"
            : "declared are " + ticks + " ticks from that to this, so it does not keep the triangle inequality";
    }

    private Event eventAt(final ExtendedTime at) {
        for (int i = 0; i < REMEMBERED; i++) {
            if (times[i] != null && times[i].compareTo(at) == 0) {
                return events[i];
            }
        }
        return null;
    }
}
