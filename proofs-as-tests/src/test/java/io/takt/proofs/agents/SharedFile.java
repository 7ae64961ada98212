package io.takt.proofs.agents;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A file in shared memory, of which every process has a {@link View} of its own: a log, or a latest value.
 *
 * <p>Longs before the data, and ints that are read or written with order there, are {@link Locations}. All else, above
 * all the records of a log, is written without order: a process sees that as of what it has acquired, or some more.
 */
final class SharedFile {
    private static final int CATCHES_UP_OF = 8;

    private final SharedMemory memory;
    private final Locations locations;
    private final Choices choices;
    private final int length;
    private final int data;
    private final boolean isSeenEarly;
    private final Set<Integer> fenced;
    private final ObjLongConsumer<Integer> onRelease;
    private final Map<Integer, Integer> words = new HashMap<>();
    private final Map<Process, View> views = new HashMap<>();
    private final List<Written> written = new ArrayList<>();
    /** The value of this word is how much has been written without order. */
    private final int writtenWord;

    private record Written(int index, byte[] bytes) {
    }

    /**
     * A file of zeros.
     *
     * @param data        where the data begin.
     * @param isSeenEarly whether data may be seen before they are acquired.
     * @param fenced      words that are read after a fence only.
     * @param onRelease   is told of each word that is written with order, by index.
     */
    SharedFile(final SharedMemory memory, final Choices choices, final int length, final int data,
        final boolean isSeenEarly, final Set<Integer> fenced, final ObjLongConsumer<Integer> onRelease) {
        this.memory = memory;
        this.locations = memory.locations();
        this.choices = choices;
        this.length = length;
        this.data = data;
        this.isSeenEarly = isSeenEarly;
        this.fenced = fenced;
        this.onRelease = onRelease;
        this.writtenWord = locations.allocate(1);
    }

    View view(final Process process) {
        return views.computeIfAbsent(process, View::new);
    }

    private int word(final int index) {
        return words.computeIfAbsent(index, each -> locations.allocate(1));
    }

    /** The file as one process sees it: its memory has the unordered writes that this process has seen. */
    final class View extends UnsafeBuffer {
        private final Process process;
        private final Locations.Sight sight;
        private int applied;

        private View(final Process process) {
            super(new byte[length]);
            this.process = process;
            this.sight = process.view().sight();
        }

        private void before() {
            memory.watcher().before(process);
        }

        /** Sees what it must, and by chance some more of what was written without order. */
        private void catchUp() {
            int upTo = sight.seen(writtenWord);
            if (isSeenEarly && upTo < written.size() && choices.below(CATCHES_UP_OF) == 0) {
                upTo += choices.below(written.size() - upTo + 1);
            }
            for (; applied < upTo; applied++) {
                final Written next = written.get(applied);
                super.putBytes(next.index, next.bytes, 0, next.bytes.length);
            }
        }

        /** A copy from here is by the address, so the address is asked for. */
        @Override
        public long addressOffset() {
            catchUp();
            return super.addressOffset();
        }

        private void wrote(final int index, final int count) {
            final byte[] bytes = new byte[count];
            super.getBytes(index, bytes);
            written.add(new Written(index, bytes));
            sight.writePlain(writtenWord, 0);
            applied = written.size();
        }

        @Override
        public long getLong(final int index) {
            if (index < data) {
                return sight.readPlain(word(index));
            }
            catchUp();
            return super.getLong(index);
        }

        @Override
        public int getInt(final int index) {
            if (words.containsKey(index)) {
                return (int) sight.readPlain(word(index));
            }
            catchUp();
            return super.getInt(index);
        }

        @Override
        public long getLongVolatile(final int index) {
            return acquire(index);
        }

        @Override
        public int getIntVolatile(final int index) {
            return (int) acquire(index);
        }

        private long acquire(final int index) {
            before();
            if (fenced.contains(index)) {
                sight.fence();
            }
            return sight.acquire(word(index));
        }

        @Override
        public void putLong(final int index, final long value) {
            before();
            if (index < data) {
                sight.writePlain(word(index), value);
            } else {
                catchUpWithAll();
                super.putLong(index, value);
                wrote(index, Long.BYTES);
            }
        }

        @Override
        public void putInt(final int index, final int value) {
            catchUpWithAll();
            super.putInt(index, value);
            wrote(index, Integer.BYTES);
        }

        @Override
        public void putBytes(final int index, final byte[] from) {
            putBytes(index, from, 0, from.length);
        }

        @Override
        public void putBytes(final int index, final byte[] from, final int offset, final int count) {
            catchUpWithAll();
            super.putBytes(index, from, offset, count);
            wrote(index, count);
        }

        @Override
        public void putBytes(final int index, final DirectBuffer from, final int offset, final int count) {
            catchUpWithAll();
            super.putBytes(index, from, offset, count);
            wrote(index, count);
        }

        /** Writes of others there happened before, or are overwritten. */
        private void catchUpWithAll() {
            for (; applied < written.size(); applied++) {
                final Written next = written.get(applied);
                super.putBytes(next.index, next.bytes, 0, next.bytes.length);
            }
        }

        @Override
        public void putLongRelease(final int index, final long value) {
            release(index, value);
        }

        @Override
        public void putIntRelease(final int index, final int value) {
            release(index, value);
        }

        @Override
        public void putLongVolatile(final int index, final long value) {
            release(index, value);
            sight.fence();
        }

        @Override
        public void putIntVolatile(final int index, final int value) {
            release(index, value);
            sight.fence();
        }

        private void release(final int index, final long value) {
            before();
            sight.release(word(index), value);
            onRelease.accept(index, value);
        }

        /** Two processes see different things, even where they are of the same file. */
        @Override
        public boolean equals(final Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}
