package io.takt.steward.graph;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import java.util.Arrays;

/**
 * A predictor's statement at an instant about a cell, as a version of their slot: an event at a later instant, or
 * nothing. It comes up when nothing was said since, and then turns out to be current, and its event happens, or stale.
 */
final class Prediction extends Action implements HeldSnapshots.Mortal {
    /** Final but for a draft, as the next two are but for that and where there are values only. */
    Slot slot;
    /** When it comes up; null if nothing was predicted. */
    ExtendedTime due;
    Event event;
    /** Versions that must be the newest when it comes up; null where there are fewer. */
    Version first;
    Version second;
    Version[] others;

    Prediction prev;
    Prediction next;
    /**
     * Where the predictor is asked by writing, all that it has read, perhaps in versions that are not the newest any
     * more.
     */
    Version[] known = NOTHING;
    /** No event has asked for it, writing has. */
    boolean byItself;
    /** An event said so, no predictor was run. */
    boolean cancelled;
    /** It came up and was found to be stale; the new statement is the version of the slot at that instant. */
    boolean stale;
    /** Its run is forgotten, and it may still come up: its canaries know it. */
    boolean lingers;
    /** It waits in the agenda to be settled. */
    boolean unsettled;
    /** Its result, as far as it is known before its turn; null if it is not. */
    Speculation speculation;
    /** It came up and happened. */
    Execution execution;

    Prediction(final Slot slot, final ExtendedTime at) {
        this(slot, at, null, null, null, null, null);
    }

    Prediction(
        final Slot slot, final ExtendedTime at, final ExtendedTime due, final Event event,
        final Version first, final Version second, final Version[] others) {
        super(at);
        this.slot = slot;
        this.due = due;
        this.event = event;
        this.first = first;
        this.second = second;
        this.others = others;
        if (first != null) {
            first.canary = true;
        }
        if (second != null) {
            second.canary = true;
        }
        for (int i = 0; others != null && i < others.length; i++) {
            others[i].canary = true;
        }
    }

    /** Says something else: a draft of a prediction. */
    void draft(
        final Slot of, final ExtendedTime at, final Event what, final Version one, final Version other,
        final Version[] more) {
        slot = of;
        due = at;
        event = what;
        first = one;
        second = other;
        others = more;
    }

    /** Takes over what a draft says, as one that is yet to come up. */
    void take(final Prediction draft) {
        draft(draft.slot, draft.due, draft.event, draft.first, draft.second, draft.others);
        byItself = false;
        cancelled = false;
        mustRun = false;
        stale = false;
        speculation = null;
        execution = null;
    }

    /** Another one that says the same, and goes on saying it. */
    Prediction copy() {
        final Prediction copy = new Prediction(slot, at, due, event, first, second, others);
        copy.known = known;
        return copy;
    }

    @Override
    boolean seesOwnInstant() {
        return true;
    }

    boolean hasComeUp() {
        return stale || execution != null;
    }

    /** Whether it comes up at a time or later, may still do so when history changes, or is yet to be undone. */
    boolean mattersFrom(final long time) {
        return due != null && due.base() >= time && (hasComeUp() || stands(time)) || slot.automatic && stands(time);
    }

    private boolean stands(final long time) {
        return !dead && (next == null || next.at.base() >= time);
    }

    /** Lets go of what was said before, and it of this, as versions of cells do. */
    void cutOff(final long time) {
        if (prev != null) {
            if (slot.current.at.isBefore(at)) {
                slot.current = this;
            }
            if (!prev.mattersFrom(time)) {
                prev.dead = true;
                prev.next = null;
            }
            prev = null;
        }
    }

    @Override
    public void letGo() {
        prev = null;
        next = null;
        if (!lingers) {
            first = null;
            second = null;
            others = null;
            known = NOTHING;
        }
    }

    boolean isSuperseded() {
        return next != null && next.at.isBefore(due);
    }

    /** O(1): that no canary was written between the prediction and the instant at which it comes up. */
    boolean isCurrent() {
        if (first != null && first.isSuperseded(due) || second != null && second.isSuperseded(due)) {
            return false;
        }
        if (others != null) {
            for (final Version version : others) {
                if (version.isSuperseded(due)) {
                    return false;
                }
            }
        }
        return true;
    }

    boolean hasCanary(final Version version) {
        if (first == version || second == version) {
            return true;
        }
        if (others != null) {
            for (final Version other : others) {
                if (other == version) {
                    return true;
                }
            }
        }
        return false;
    }

    /** All canaries, in the order in which they were named. */
    Version[] canaries() {
        final int few = (first == null ? 0 : 1) + (second == null ? 0 : 1);
        final int many = others == null ? 0 : others.length;
        final Version[] all = new Version[few + many];
        if (few > 0) {
            all[0] = first;
        }
        if (few > 1) {
            all[1] = second;
        }
        if (many > 0) {
            System.arraycopy(others, 0, all, few, many);
        }
        return all;
    }

    boolean hasCanariesOf(final Prediction other) {
        return first == other.first && second == other.second && Arrays.equals(others, other.others);
    }

    /** Whether it depends on the cells of these versions, and on no others; true where that does not count. */
    boolean dependsOn(final Version[] versions) {
        if (!slot.automatic) {
            return true;
        }
        boolean same = known.length == versions.length;
        for (int i = 0; same && i < versions.length; i++) {
            same = known[i].cell == versions[i].cell;
        }
        return same;
    }

    /** The same, made from versions that have the same values as those that were read. */
    Prediction withReads(final Version[] versions) {
        final Version[] canaries = others == null ? null : others.clone();
        for (int i = 0; canaries != null && i < canaries.length; i++) {
            canaries[i] = moved(canaries[i], versions);
        }
        return new Prediction(slot, at, due, event, moved(first, versions), moved(second, versions), canaries);
    }

    private Version moved(final Version canary, final Version[] versions) {
        for (int i = 0; canary != null && i < versions.length; i++) {
            if (reads.versions[i] == canary) {
                return versions[i];
            }
        }
        return canary;
    }

    boolean saysTheSame(final Prediction other) {
        return due == null
            ? other.due == null
            : other.due != null && due.compareTo(other.due) == 0 && event.equals(other.event);
    }
}
