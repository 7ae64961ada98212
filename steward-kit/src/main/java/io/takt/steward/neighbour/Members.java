package io.takt.steward.neighbour;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.SaveException;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.util.Arrays;

/**
 * The bodies that cover a grid cell, in the order of their keys. A grid cell without bodies holds null instead.
 *
 * <p>Immutable.
 *
 * @param <B> of the bodies.
 */
public final class Members<B> {
    private final Cell<B>[] bodies;

    private Members(final Cell<B>[] bodies) {
        this.bodies = bodies;
    }

    /**
     * How many there are.
     *
     * @return at least 1.
     */
    public int size() {
        return bodies.length;
    }

    /**
     * One of them.
     *
     * @param index from 0, in the order of their keys.
     * @return never null.
     */
    public Cell<B> get(final int index) {
        return bodies[index];
    }

    /** Puts them behind so many others; all there is room for. Returns how many there are. */
    int copyInto(final Cell<B>[] others, final int count) {
        System.arraycopy(bodies, 0, others, count, bodies.length);
        return count + bodies.length;
    }

    static <B> Members<B> with(final Members<B> members, final Cell<B> body) {
        if (members == null) {
            return new Members<>(array(body));
        }
        final int place = members.place(body);
        if (place >= 0) {
            return members;
        }
        final Cell<B>[] all = Arrays.copyOf(members.bodies, members.bodies.length + 1);
        final int at = -1 - place;
        System.arraycopy(members.bodies, at, all, at + 1, members.bodies.length - at);
        all[at] = body;
        return new Members<>(all);
    }

    /** Null if none is left. */
    static <B> Members<B> without(final Members<B> members, final Cell<B> body) {
        final int place = members == null ? -1 : members.place(body);
        if (place < 0) {
            return members;
        }
        if (members.bodies.length == 1) {
            return null;
        }
        final Cell<B>[] all = Arrays.copyOf(members.bodies, members.bodies.length - 1);
        System.arraycopy(members.bodies, place + 1, all, place, all.length - place);
        return new Members<>(all);
    }

    private int place(final Cell<B> body) {
        int low = 0;
        int high = bodies.length - 1;
        while (low <= high) {
            final int middle = low + high >>> 1;
            final int order = bodies[middle].key().compareTo(body.key());
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    static <B> Codec<Members<B>> codec(final CellType<B> type) {
        return Codec.of((members, out) -> members.write(out), in -> read(in, type));
    }

    private void write(final StateOutput out) {
        out.writeInt(bodies.length);
        for (final Cell<B> body : bodies) {
            out.writeCell(body);
        }
    }

    private static <B> Members<B> read(final StateInput in, final CellType<B> type) {
        final int size = in.readInt();
        if (size < 1 || size > in.remaining()) {
            throw new SaveException("a grid cell with " + size + " members is none");
        }
        Members<B> members = null;
        for (int i = 0; i < size; i++) {
            final Cell<B> body = in.readCell(type);
            if (members != null && members.get(i - 1).key().compareTo(body.key()) >= 0) {
                throw new SaveException("the members of a grid cell are not in order");
            }
            members = with(members, body);
        }
        return members;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Arrays of generic types cannot be made otherwise.
    private static <B> Cell<B>[] array(final Cell<B> only) {
        return new Cell[] {only};
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Members && Arrays.equals(bodies, ((Members<?>) other).bodies);
    }

    /** Of the keys. */
    @Override
    public int hashCode() {
        int hash = 0;
        for (final Cell<B> body : bodies) {
            hash = hash * 31 + Long.hashCode(body.key().low());
        }
        return hash;
    }

    /** The cells of the members. */
    @Override
    public String toString() {
        return Arrays.toString(bodies);
    }
}
