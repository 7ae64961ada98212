package io.takt.steward;

import java.util.ArrayList;
import java.util.List;

/**
 * An event that happened.
 *
 * @param at     its instant.
 * @param event  what happened.
 * @param reads  what it read, in the order in which it first did.
 * @param writes what it wrote, in the order in which it first did.
 */
public record EventRecord(ExtendedTime at, Event event, List<Access> reads, List<Access> writes) {
    /**
     * A cell with what was read from it or written to it.
     *
     * @param cell  which.
     * @param value may be null.
     */
    public record Access(Cell<?> cell, Object value) {
        /** The cell and the value. */
        @Override
        public String toString() {
            return cell + " = " + value;
        }
    }

    /**
     * Writes the instant, the event and its writes: the input of a digest.
     *
     * @param out takes it.
     */
    public void write(final StateOutput out) {
        out.writeTime(at);
        out.writeEvent(event);
        out.writeInt(writes.size());
        for (final Access access : writes) {
            out.writeCell(access.cell());
            writeValue(access.cell(), access.value(), out);
        }
    }

    /**
     * Writes all of it, for another copy of the simulation.
     *
     * @param out takes it.
     */
    public void writeAll(final StateOutput out) {
        write(out);
        out.writeInt(reads.size());
        for (final Access access : reads) {
            out.writeCell(access.cell());
            writeValue(access.cell(), access.value(), out);
        }
    }

    /**
     * Reads what another copy of the simulation wrote with {@link #writeAll}.
     *
     * @param in has it, for the physics and the steward of this copy.
     * @return with handles of this copy.
     */
    public static EventRecord readAll(final StateInput in) {
        final ExtendedTime at = in.readTime();
        final Event event = in.readEvent();
        final List<Access> writes = readAccesses(in);
        return new EventRecord(at, event, readAccesses(in), writes);
    }

    /**
     * Where two histories part.
     *
     * @param one   in order.
     * @param other in order, of the same or another steward.
     * @return the first events that differ, with what they read and wrote; null if none does.
     */
    public static String firstDifference(final List<EventRecord> one, final List<EventRecord> other) {
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            final EventRecord here = i < one.size() ? one.get(i) : null;
            final EventRecord there = i < other.size() ? other.get(i) : null;
            if (here == null || there == null || !digest(here).equals(digest(there))) {
                return "event " + i + " differs\n  here:  " + (here == null ? "nothing more" : here)
                    + "\n  there: " + (there == null ? "nothing more" : there);
            }
        }
        return null;
    }

    /** All of it, for a person. */
    @Override
    public String toString() {
        return at + " " + event + " reads " + reads + " writes " + writes;
    }

    private static Id digest(final EventRecord event) {
        final StateOutput out = new StateOutput();
        event.writeAll(out);
        return out.digest();
    }

    private static List<Access> readAccesses(final StateInput in) {
        final List<Access> accesses = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            final Cell<?> cell = in.readCell();
            accesses.add(new Access(cell, in.readBoolean() ? cell.type().codec().read(in) : null));
        }
        return accesses;
    }

    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    private static <V> void writeValue(final Cell<V> cell, final Object value, final StateOutput out) {
        out.writeBoolean(value != null);
        if (value != null) {
            cell.type().codec().write((V) value, out);
        }
    }
}
