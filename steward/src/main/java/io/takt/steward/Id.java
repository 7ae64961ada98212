package io.takt.steward;

import java.util.HexFormat;

/**
 * A 128-bit number, unsigned: names a cell or an event for good, in every run and every copy.
 *
 * <p>Immutable.
 */
public final class Id implements Comparable<Id> {
    private final long high;
    private final long low;

    private Id(final long high, final long low) {
        this.high = high;
        this.low = low;
    }

    /**
     * The number with these halves.
     *
     * @param high the upper 64 bits.
     * @param low  the lower 64 bits.
     * @return high * 2^64 + low, both taken as unsigned.
     */
    public static Id of(final long high, final long low) {
        return new Id(high, low);
    }

    /**
     * A hash of words, for ids that must be unique but are not given: the same on every machine, for ever. Not
     * cryptographic: an adversary that chooses the words can make two sets of them collide.
     *
     * @param words in order; sequences of different lengths differ.
     * @return spread over all 128 bits.
     */
    public static Id hash(final long... words) {
        long high = Hash.SEED_HIGH;
        long low = Hash.SEED_LOW;
        for (final long word : words) {
            high = Hash.high(high, word);
            low = Hash.low(high, low, word);
        }
        high = Hash.high(high, words.length);
        low = Hash.low(high, low, words.length);
        return new Id(high, low);
    }

    /**
     * The upper half.
     *
     * @return 64 bits.
     */
    public long high() {
        return high;
    }

    /**
     * The lower half.
     *
     * @return 64 bits.
     */
    public long low() {
        return low;
    }

    @Override
    public int compareTo(final Id other) {
        final int upper = Long.compareUnsigned(high, other.high);
        return upper != 0 ? upper : Long.compareUnsigned(low, other.low);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Id && high == ((Id) other).high && low == ((Id) other).low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high ^ low);
    }

    /** 32 hexadecimal digits. */
    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
