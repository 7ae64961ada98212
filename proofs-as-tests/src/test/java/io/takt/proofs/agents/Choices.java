package io.takt.proofs.agents;

import java.util.List;
import java.util.SplittableRandom;

/** All that is left to chance in a world: the next process, the age of a reading. Equal choices give equal worlds. */
interface Choices {
    /** One of so many, from 0. */
    int below(int count);

    /** For as long as the world lasts. */
    static Choices of(final long seed) {
        return new SplittableRandom(seed)::nextInt;
    }

    /** Those that are listed; when they are used up, some that are fair. */
    static Choices of(final List<Integer> listed) {
        final Choices fair = of(0);
        final int[] next = {0};
        return count -> next[0] < listed.size() ? Math.floorMod(listed.get(next[0]++), count) : fair.below(count);
    }
}
