package io.takt.steward;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The types of which a simulation is made, and the salt of its random numbers. The types' ids tell them apart in save
 * files, so each is unique within a physics.
 *
 * <p>Immutable.
 */
public final class Physics {
    private final Map<Long, CellType<?>> cellTypes;
    private final Map<Long, EventType<?>> eventTypes;
    private final Map<Long, Predictor<?>> predictors;
    private final long salt;

    /** The same again, to look through: there are few, and every prediction of an event is checked. */
    private final Object[] allCellTypes;
    private final Object[] allEventTypes;
    private final Object[] allPredictors;
    /** Whether there is any predictor of a kind, by the ordinal of the kind. */
    private final boolean[] has = new boolean[Asking.values().length];

    private Physics(final Builder builder) {
        cellTypes = Collections.unmodifiableMap(new LinkedHashMap<>(builder.cellTypes));
        eventTypes = Collections.unmodifiableMap(new LinkedHashMap<>(builder.eventTypes));
        predictors = Collections.unmodifiableMap(new LinkedHashMap<>(builder.predictors));
        salt = builder.salt;
        allCellTypes = cellTypes.values().toArray();
        allEventTypes = eventTypes.values().toArray();
        allPredictors = predictors.values().toArray();
        predictors.values().forEach(predictor -> has[predictor.asking().ordinal()] = true);
    }

    /**
     * Starts a list.
     *
     * @return empty.
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The salt: all random numbers of events depend on it and on the events' instants.
     *
     * @return 0 if none was given.
     */
    public long salt() {
        return salt;
    }

    /**
     * All types of cells.
     *
     * @return in the order in which they were given.
     */
    public Collection<CellType<?>> cellTypes() {
        return cellTypes.values();
    }

    /** All types of events, in the order in which they were given. */
    Collection<EventType<?>> eventTypes() {
        return eventTypes.values();
    }

    /** All predictors, in the order in which they were given. */
    Collection<Predictor<?>> predictors() {
        return predictors.values();
    }

    /**
     * Whether there is a predictor that is asked in a certain way.
     *
     * @param asking the way.
     * @return always the same.
     */
    public boolean has(final Asking asking) {
        return has[asking.ordinal()];
    }

    /**
     * The predictors about cells of a type that are asked in a certain way.
     *
     * @param type   of cells.
     * @param asking the way.
     * @return in the order of their ids; a new list.
     */
    public List<Predictor<?>> predictors(final CellType<?> type, final Asking asking) {
        final List<Predictor<?>> found = new ArrayList<>();
        for (final Predictor<?> predictor : predictors.values()) {
            if (predictor.subject() == type && predictor.asking() == asking) {
                found.add(predictor);
            }
        }
        found.sort((one, other) -> Long.compareUnsigned(one.id(), other.id()));
        return found;
    }

    boolean hasEventType(final long id) {
        return eventTypes.containsKey(id);
    }

    boolean hasPredictor(final long id) {
        return predictors.containsKey(id);
    }

    /**
     * Finds a type by its id.
     *
     * @param id of a type of cells.
     * @return never null; an id that no type has is an error.
     */
    public CellType<?> cellType(final long id) {
        return known(cellTypes, id, "type of cells");
    }

    /**
     * Finds a type by its id.
     *
     * @param id of a type of events.
     * @return never null; an id that no type has is an error.
     */
    public EventType<?> eventType(final long id) {
        return known(eventTypes, id, "type of events");
    }

    /**
     * Finds a predictor by its id.
     *
     * @param id of a predictor.
     * @return never null; an id that no predictor has is an error.
     */
    public Predictor<?> predictor(final long id) {
        return known(predictors, id, "predictor");
    }

    /**
     * That this type is one of the physics.
     *
     * @param type of cells; any other is an error.
     */
    public void require(final CellType<?> type) {
        if (!contains(allCellTypes, type)) {
            throw new StewardException("the physics does not have the type of cells " + type);
        }
    }

    /**
     * That this type is one of the physics.
     *
     * @param type of events; any other is an error.
     */
    public void require(final EventType<?> type) {
        if (!contains(allEventTypes, type)) {
            throw new StewardException("the physics does not have the type of events " + type);
        }
    }

    /**
     * That this predictor is one of the physics.
     *
     * @param predictor any other is an error.
     */
    public void require(final Predictor<?> predictor) {
        if (!contains(allPredictors, predictor)) {
            throw new StewardException("the physics does not have the predictor " + name(predictor));
        }
    }

    /**
     * The name of a predictor in messages.
     *
     * @param predictor any.
     * @return its class, of one without a name where it was written, and id.
     */
    public static String name(final Predictor<?> predictor) {
        if (predictor instanceof NamedPredictor) {
            return ((NamedPredictor<?>) predictor).name() + " (0x" + Long.toHexString(predictor.id()) + ")";
        }
        final String simple = predictor.getClass().getSimpleName();
        final String binary = predictor.getClass().getName();
        return (simple.isEmpty() ? binary.substring(binary.lastIndexOf('.') + 1) : simple) + " (0x"
            + Long.toHexString(predictor.id()) + ")";
    }

    private static boolean contains(final Object[] all, final Object one) {
        for (final Object other : all) {
            if (other == one) {
                return true;
            }
        }
        return false;
    }

    private static <T> T known(final Map<Long, T> types, final long id, final String what) {
        final T type = types.get(id);
        if (type == null) {
            throw new StewardException("the physics has no " + what + " with the id 0x" + Long.toHexString(id));
        }
        return type;
    }

    /** Collects types. */
    public static final class Builder {
        private final Map<Long, CellType<?>> cellTypes = new LinkedHashMap<>();
        private final Map<Long, EventType<?>> eventTypes = new LinkedHashMap<>();
        private final Map<Long, Predictor<?>> predictors = new LinkedHashMap<>();
        private long salt;

        private Builder() {
        }

        /**
         * Adds types of cells.
         *
         * @param types whose ids none has yet.
         * @return this.
         */
        public Builder cells(final CellType<?>... types) {
            for (final CellType<?> type : types) {
                add(cellTypes, type.id(), type, type.toString());
            }
            return this;
        }

        /**
         * Adds types of events.
         *
         * @param types whose ids none has yet.
         * @return this.
         */
        public Builder events(final EventType<?>... types) {
            for (final EventType<?> type : types) {
                add(eventTypes, type.id(), type, type.toString());
            }
            return this;
        }

        /**
         * Adds types of events that are derived from records.
         *
         * @param first  class of events.
         * @param others likewise.
         * @return this.
         */
        @SafeVarargs
        public final Builder events(final Class<? extends Event> first, final Class<? extends Event>... others) {
            events(EventType.of(first));
            for (final Class<? extends Event> other : others) {
                events(EventType.of(other));
            }
            return this;
        }

        /**
         * Adds predictors.
         *
         * @param added whose ids none has yet.
         * @return this.
         */
        public Builder predictors(final Predictor<?>... added) {
            for (final Predictor<?> predictor : added) {
                add(predictors, predictor.id(), predictor, name(predictor));
            }
            return this;
        }

        /**
         * Has all random numbers of events depend on a number, such as the seed of a run: the same event at the same
         * instant gets others from another one. Without it, it is 0.
         *
         * @param value any; save files are of this salt.
         * @return this.
         */
        public Builder salt(final long value) {
            salt = value;
            return this;
        }

        /**
         * Ends the list.
         *
         * @return the types so far.
         */
        public Physics build() {
            for (final Predictor<?> predictor : predictors.values()) {
                if (cellTypes.get(predictor.subject().id()) != predictor.subject()) {
                    throw new StewardException(
                        "the predictor " + name(predictor) + " is about cells of type " + predictor.subject()
                            + ", which the physics does not have");
                }
            }
            return new Physics(this);
        }

        private static <T> void add(final Map<Long, T> types, final long id, final T type, final String name) {
            final T other = types.putIfAbsent(id, type);
            if (other != null) {
                throw new StewardException("two types have the id of " + name + ": each needs its own");
            }
        }
    }
}
