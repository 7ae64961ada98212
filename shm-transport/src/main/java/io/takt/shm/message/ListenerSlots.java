package io.takt.shm.message;

/** The slots of listeners, which are no assets, in a log. Owned by the hub's thread. */
public final class ListenerSlots {
    /** How their names begin, and no asset's. */
    private static final String LISTENER = "~";

    private ListenerSlots() {
    }

    /**
     * A slot for a listener, the one it has already or one that begins now.
     *
     * @param log      to which it listens.
     * @param listener its number at the hub.
     * @return the slot; -1 when all are taken.
     */
    public static int take(final MessageLog log, final int listener) {
        return log.slots().take(LISTENER + listener);
    }

    /**
     * Whether a slot of that name is a listener's.
     *
     * @param reader name of the slot.
     * @return whether it is; an asset's name is none.
     */
    public static boolean isListener(final String reader) {
        return reader.startsWith(LISTENER);
    }

    /**
     * A hub has just begun: the listeners of another one have gone with that.
     *
     * @param log to which they listened.
     */
    public static void freeAll(final MessageLog log) {
        log.slots().freeExcept(reader -> !isListener(reader));
    }

    /**
     * A listener has gone.
     *
     * @param log      to which it listened.
     * @param listener its number at the hub; one without a slot is no error.
     */
    public static void free(final MessageLog log, final int listener) {
        final int slot = log.slots().of(LISTENER + listener);
        if (slot >= 0) {
            log.slots().free(slot);
        }
    }
}
