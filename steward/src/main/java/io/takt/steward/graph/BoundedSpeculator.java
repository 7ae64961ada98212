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
    /** More that are due at the same tick are all done in their turn. */
    private static final int MOST_AT_ONCE = 4096;
    /** After a round that was too small. */
    private static final int STEPS_WITHOUT = 4;
    private static final int STEPS_IN_A_CROWD = MOST_AT_ONCE / 4;
    /** The latest events, to name one that came too early for the declared delay; a power of 2. */
    private static final int REMEMBERED = 1024;

    private final PropagationDelay delay;
    /** The predictions that no earlier event can reach. */
    private final Prediction[] safe = new Prediction[MOST];
    private final Prediction[] found = new Prediction[MOST_AT_ONCE];
    private final Event[] events = new Event[REMEMBERED];
    private final ExtendedTime[] times = new ExtendedTime[REMEMBERED];
    private int happened;
    /** Of what was chosen since the last change from outside: another object after each. */
    private Object promise = new Object();
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
            promise = new Object();
        }
        if (pending.firstBase() > until || isChosen(pending.first().last) || stepsWithout-- > 0) {
            return;
        }
        final int all = find(pending, until);
        choose(all);
        if (run()) {
            stepsWithout = 0;
            for (int i = 0; i < count; i++) {
                promise(round[i]);
            }
        } else {
            stepsWithout = all == 0 ? STEPS_IN_A_CROWD : STEPS_WITHOUT;
        }
        Arrays.fill(found, 0, all, null);
        Arrays.fill(safe, null);
        Arrays.fill(round, 0, count, null);
    }

    @Override
    void outsideChange() {
        promise = new Object();
    }

    @Override
    void happened(final Event event, final ExtendedTime at) {
        events[happened % REMEMBERED] = event;
        times[happened % REMEMBERED] = at;
        happened = (happened + 1) % REMEMBERED;
    }

    @Override
    void notHeld(final Prediction prediction, final Speculation known) {
        if (!isPromised(known)) {
            return;
        }
        if (known.happens) {
            requireHeld(prediction, "is predicted on", prediction.canaries());
            requireHeld(prediction, "read", known.reads);
        } else {
            requireHeld(prediction, "has a predictor that read", known.saidReads[0]);
        }
    }

    private void requireHeld(final Prediction prediction, final String why, final Version[] versions) {
        final Version changed = changed(versions);
        if (changed != null) {
            prediction.speculation(null);
            throw broken(prediction.event, prediction.due(), why, changed);
        }
    }

    @Override
    void notHeld(final Speculation known, final int place, final ExtendedTime at) {
        if (isPromised(known) && known.said[place] != null) {
            final Version changed = changed(known.saidReads[place]);
            if (changed != null) {
                throw broken(eventAt(at), at, "asked a predictor that read", changed);
            }
        }
    }

    /** All that comes up first, in order, and nothing left out in between. */
    private int find(final PendingQueue pending, final long until) {
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
        Arrays.sort(found, 0, all, (one, other) -> one.due().compareTo(other.due()));
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
        final long due = prediction.dueBase;
        for (int i = 0; i < safeCount; i++) {
            final long ticks = ticks(safe[i].event, prediction.event);
            final long passed = due - safe[i].dueBase;
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

    private boolean isChosen(final Prediction prediction) {
        return prediction.speculation() != null && prediction.speculation().promise == promise;
    }

    private boolean isPromised(final Speculation speculation) {
        return speculation != null && speculation.promise == promise && speculation.pastChanges == work.pastChanges;
    }

    /** Remembers an event that could not be run beforehand, so that it is not tried again. */
    private void promise(final Prediction prediction) {
        if (prediction.speculation() == null) {
            prediction.speculation(new Speculation(-1, true));
        }
        prediction.speculation().promise = promise;
    }

    /** The first that is not the newest any more; null if all are. */
    private static Version changed(final Version[] versions) {
        for (final Version version : versions) {
            if (version.next != null) {
                return version;
            }
        }
        return null;
    }

    private EventException broken(
        final Event event, final ExtendedTime at, final String why, final Version read) {
        final Cell<?> cell = read.cell;
        final ExtendedTime since = read.next == Version.GONE ? read.cell.current.at : read.next.at;
        final Event by = eventAt(since);
        return new EventException("the propagation delay is wrong: the event " + event + " at " + at + " was run"
            + " beforehand, as nothing earlier could reach it, but it " + why + " " + cell + " of " + read.at
            + ", which " + (by == null ? "another event" : "the event " + by) + " at " + since + " has written"
            + (by == null ? "" : "; " + declared(ticks(by, event), at.base() - since.base())), null);
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
