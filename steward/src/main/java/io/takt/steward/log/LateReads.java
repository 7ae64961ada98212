package io.takt.steward.log;

import io.takt.steward.EventRecord;
import io.takt.steward.ExtendedTime;
import io.takt.steward.StewardException;
import java.util.AbstractList;
import java.util.List;
import java.util.function.Supplier;

/** What an event has read, looked up when it is asked for the first time. */
final class LateReads extends AbstractList<EventRecord.Access> {
    private final ExtendedTime at;
    private Supplier<List<EventRecord.Access>> lookup;
    private List<EventRecord.Access> found;

    LateReads(final ExtendedTime at, final Supplier<List<EventRecord.Access>> lookup) {
        this.at = at;
        this.lookup = lookup;
    }

    /** From now on the log may be another one. */
    void end() {
        lookup = null;
    }

    private List<EventRecord.Access> found() {
        if (found == null) {
            if (lookup == null) {
                throw new StewardException("what the event at " + at + " has read was asked for after it was given;"
                    + " ask for it while that goes on");
            }
            found = lookup.get();
        }
        return found;
    }

    @Override
    public EventRecord.Access get(final int index) {
        return found().get(index);
    }

    @Override
    public int size() {
        return found().size();
    }
}
