package io.takt.steward.scenario.view;

import io.takt.steward.EventRecord;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.StateOutput;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which events of two histories differ: those that only one has, those that wrote something else, and those that only
 * read something else: these were redone as well, and came to the same.
 */
public final class Difference {
    /** The kind of an event, compared with the other history. */
    static final int SAME = 0;
    static final int OTHER = 1;
    static final int REREAD = 2;

    private final Set<ExtendedTime> others = new HashSet<>();
    private final Set<ExtendedTime> rereads = new HashSet<>();
    private int added;
    private int gone;
    private int altered;

    /**
     * Compares.
     *
     * @param before in order.
     * @param after  in order.
     */
    public Difference(final List<EventRecord> before, final List<EventRecord> after) {
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            final int order = i == before.size() ? 1 : j == after.size() ? -1
                : before.get(i).at().compareTo(after.get(j).at());
            if (order < 0) {
                others.add(before.get(i++).at());
                gone++;
            } else if (order > 0) {
                others.add(after.get(j++).at());
                added++;
            } else {
                final EventRecord here = before.get(i++);
                final EventRecord there = after.get(j++);
                if (!digest(here).equals(digest(there))) {
                    others.add(here.at());
                    altered++;
                } else if (EventRecord.firstDifference(List.of(here), List.of(there)) != null) {
                    rereads.add(here.at());
                }
            }
        }
    }

    private static Id digest(final EventRecord event) {
        final StateOutput out = new StateOutput();
        event.write(out);
        return out.digest();
    }

    /** The kind of the event of this instant: one of the constants above. */
    int at(final ExtendedTime instant) {
        return others.contains(instant) ? OTHER : rereads.contains(instant) ? REREAD : SAME;
    }

    /**
     * Events that only the second history has.
     *
     * @return how many.
     */
    public int added() {
        return added;
    }

    /**
     * Events that only the first history has.
     *
     * @return how many.
     */
    public int gone() {
        return gone;
    }

    /**
     * Events that both have, but that wrote something else.
     *
     * @return how many.
     */
    public int altered() {
        return altered;
    }

    /**
     * Events that both have, and that only read something else.
     *
     * @return how many.
     */
    public int reread() {
        return rereads.size();
    }
}
