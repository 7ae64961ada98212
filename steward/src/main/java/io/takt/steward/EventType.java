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
    private static final ClassValue<EventType<?>> DERIVED = new ClassValue<>() {
        @Override
        protected EventType<?> computeValue(final Class<?> events) {
            return derive(events.asSubclass(Event.class));
        }
    };

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
     * A type that is derived from a record: its codec, and its id from the name of the class, and from the names and
     * types of all components. So a save file with events that had others is refused.
     *
     * @param events class of its events, see {@link Codec#of(Class)}.
     * @return the same for the same class.
     */
    public static EventType<?> of(final Class<? extends Event> events) {
        return DERIVED.get(events);
    }

    private static <E extends Event> EventType<E> derive(final Class<E> events) {
        if (!events.isRecord()) {
            throw new StewardException("no type of events can be derived for " + events.getTypeName()
                + ": make it a record, or let its type() return an EventType.of(id, name, class, codec)");
        }
        return of(DerivedCodec.id("event", events.getName(), events), events.getSimpleName(), events,
            Codec.of(events));
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
