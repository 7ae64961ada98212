package io.takt.steward.graph;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;

/**
 * The one prediction of a slot where cells hold values only: in place, it says something else again and again. Its
 * canaries are cells, each with how often it had been written.
 */
final class Standing extends Prediction {
    private GraphCell<?> one;
    private long oneWrites;
    private GraphCell<?> other;
    private long otherWrites;

    Standing(final Slot slot) {
        super(slot, ExtendedTime.BEGINNING);
    }

    void say(
        final Slot of, final long base, final ExtendedTime instant, final Event what, final GraphCell<?> canary,
        final GraphCell<?> second, final Version[] more) {
        say(of, base, instant, what, more);
        one = canary;
        oneWrites = canary == null ? 0 : canary.writes;
        other = second;
        otherWrites = second == null ? 0 : second.writes;
    }

    /** Takes over what a draft says, as one that is yet to come up. */
    void take(final Standing draft) {
        say(draft.slot, draft.dueBase, draft.dueIfKnown(), draft.event, draft.others());
        one = draft.one;
        oneWrites = draft.oneWrites;
        other = draft.other;
        otherWrites = draft.otherWrites;
        byItself = false;
        cancelled = false;
        mustRun = false;
        stale = false;
        speculation(null);
        execution = null;
    }

    @Override
    boolean isCurrent() {
        return (one == null || one.writes == oneWrites) && (other == null || other.writes == otherWrites)
            && super.isCurrent();
    }

    @Override
    Standing copy() {
        final Standing copy = new Standing(slot);
        copy.take(this);
        return copy;
    }

    /** The same with versions for canaries, for when cells hold versions again. */
    Prediction withVersions() {
        final Prediction same = new Prediction(
            slot, at, dueBase, dueIfKnown(), event, version(one, oneWrites), version(other, otherWrites), others());
        same.stale = stale;
        same.execution = execution;
        return same;
    }

    private static Version version(final GraphCell<?> cell, final long writes) {
        return cell == null ? null : cell.writes == writes ? cell.name() : Version.superseded(cell);
    }

    /** The canaries that are cells; null where there are fewer than two. */
    GraphCell<?> canary(final boolean second) {
        return second ? other : one;
    }

    /** How often that one had been written. */
    long writes(final boolean second) {
        return second ? otherWrites : oneWrites;
    }
}
