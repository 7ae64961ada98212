package io.takt.bench;

import io.takt.steward.Cell;
import io.takt.steward.EventRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The longest chain of events in which each reads what the one before it wrote: no number of processors can do them in
 * less time than this chain takes. Values that only predictors read are not in a history, so the true chain may be
 * longer.
 */
final class CriticalPath {
    private CriticalPath() {
    }

    /** How many events it has; the events are in order. */
    static int of(final List<EventRecord> events) {
        final Map<Cell<?>, Integer> lengths = new HashMap<>();
        int longest = 0;
        for (final EventRecord event : events) {
            int before = 0;
            for (final EventRecord.Access read : event.reads()) {
                before = Math.max(before, lengths.getOrDefault(read.cell(), 0));
            }
            for (final EventRecord.Access write : event.writes()) {
                lengths.put(write.cell(), before + 1);
            }
            longest = Math.max(longest, before + 1);
        }
        return longest;
    }
}
