package io.takt.steward;

import java.util.Objects;

/**
 * A kind of event.
 *
 * <p>Immutable.
 *
 * @param <E> immutable.
 */
public final class EventType<E extends Event> {
    private final long id;
    private final String name;
    private final Class<E> events;
    private final Codec<E> codec;

    private EventType(final long id, final String name, final Class<E> events, final Codec<E> codec) {
        this.id = id;
        this.name = Objects.requireNonNull(name);
        this.events = Objects.requireNonNull(events);
        this.codec = Objects.requireNonNull(codec);
    }

    /**
     * A type.
     *
     * @param <E>    immutable.
     * @param id     a random number, written into the program once and never changed: save files go by it.
     * @param name   for messages.
     * @param events class of its events.
     * @param codec  of its events.
     * @return never null.
     */
    public static <E extends Event> EventType<E> of(
        final long id, final String name, final Class<E> events, final Codec<E> codec) {
        return new EventType<>(id, name, events, codec);
    }

    /**
     * The number that save files go by.
     *
     * @return as given.
     */
    public long id() {
        return id;
    }

    /** The name and the id. */
    @Override
    public String toString() {
        return name + " (0x" + Long.toHexString(id) + ")";
    }

    void write(final Event event, final StateOutput out) {
        codec.write(events.cast(event), out);
    }

    E read(final StateInput in) {
        return codec.read(in);
    }
}
