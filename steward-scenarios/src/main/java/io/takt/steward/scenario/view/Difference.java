package io.takt.steward.scenario.view;

import io.takt.steward.EventRecord;
import io.takt.steward.ExtendedTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which events of two histories differ: those that only one has, and those that read or wrote something else. */
final class Difference {
    private final Set<ExtendedTime> differing = new HashSet<>();
    private int added;
    private int gone;
    private int altered;

    /**
     * Compares.
     *
     * @param before in order.
     * @param after  in order.
     */
    Difference(final List<EventRecord> before, final List<EventRecord> after) {
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            final int order = i == before.size() ? 1 : j == after.size() ? -1
                : before.get(i).at().compareTo(after.get(j).at());
            if (order < 0) {
                differing.add(before.get(i++).at());
                gone++;
            } else if (order > 0) {
                differing.add(after.get(j++).at());
                added++;
            } else {
                final EventRecord here = before.get(i++);
                if (EventRecord.firstDifference(List.of(here), List.of(after.get(j++))) != null) {
                    differing.add(here.at());
                    altered++;
                }
            }
        }
    }

    /** Whether the event of this instant is only in one of the histories, or is another in each. */
    boolean at(final ExtendedTime instant) {
        return differing.contains(instant);
    }

    /** Events that only the second history has. */
    int added() {
        return added;
    }

    /** Events that only the first history has. */
    int gone() {
        return gone;
    }

    /** Events that both have, with other reads or writes. */
    int altered() {
        return altered;
    }
}
