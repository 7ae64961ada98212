package io.takt.steward;

/**
 * One step of the 128-bit hash by which ids and digests are made. The upper lane takes in a word, then the lower lane
 * the word and the upper lane; each through the finaliser of SplitMix64 (variant 13 of David Stafford).
 */
final class Hash {
    static final long SEED_HIGH = 0x243f6a8885a308d3L;
    static final long SEED_LOW = 0x13198a2e03707344L;
    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    private Hash() {
    }

    static long high(final long high, final long word) {
        return mix(high ^ word) + GAMMA;
    }

    static long low(final long newHigh, final long low, final long word) {
        return mix(low + newHigh + word * GAMMA);
    }

    static long mix(final long value) {
        long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
