package io.takt.steward;

/**
 * Random numbers that are the same on every machine and every version of Java: xoroshiro128++ (Blackman and Vigna:
 * Scrambled linear pseudorandom number generators, 2021), seeded with an event's instant. For one thread.
 */
public final class DeterministicRandom {
    private long first;
    private long second;

    /**
     * Starts a sequence.
     *
     * @param at whose parts seed it.
     */
    public DeterministicRandom(final ExtendedTime at) {
        this(at, 0);
    }

    /**
     * Starts a sequence.
     *
     * @param at   whose parts seed it.
     * @param salt seeds it, too; 0 is as none.
     */
    public DeterministicRandom(final ExtendedTime at, final long salt) {
        final Id id = at.id();
        first = Hash.mix(id.high() + at.base() ^ Hash.mix(salt));
        second = Hash.mix(id.low() + at.iteration() ^ Hash.mix(Long.reverse(salt))) | 1;
    }

    /**
     * Any of 2^64 numbers.
     *
     * @return uniform.
     */
    public long nextLong() {
        final long result = Long.rotateLeft(first + second, 17) + first;
        second ^= first;
        first = Long.rotateLeft(first, 49) ^ second ^ (second << 21);
        second = Long.rotateLeft(second, 28);
        return result;
    }

    /**
     * A number below a bound.
     *
     * @param bound more than 0.
     * @return 0 to bound - 1, uniform but for a part in 2^32 at most.
     */
    public int nextInt(final int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound " + bound + " must be more than 0");
        }
        return (int) ((nextLong() >>> 32) * bound >>> 32);
    }

    /**
     * A number from 0 to 1.
     *
     * @return a multiple of 2^-53, at least 0 and less than 1, uniform.
     */
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    /**
     * Heads or tails.
     *
     * @return uniform.
     */
    public boolean nextBoolean() {
        return nextLong() < 0;
    }
}
