package io.takt.hub.core.world;

import java.util.Locale;

/**
 * The state of a process at a moment.
 *
 * @param state what it was doing.
 * @param cpuNs processor time that it had used, all its threads together; {@link #NOT_KNOWN} where that cannot be told.
 * @param atNs  the wall clock of the look, of the same origin as the hub's.
 */
public record ProcessReading(State state, long cpuNs, long atNs) {
    /** Instead of a processor time. */
    public static final long NOT_KNOWN = -1;

    /** The reading of a process that says nothing of itself, or has not been looked at yet. */
    public static final ProcessReading NONE = new ProcessReading(State.UNKNOWN, NOT_KNOWN, 0);

    /** The state of a process. */
    public enum State {
        /** It uses processor time. */
        RUNNING,
        /** It waits for something. */
        SLEEPING,
        /** By SIGSTOP or from its terminal. */
        STOPPED,
        /** By a debugger. */
        TRACED,
        /** It is gone, or only waits for its parent to ask how it ended. */
        ENDED,
        /** It cannot be told. */
        UNKNOWN;

        private final String word = name().toLowerCase(Locale.ROOT);

        /** {@return the state as people and programs read it, in one word} */
        public String word() {
            return word;
        }

        /** {@return whether a signal or a debugger keeps it from running} */
        public boolean isHeld() {
            return this == STOPPED || this == TRACED;
        }
    }
}
