package io.takt.steward.replay;

import io.takt.steward.AuditException;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Cells;
import io.takt.steward.Event;
import io.takt.steward.Physics;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * How values and events were written when they were first seen: one that is written otherwise later was changed in
 * place. Knows what survives its codec. Two objects are never taken for one another, equal or not. For one thread.
 */
final class Ledger {
    private static final byte[] NULL = {};

    private final Physics physics;
    private final Cells cells;
    /** Is given the changed object, and its former state. */
    private final BiConsumer<Object, Object> mending;
    private Map<Object, Map<Object, Entry>> entries = new HashMap<>();

    Ledger(final Physics physics, final Cells cells, final BiConsumer<Object, Object> mending) {
        this.physics = physics;
        this.cells = cells;
        this.mending = mending;
    }

    /** The bytes of a value: those that it had when it was first seen, if it was. */
    byte[] bytes(final Cell<?> cell, final Object value) {
        final Entry entry = entry(cell.type(), value);
        return entry != null ? entry.bytes : write(cell.type(), value);
    }

    /** The bytes of an event: those that it had when it was first seen, if it was. */
    byte[] bytes(final Event event) {
        final Entry entry = entry(event.type(), event);
        return entry != null ? entry.bytes : write(event.type(), event);
    }

    /** The bytes of a value now; the error names its writer or reader if they cannot be had. */
    byte[] bytesNow(final Cell<?> cell, final Object value, final Object who) {
        try {
            return write(cell.type(), value);
        } catch (final RuntimeException e) {
            throw new AuditException(line(who + " has " + cell + " = " + value + ": its codec fails: "
                + e.getMessage()), e);
        }
    }

    /**
     * Checks that a value is as it was when it was first seen, and survives its codec.
     *
     * @param who the action that meets it.
     * @param did its access to the cell, for messages.
     * @return another one, equal.
     */
    Object check(final Cell<?> cell, final Object value, final Actor who, final String did) {
        return value == null ? null : check(cell.type(), value, new Meeting(who, did, cell));
    }

    /** That an event is what it was when it was first seen, and survives its codec; returns another one, equal. */
    Event check(final Event event, final Actor who, final String did) {
        return (Event) check(event.type(), event, new Meeting(who, did + ", of type " + event.type(), null));
    }

    /** Requires that equal values are written alike, and that values that are written alike are equal. */
    void agree(final Cell<?> cell, final Object one, final Object other, final Actor who) {
        if (one != null && other != null) {
            final boolean alike = Arrays.equals(bytes(cell, one), bytes(cell, other));
            if (same(cell.type(), one, other) != alike) {
                throw new AuditException(line(who + " wrote " + other + " to " + cell + ", which held " + one
                    + (alike ? ": both are written alike, but are not the same to the type's equality"
                    : ": both are the same to the type's equality, but are not written alike")));
            }
        }
    }

    /** That equal events are written alike, and the other way round. */
    void agree(final Event one, final Event other, final Actor who) {
        if (one.type() == other.type()) {
            final boolean alike = Arrays.equals(bytes(one), bytes(other));
            if (one.equals(other) != alike) {
                throw new AuditException(line(who + " predicted " + other + " of type " + other.type() + " where "
                    + one + " was predicted before" + (alike ? ": both are written alike, but are not equal"
                    : ": both are equal, but are not written alike")));
            }
        }
    }

    /** Forgets all but some. */
    void keep(final Predicate<Object> kept) {
        final Map<Object, Map<Object, Entry>> left = new HashMap<>();
        entries.forEach((type, known) -> {
            final Map<Object, Entry> some = new IdentityHashMap<>();
            known.forEach((object, entry) -> {
                if (kept.test(object)) {
                    some.put(object, entry);
                }
            });
            left.put(type, some);
        });
        entries = left;
    }

    private Object check(final Object type, final Object object, final Meeting where) {
        final byte[] now = write(type, object, where);
        final Entry entry = entry(type, object);
        if (entry == null) {
            final Object copy = copyThatSurvived(type, object, now, where);
            entries.computeIfAbsent(type, any -> new IdentityHashMap<>()).put(object, new Entry(now, where));
            return copy;
        }
        final Object copy = read(type, entry.bytes, where);
        if (!Arrays.equals(entry.bytes, now)) {
            final String text = object.toString();
            entries.get(type).remove(object);
            mending.accept(object, copy);
            throw new AuditException(line(where + ": since " + entry.first + " it was changed in place, behind the"
                + " transaction, from " + copy + " to " + text));
        }
        return copy;
    }

    private Object copyThatSurvived(final Object type, final Object object, final byte[] bytes, final Meeting where) {
        final Object copy = read(type, bytes, where);
        if (!same(type, object, copy) || !same(type, copy, object)) {
            throw new AuditException(line(where + ": it does not survive its codec, " + object + " is read as " + copy
                + ", which is not the same"));
        }
        if (!Arrays.equals(write(type, copy, where), bytes)) {
            throw new AuditException(line(where + ": it does not survive its codec, " + object
                + " is written otherwise after it was read"));
        }
        return copy;
    }

    private Entry entry(final Object type, final Object object) {
        final Map<Object, Entry> known = entries.get(type);
        return known == null ? null : known.get(object);
    }

    private Object read(final Object type, final byte[] bytes, final Meeting where) {
        final StateInput in = new StateInput(bytes, physics, cells);
        final Object copy;
        try {
            copy = type instanceof CellType && in.readBoolean() ? ((CellType<?>) type).codec().read(in)
                : in.readEvent();
        } catch (final RuntimeException e) {
            throw new AuditException(line(where + ": it does not survive its codec: " + e.getMessage()), e);
        }
        if (in.remaining() > 0) {
            throw new AuditException(line(where + ": it does not survive its codec, which leaves " + in.remaining()
                + " bytes unread"));
        }
        return copy;
    }

    private byte[] write(final Object type, final Object object, final Meeting where) {
        try {
            return write(type, object);
        } catch (final RuntimeException e) {
            throw new AuditException(line(where + ": its codec fails: " + e.getMessage()), e);
        }
    }

    @SuppressWarnings("unchecked") // An object is given with its own type.
    private static byte[] write(final Object type, final Object object) {
        if (object == null) {
            return NULL;
        }
        final StateOutput out = new StateOutput();
        if (type instanceof CellType) {
            // A value that is written in no bytes is not null.
            out.writeBoolean(true);
            ((CellType<Object>) type).codec().write(object, out);
        } else {
            out.writeEvent((Event) object);
        }
        return out.toByteArray();
    }

    @SuppressWarnings("unchecked") // An object is given with its own type.
    private static boolean same(final Object type, final Object one, final Object other) {
        return type instanceof CellType ? ((CellType<Object>) type).same(one, other) : one.equals(other);
    }

    static String line(final String text) {
        return text.replace('\n', ' ');
    }

    /** The actor that met a value or an event, and how; cell is null for an event. */
    private record Meeting(Actor who, String did, Cell<?> cell) {
        @Override
        public String toString() {
            return who + did + (cell == null ? "" : cell);
        }
    }

    private record Entry(byte[] bytes, Meeting first) {
    }
}
