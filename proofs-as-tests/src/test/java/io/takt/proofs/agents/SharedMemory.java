package io.takt.proofs.agents;

import io.takt.shm.clock.ClockLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * Counters in shared memory, of which every process has a {@link View} of its own. The buffers hold the newest values;
 * a view may read older ones, as {@link Locations} decide.
 *
 * <p>A swap sees the newest value, and so does a look at a doorbell, which comes after a fence.
 */
final class SharedMemory {
    static final int RECORDS = 96;

    /** Faults of a memory, to see that they are found. */
    enum Fault {
        NONE,
        /** A reader of a value, or of a line, need not see the earlier writes of its writer. */
        NO_PUBLISH_ORDER,
        /** There is no fence before a look at a doorbell. */
        NO_FENCE
    }

    /** Is told of all accesses to a memory. */
    interface Watcher {
        /** Before a process reads or writes: another one may be quicker. */
        void before(Process process);

        /** A value is there for all to read; by a swap when it was to follow another one, as a doorbell is rung. */
        void wrote(Process process, int counter, long value, boolean bySwap);

        /** A record is there, or is given back. */
        void recordChanged(int counter);
    }

    private static final int LOW_WORD = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 0 : Integer.BYTES;

    private final Fault fault;
    private final Watcher watcher;
    private final ByteBuffer bytes = BufferUtil.allocateDirectAligned(RECORDS * CountersReader.COUNTER_LENGTH, 64);
    private final UnsafeBuffer values = new UnsafeBuffer(bytes);
    private final ByteBuffer metaBytes = BufferUtil.allocateDirectAligned(RECORDS * CountersReader.METADATA_LENGTH, 64);
    private final UnsafeBuffer metaData = new UnsafeBuffer(metaBytes);
    private final Locations locations;
    private final int[][] seenByAllocator = new int[RECORDS][];

    /** With so many words beside those of the counters, for files. */
    SharedMemory(final Choices choices, final Fault fault, final Watcher watcher, final int fileWords) {
        this.fault = fault;
        this.watcher = watcher;
        this.locations = new Locations(choices, RECORDS + fileWords, fault != Fault.NO_PUBLISH_ORDER);
        locations.allocate(RECORDS);
    }

    Locations locations() {
        return locations;
    }

    Watcher watcher() {
        return watcher;
    }

    /** The records, which look the same to all. */
    UnsafeBuffer metaData() {
        return metaData;
    }

    /** The newest values. */
    UnsafeBuffer values() {
        return values;
    }

    View view(final Process process) {
        return new View(process);
    }

    /** Which counter's word a thread sleeps on. */
    int counterAt(final long wordAddress) {
        return (int) ((wordAddress - values.addressOffset()) / CountersReader.COUNTER_LENGTH);
    }

    /** The word that the kernel compares when a thread goes to sleep. */
    int wordAt(final long wordAddress) {
        return values.getInt(counterAt(wordAddress) * CountersReader.COUNTER_LENGTH + LOW_WORD);
    }

    /**
     * The records as a process sees them: always the newest. A process that finds a record in use sees all that had
     * been seen when the record was allocated.
     */
    UnsafeBuffer metaDataFor(final View view) {
        return new UnsafeBuffer(metaBytes) {
            @Override
            public int getIntVolatile(final int index) {
                if (index % CountersReader.METADATA_LENGTH == 0) {
                    view.see(seenByAllocator[index / CountersReader.METADATA_LENGTH]);
                }
                return super.getIntVolatile(index);
            }

            @Override
            public void putIntRelease(final int index, final int value) {
                super.putIntRelease(index, value);
                if (index % CountersReader.METADATA_LENGTH == 0) {
                    seenByAllocator[index / CountersReader.METADATA_LENGTH] = view.seen();
                    watcher.recordChanged(index / CountersReader.METADATA_LENGTH);
                }
            }
        };
    }

    private boolean isDoorbell(final int counter) {
        return metaData.getInt(CountersReader.metaDataOffset(counter) + CountersReader.TYPE_ID_OFFSET)
            == ClockLayout.DOORBELL_TYPE_ID;
    }

    /** The values as one process sees them. */
    final class View extends UnsafeBuffer {
        private final Process process;
        private final Locations.Sight sight = locations.sight();

        private View(final Process process) {
            super(bytes);
            this.process = process;
        }

        Locations.Sight sight() {
            return sight;
        }

        /** How far this process has seen the memory; goes along with a line to another process. */
        int[] seen() {
            return sight.seen();
        }

        /** A line has come from a process that had seen this. */
        void see(final int[] others) {
            sight.see(others);
        }

        @Override
        public long getLongVolatile(final int index) {
            if (index % CountersReader.COUNTER_LENGTH != 0) {
                return super.getLongVolatile(index);
            }
            watcher.before(process);
            final int counter = index / CountersReader.COUNTER_LENGTH;
            if (isDoorbell(counter) && fault != Fault.NO_FENCE) {
                sight.fence();
                return sight.acquireNewest(counter);
            }
            return sight.acquire(counter);
        }

        @Override
        public void putLongRelease(final int index, final long value) {
            if (index % CountersReader.COUNTER_LENGTH != 0) {
                super.putLongRelease(index, value);
                return;
            }
            watcher.before(process);
            write(index, value, false);
        }

        @Override
        public void putLongVolatile(final int index, final long value) {
            watcher.before(process);
            write(index, value, false);
            sight.fence();
        }

        @Override
        public boolean compareAndSetLong(final int index, final long expected, final long value) {
            watcher.before(process);
            final boolean isSame = sight.acquireNewest(index / CountersReader.COUNTER_LENGTH) == expected;
            if (isSame) {
                write(index, value, true);
            }
            sight.fence();
            return isSame;
        }

        private void write(final int index, final long value, final boolean bySwap) {
            final int counter = index / CountersReader.COUNTER_LENGTH;
            sight.release(counter, value);
            super.putLongRelease(index, value);
            watcher.wrote(process, counter, value, bySwap);
        }

        /** Two processes see different things, even where they are of the same memory. */
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
