package io.takt.hub.core.world;

/**
 * Readings of the processes of a hub's assets. Called on the hub's thread; nothing here may block or read a file:
 * another thread looks at processes and hands over its last readings.
 */
public interface Processes {
    /** Knows nothing of any process. */
    Processes UNKNOWN = new Processes() {
        @Override
        public ProcessReading newest(final long pid) {
            return ProcessReading.NONE;
        }
    };

    /** {@return the number of the hub's own process; 0 when it has none to tell} */
    default long own() {
        return 0;
    }

    /**
     * The last reading of a process.
     *
     * @param pid its number; 0 for none.
     * @return never null.
     */
    ProcessReading newest(long pid);

    /**
     * An asset of this process has joined.
     *
     * @param pid       its number; 0 for none.
     * @param startTime when it started; 0 when that is not known: then its end cannot be told.
     */
    default void enter(final long pid, final long startTime) {
        // Nothing is kept of processes.
    }

    /**
     * An asset of this process is gone.
     *
     * @param pid its number; 0 for none.
     */
    default void leave(final long pid) {
        // Nothing is kept of processes.
    }

    /**
     * This is the process to look at from now on.
     *
     * @param pid its number; 0 for none.
     */
    default void watch(final long pid) {
        // No thread looks.
    }
}
