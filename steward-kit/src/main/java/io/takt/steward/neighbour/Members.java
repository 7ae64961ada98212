package io.takt.steward.neighbour;

import io.takt.steward.Codec;
import io.takt.steward.SaveException;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.util.Arrays;

/**
 * The bodies that cover a grid cell, in the order of their numbers. Each has its laps: how often around the space it is
 * to the index that the body itself has for this cell, in each dimension. So a search need not read the regions of
 * bodies. A body that covers the cell several times is there once for each. A grid cell without bodies holds null
 * instead.
 *
 * <p>Immutable.
 */
final class Members {
    private static final int NUMBER = 2;

    /** For each: the number's higher half and lower half, and its laps. */
    private final int[] entries;
    private final int stride;
    private final int size;

    private Members(final int[] entries, final int size) {
        this.entries = entries;
        this.size = size;
        stride = entries.length / size;
    }

    /** How many there are, at least 1. */
    int size() {
        return size;
    }

    /** The number of one of them. */
    long number(final int index) {
        final int at = index * stride;
        return (long) entries[at] << Integer.SIZE | entries[at + 1] & 0xffff_ffffL;
    }

    /** Its laps in a dimension; 0 where there is no such dimension. */
    int lap(final int index, final int dimension) {
        return dimension < stride - NUMBER ? entries[index * stride + NUMBER + dimension] : 0;
    }

    static boolean has(
        final Members members, final long number, final int lapX, final int lapY, final int lapZ) {
        return members != null && members.place(number, lapX, lapY, lapZ) >= 0;
    }

    /** With a body, unless it is there; laps beyond the dimensions are 0. */
    static Members with(
        final Members members, final int dimensions, final long number, final int lapX, final int lapY,
        final int lapZ) {
        if (members == null) {
            return new Members(new int[NUMBER + dimensions], 1).put(0, number, lapX, lapY, lapZ);
        }
        final int found = members.place(number, lapX, lapY, lapZ);
        if (found >= 0) {
            return members;
        }
        final int at = ~found * members.stride;
        final int[] old = members.entries;
        final int[] all = Arrays.copyOf(old, old.length + members.stride);
        System.arraycopy(old, at, all, at + members.stride, old.length - at);
        return new Members(all, members.size + 1).put(at, number, lapX, lapY, lapZ);
    }

    /** When it is made only. */
    private Members put(final int at, final long number, final int lapX, final int lapY, final int lapZ) {
        entries[at] = (int) (number >> Integer.SIZE);
        entries[at + 1] = (int) number;
        for (int d = 0; d < stride - NUMBER; d++) {
            entries[at + NUMBER + d] = d == 0 ? lapX : d == 1 ? lapY : lapZ;
        }
        return this;
    }

    /** Without a body, if it is there; null if none is left. */
    static Members without(
        final Members members, final long number, final int lapX, final int lapY, final int lapZ) {
        final int found = members == null ? -1 : members.place(number, lapX, lapY, lapZ);
        if (found < 0) {
            return members;
        }
        final int[] old = members.entries;
        if (members.size == 1) {
            return null;
        }
        final int at = found * members.stride;
        final int[] all = Arrays.copyOf(old, old.length - members.stride);
        System.arraycopy(old, at + members.stride, all, at, all.length - at);
        return new Members(all, members.size - 1);
    }

    /** Where it is, or the complement of where it would be. */
    private int place(final long number, final int lapX, final int lapY, final int lapZ) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            final int middle = low + high >>> 1;
            final int order = compare(middle, number, lapX, lapY, lapZ);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return ~low;
    }

    private int compare(final int index, final long number, final int lapX, final int lapY, final int lapZ) {
        final long here = number(index);
        return here != number ? Long.compareUnsigned(here, number)
            : lap(index, 0) != lapX ? Integer.compare(lap(index, 0), lapX)
            : lap(index, 1) != lapY ? Integer.compare(lap(index, 1), lapY)
            : Integer.compare(lap(index, 2), lapZ);
    }

    static Codec<Members> codec(final int dimensions) {
        return Codec.of(Members::write, in -> read(in, dimensions));
    }

    private void write(final StateOutput out) {
        out.writeByte(stride - NUMBER);
        out.writeInt(size);
        for (final int part : entries) {
            out.writeInt(part);
        }
    }

    private static Members read(final StateInput in, final int dimensions) {
        final int written = in.readByte();
        if (written != dimensions) {
            throw new SaveException(
                "a grid cell has " + written + " dimensions, the space of this neighbourhood " + dimensions);
        }
        final int size = in.readInt();
        if (size < 1 || size > in.remaining() / (Integer.BYTES * (NUMBER + dimensions))) {
            throw new SaveException("a grid cell with " + size + " members is none, or its members are not all there");
        }
        final int[] entries = new int[size * (NUMBER + dimensions)];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = in.readInt();
        }
        final Members members = new Members(entries, size);
        for (int i = 1; i < size; i++) {
            final int order = members.compare(
                i - 1, members.number(i), members.lap(i, 0), members.lap(i, 1), members.lap(i, 2));
            if (order >= 0) {
                throw new SaveException("the members of a grid cell are not in order: body "
                    + Long.toUnsignedString(members.number(i)) + " is not after the one before it");
            }
        }
        return members;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Members && Arrays.equals(entries, ((Members) other).entries);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(entries);
    }

    /** The number of each, and its laps. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? "" : ", ").append(Long.toUnsignedString(number(i)));
            for (int d = 0; d < stride - NUMBER; d++) {
                text.append(d == 0 ? " @" : ",").append(lap(i, d));
            }
        }
        return text.toString();
    }
}
