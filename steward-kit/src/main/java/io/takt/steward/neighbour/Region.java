package io.takt.steward.neighbour;

import io.takt.steward.Codec;
import io.takt.steward.SaveException;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;

/**
 * The grid cells that a body covers: in each of three dimensions the index of the first, how often around the space
 * that is, and how many there are; 0, 0 and 1 where the space has fewer dimensions. In a periodic dimension they go on
 * with index 0, of the next lap, after the last one.
 *
 * <p>Immutable.
 */
record Region(
    int indexX, int lapX, int countX, int indexY, int lapY, int countY, int indexZ, int lapZ, int countZ) {
    int index(final int dimension) {
        return dimension == 0 ? indexX : dimension == 1 ? indexY : indexZ;
    }

    int lap(final int dimension) {
        return dimension == 0 ? lapX : dimension == 1 ? lapY : lapZ;
    }

    int count(final int dimension) {
        return dimension == 0 ? countX : dimension == 1 ? countY : countZ;
    }

    static Codec<Region> codec(final Space<?> space) {
        return Codec.of(Region::write, in -> read(in, space));
    }

    private void write(final StateOutput out) {
        for (int d = 0; d < Space.MAX_DIMENSIONS; d++) {
            out.writeInt(index(d));
            out.writeInt(lap(d));
            out.writeInt(count(d));
        }
    }

    private static Region read(final StateInput in, final Space<?> space) {
        final int[] parts = new int[3 * Space.MAX_DIMENSIONS];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = in.readInt();
        }
        final Region region = new Region(
            parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6], parts[7], parts[8]);
        if (!space.has(region)) {
            throw new SaveException("the space of this neighbourhood has no such grid cells: " + region);
        }
        return region;
    }
}
