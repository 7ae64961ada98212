package io.takt.steward.neighbour;

import io.takt.steward.Codec;
import io.takt.steward.SaveException;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.util.Arrays;

/**
 * The grid cells that a body covers: a range of indices in each dimension. In a periodic dimension they go on beyond
 * the ends of the space, and wrap around when they name a cell.
 *
 * <p>Immutable.
 */
public final class Region {
    private final long[] ends;

    Region(final long[] ends) {
        this.ends = ends;
    }

    /**
     * In how many dimensions.
     *
     * @return 1 to 3.
     */
    public int dimensions() {
        return ends.length / 2;
    }

    /**
     * The first index.
     *
     * @param dimension from 0.
     * @return at most the last one.
     */
    public long first(final int dimension) {
        return ends[2 * dimension];
    }

    /**
     * The last index.
     *
     * @param dimension from 0.
     * @return at least the first one.
     */
    public long last(final int dimension) {
        return ends[2 * dimension + 1];
    }

    static Codec<Region> codec() {
        return Codec.of(Region::write, Region::read);
    }

    private void write(final StateOutput out) {
        out.writeByte(ends.length);
        for (final long end : ends) {
            out.writeLong(end);
        }
    }

    private static Region read(final StateInput in) {
        final int length = in.readByte();
        if (length < 2 || length > 6 || length % 2 != 0) {
            throw new SaveException("a region with " + length + " ends is none");
        }
        final long[] ends = new long[length];
        for (int i = 0; i < length; i++) {
            ends[i] = in.readLong();
        }
        return new Region(ends);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Region && Arrays.equals(ends, ((Region) other).ends);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ends);
    }

    /** First and last index of each dimension. */
    @Override
    public String toString() {
        return Arrays.toString(ends);
    }
}
