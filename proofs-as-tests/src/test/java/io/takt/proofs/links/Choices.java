package io.takt.proofs.links;

import java.util.SplittableRandom;

/**
 * All that is left to chance in a world: which loop is next, which faults the network adds. Equal choices, equal
 * worlds.
 */
interface Choices {
    /** One of so many, from 0. */
    int below(int count);

    /** Whether something happens that does so once in so many times; never for 0. */
    default boolean oneIn(final int count) {
        return count > 0 && below(count) == 0;
    }

    /** For as long as the world lasts. */
    static Choices of(final long seed) {
        return new SplittableRandom(seed)::nextInt;
    }
}
