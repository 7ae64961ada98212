package io.takt.proofs.agents;

import java.util.Arrays;

/**
 * Words of memory that processes share, each seen by a process through its {@link Sight}, as far as acquire and
 * release allow: of each word a process sees the values in order, and a process that has acquired a value sees all that
 * its writer had seen at the release. Within these limits the age of a value is a matter of choice.
 *
 * <p>A value that was seen before any fence is seen after every later one.
 */
final class Locations {
    /** Values of a word that can still be read; a reader that looks again after a longer time misses earlier ones. */
    private static final int KEPT = 32;

    private final Choices choices;
    private final boolean isOrdered;
    private final int count;
    private final long[][] written;
    /** Null for a value that was written without order. */
    private final int[][][] seenByWriter;
    private final int[] newest;
    private final int[] seenBeforeFences;
    private int used;

    /** Of so many words; without order a reader sees no more than the value that it has read. */
    Locations(final Choices choices, final int count, final boolean isOrdered) {
        this.choices = choices;
        this.isOrdered = isOrdered;
        this.count = count;
        this.written = new long[count][];
        this.seenByWriter = new int[count][][];
        this.newest = new int[count];
        this.seenBeforeFences = new int[count];
    }

    /** The first of so many unused words; all are 0. */
    int allocate(final int words) {
        final int first = used;
        used += words;
        if (used > count) {
            throw new IllegalStateException("there are only " + count + " words");
        }
        for (int word = first; word < used; word++) {
            written[word] = new long[KEPT];
            seenByWriter[word] = new int[KEPT][];
        }
        return first;
    }

    Sight sight() {
        return new Sight();
    }

    /** The words as one process sees them. */
    final class Sight {
        private final int[] seen = new int[count];
        /** By word, the value that was acquired last; to acquire it again shows nothing new. */
        private final int[] acquired = new int[count];

        /** How far this process has seen the words in use; goes along with a line to another process. */
        int[] seen() {
            return Arrays.copyOf(seen, used);
        }

        /** How many values of a word this process has seen, or could have, but for the first. */
        int seen(final int word) {
            return seen[word];
        }

        /** Something has come from a process that had seen this; null for nothing. */
        void see(final int[] others) {
            if (isOrdered && others != null) {
                raise(seen, others, others.length);
            }
        }

        /** A value that may be an old one. */
        long acquire(final int word) {
            return read(word, anyOf(word), true);
        }

        /** The newest value, by a swap. */
        long acquireNewest(final int word) {
            return read(word, newest[word], true);
        }

        /** A value that may be an old one, and says nothing of others. */
        long readPlain(final int word) {
            return read(word, anyOf(word), false);
        }

        private int anyOf(final int word) {
            final int oldest = Math.max(seen[word], newest[word] - KEPT + 1);
            final int values = newest[word] - oldest + 1;
            return values == 1 || choices.below(2) == 0 ? newest[word] : oldest + choices.below(values);
        }

        private long read(final int word, final int which, final boolean acquires) {
            if (acquires && acquired[word] != which) {
                see(seenByWriter[word][which % KEPT]);
                acquired[word] = which;
            }
            seen[word] = Math.max(seen[word], which);
            return written[word][which % KEPT];
        }

        void release(final int word, final long value) {
            write(word, value);
            seenByWriter[word][newest[word] % KEPT] = seen();
        }

        void writePlain(final int word, final long value) {
            write(word, value);
            seenByWriter[word][newest[word] % KEPT] = null;
        }

        private void write(final int word, final long value) {
            final int which = ++newest[word];
            seen[word] = which;
            written[word][which % KEPT] = value;
        }

        void fence() {
            raise(seenBeforeFences, seen, used);
            raise(seen, seenBeforeFences, used);
        }
    }

    private static void raise(final int[] own, final int[] others, final int words) {
        for (int word = 0; word < words; word++) {
            own[word] = Math.max(own[word], others[word]);
        }
    }
}
