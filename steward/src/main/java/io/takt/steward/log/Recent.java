package io.takt.steward.log;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import java.util.ArrayDeque;
import java.util.Deque;

/** What happened last in a cascade that is already long, to name it if it does not end. */
final class Recent {
    private static final int MOST = 16;

    private final Deque<String> events = new ArrayDeque<>();
    /** When the last of them happened; null if there is none. */
    private ExtendedTime last;

    /** Whether an event of this instant is remembered, which is done where it is run in its turn. */
    static boolean has(final ExtendedTime at) {
        return at.iteration() > ExtendedTime.MAX_ITERATION - MOST;
    }

    /** An event is run. */
    void note(final Event event, final ExtendedTime at) {
        if (has(at)) {
            if (events.size() == MOST) {
                events.removeFirst();
            }
            events.addLast(event.toString());
            last = at;
        }
    }

    /** What happened at an instant is taken back, if that was the last. */
    void takeBack(final ExtendedTime at) {
        if (last != null && last == at) {
            events.removeLast();
            last = null;
        }
    }

    /** All of them, in order. */
    @Override
    public String toString() {
        return String.join(", ", events);
    }
}
