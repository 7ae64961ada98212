package io.takt.federation.seal;

/**
 * Which of the last {@value #SIZE} numbers have come, as in RFC 6479: an older frame counts as one that has come.
 * Pure state, owned by one thread.
 */
final class ReplayWindow {
    /** Frames that overtake each other on a network do so by far less. */
    static final int SIZE = 1024;

    private static final int WORDS = SIZE / Long.SIZE + 1;

    private final long[] seen = new long[WORDS];
    private long greatest;

    /** The greatest number that has come; 0 when none has. */
    long greatest() {
        return greatest;
    }

    /** Whether a frame of that number has not come; numbers begin with 1. */
    boolean isNew(final long number) {
        if (number <= 0) {
            return false;
        }
        return number > greatest || greatest - number < SIZE && (seen[word(number)] & 1L << number) == 0;
    }

    /** A frame of that number, which is new, has come. */
    void note(final long number) {
        if (number > greatest) {
            // One word more than the window has: the one that is begun anew holds nothing that still counts.
            final long wordsAhead = Math.min(WORDS, number / Long.SIZE - greatest / Long.SIZE);
            for (long ahead = 1; ahead <= wordsAhead; ahead++) {
                seen[(int) ((greatest / Long.SIZE + ahead) % WORDS)] = 0;
            }
            greatest = number;
        }
        seen[word(number)] |= 1L << number;
    }

    private static int word(final long number) {
        return (int) (number / Long.SIZE % WORDS);
    }
}
