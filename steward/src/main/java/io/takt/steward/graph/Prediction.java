package io.takt.steward.graph;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A predictor's statement at an instant about a cell, as a version of their slot: an event at a later instant, or
 * nothing. It comes up when nothing was said since, and then turns out to be current, and its event happens, or stale.
 */
class Prediction extends Action implements HeldSnapshots.Mortal {
    /** Stands for never. */
    static final long NEVER = Long.MAX_VALUE;

    /** Changes in a draft, and in a {@link Standing}, only, as the next two do. */
    Slot slot;
    /** The base time at which it comes up; {@link #NEVER} if nothing was predicted. */
    long dueBase;
    Event event;
    /** Versions that must be the newest when it comes up; null where there are fewer. */
    Version first;
    Version second;

    Prediction prev;
    Prediction next;
    /** When it comes up; null until it is asked for where the iteration is 0: most are replaced before. */
    private ExtendedTime due;
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
    /** It came up and happened. */
    Execution execution;
    /** Null where there is none of it. */
    private Rare rare;

    /** Most predictions have none of this. */
    private static final class Rare {
        private Version[] canaries;
        private Version[] known = NOTHING;
        private Speculation speculation;
    }

    Prediction(final Slot slot, final ExtendedTime at) {
        this(slot, at, NEVER, null, null, null, null, null);
    }

    /** Of an event at a base time; at an instant that is not null if the iteration is not 0. */
    Prediction(
        final Slot slot, final ExtendedTime at, final long dueBase, final ExtendedTime due, final Event event,
        final Version first, final Version second, final Version[] others) {
        super(at);
        this.slot = slot;
        this.dueBase = dueBase;
        this.due = due;
        this.event = event;
        this.first = first;
        this.second = second;
        if (others != null) {
            rare().canaries = others;
        }
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

    /** Says something else: a draft, or one in place. */
    final void say(
        final Slot of, final long base, final ExtendedTime instant, final Event what, final Version[] canaries) {
        slot = of;
        dueBase = base;
        due = instant;
        event = what;
        if (canaries != others()) {
            rare().canaries = canaries;
        }
    }

    private Rare rare() {
        if (rare == null) {
            final Rare made = new Rare();
            VarHandle.storeStoreFence();
            rare = made;
        }
        return rare;
    }

    /** Further canaries; null if there are none. */
    final Version[] others() {
        return rare == null ? null : rare.canaries;
    }

    /**
     * Where the predictor is asked by writing, all that it has read, perhaps in versions that are not the newest any
     * more.
     */
    final Version[] known() {
        return rare == null ? NOTHING : rare.known;
    }

    final void known(final Version[] versions) {
        if (versions != known()) {
            rare().known = versions;
        }
    }

    /** Its result, as far as it is known before its turn; null if it is not. */
    final Speculation speculation() {
        return rare == null ? null : rare.speculation;
    }

    final void speculation(final Speculation result) {
        if (result != speculation()) {
            rare().speculation = result;
        }
    }

    /** When it comes up; null if nothing was predicted. */
    final ExtendedTime due() {
        ExtendedTime known = due;
        if (known == null && dueBase != NEVER) {
            known = ExtendedTime.BEGINNING.predict(dueBase, slot.seedHigh, slot.seedLow);
            due = known;
        }
        return known;
    }

    /** The same as far as it was asked for. */
    final ExtendedTime dueIfKnown() {
        return due;
    }

    final boolean isDueBefore(final ExtendedTime instant) {
        return dueBase != instant.base() ? dueBase < instant.base() : due().isBefore(instant);
    }

    final boolean isDueAt(final ExtendedTime instant) {
        return dueBase == instant.base() && dueBase != NEVER && due().compareTo(instant) == 0;
    }

    /** Another one that says the same, and goes on saying it. */
    Prediction copy() {
        final Prediction copy = new Prediction(slot, at, dueBase, due, event, first, second, others());
        copy.known(known());
        return copy;
    }

    @Override
    boolean seesOwnInstant() {
        return true;
    }

    boolean hasComeUp() {
        return stale || execution != null;
    }

    /** Its outcome is undone: it is yet to come up, if it does. */
    void forgetOutcome() {
        stale = false;
        execution = null;
    }

    /** Whether it comes up at a time or later, may still do so when history changes, or is yet to be undone. */
    boolean mattersFrom(final long time) {
        return dueBase != NEVER && dueBase >= time && (hasComeUp() || stands(time)) || slot.automatic && stands(time);
    }

    private boolean stands(final long time) {
        return !dead && (next == null || next.at.base() >= time);
    }

    /** Lets go of what was said before, and it of this, as versions of cells do. */
    void cutOff(final long time) {
        if (prev != null) {
            if (prev.prev == null ? slot.current == prev : slot.current.at.isBefore(at)) {
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
            rare = null;
        }
    }

    boolean isSuperseded() {
        return next != null && isAfter(next.at);
    }

    /** O(1): that no canary was written between the prediction and the instant at which it comes up. */
    boolean isCurrent() {
        if (first != null && isSuperseded(first) || second != null && isSuperseded(second)) {
            return false;
        }
        final Version[] others = others();
        if (others != null) {
            for (final Version version : others) {
                if (isSuperseded(version)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isSuperseded(final Version canary) {
        return canary.next != null && isAfter(canary.next.at);
    }

    /** Whether it comes up after an instant. */
    final boolean isAfter(final ExtendedTime instant) {
        return dueBase != instant.base() ? dueBase > instant.base() : instant.isBefore(due());
    }

    boolean hasCanary(final Version version) {
        if (first == version || second == version) {
            return true;
        }
        final Version[] others = others();
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
        final Version[] others = others();
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
        return first == other.first && second == other.second && Arrays.equals(others(), other.others());
    }

    /** Whether it depends on the cells of these versions, and on no others; true where that does not count. */
    boolean dependsOn(final Version[] versions) {
        if (!slot.automatic) {
            return true;
        }
        final Version[] known = known();
        boolean same = known.length == versions.length;
        for (int i = 0; same && i < versions.length; i++) {
            same = known[i].cell == versions[i].cell;
        }
        return same;
    }

    /** The same, made from versions that have the same values as those that were read. */
    Prediction withReads(final Version[] versions) {
        final Version[] canaries = others() == null ? null : others().clone();
        for (int i = 0; canaries != null && i < canaries.length; i++) {
            canaries[i] = moved(canaries[i], versions);
        }
        return new Prediction(slot, at, dueBase, due, event, moved(first, versions), moved(second, versions), canaries);
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
        return dueBase == other.dueBase && (dueBase == NEVER || isDueAt(other.due()) && event.equals(other.event));
    }
}
