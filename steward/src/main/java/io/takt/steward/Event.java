package io.takt.steward;

/**
 * A change at an instant. Immutable, with an {@code equals} by its effect: records are good events.
 *
 * <p>An event that is predicted anew and equals the one that was predicted before need not be redone.
 */
public interface Event {
    /**
     * Its type, which the physics must have.
     *
     * @return the same for all events of a class; of a record, the {@linkplain EventType#of(Class) derived} one.
     */
    default EventType<?> type() {
        return EventType.of(getClass());
    }

    /**
     * Makes the change. May be called again, for the same instant, when a value that it read has changed.
     *
     * @param tx all that it may read, write and ask; valid until this returns, in this thread.
     */
    void execute(Transaction tx);
}
