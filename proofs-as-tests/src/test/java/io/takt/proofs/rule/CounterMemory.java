package io.takt.proofs.rule;

import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.ClockLayout;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.waiting.Kernel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/**
 * Counters in shared memory that hand out readings of any age: each clock comes with the values that it has had since
 * it was allocated, and the party that reads is given the one that is as many count-ups old as the schedule says.
 *
 * <p>Clocks have numbers: 0 for the core's, then 1, 2, ... for those of the assets in the order in which they joined.
 * Everything else in the counters is always read as it is.
 */
final class CounterMemory {
    /** The number of the core's clock. */
    static final int CORE = 0;

    /** Every reading is the newest there is. */
    static final IntToLongFunction FRESH = number -> 0;

    private static final int RECORDS = 128;
    private static final int MOST_CLOCKS = 256;

    /** Nothing ever sleeps here: schedules say which party looks when. */
    private static final Kernel SLEEPLESS = new Kernel() {
        @Override
        public void await(final long address, final int expected, final long atMostNs) {
            throw new IllegalStateException("a schedule lets nothing sleep");
        }

        @Override
        public void wake(final long address) {
            // Nothing sleeps.
        }
    };

    private final UnsafeBuffer values = new Values();
    private final UnsafeBuffer metaData = new MetaData();
    private final History[] byCounter = new History[RECORDS];
    private final History[] byNumber = new History[MOST_CLOCKS];
    private final long[][] greatestReadNs = new long[MOST_CLOCKS][];
    private IntToLongFunction ages = FRESH;
    private int reader;
    private boolean wentBack;
    private Reads reads = (number, readNs, newestNs) -> { };

    /** Hears of every reading of a clock. */
    @FunctionalInterface
    interface Reads {
        void read(int number, long readNs, long newestNs);
    }

    HubClocks hubClocks() {
        return new HubClocks(
            new CountersManager(metaData, values, StandardCharsets.UTF_8, () -> 0, 0), HubUnderTest.NAME, SLEEPLESS);
    }

    ClockFile clockFile() {
        return ClockFile.over(metaData, values, SLEEPLESS);
    }

    /** Does something as the party with a clock of this number, which reads all others as old as the ages say. */
    boolean as(final int number, final IntToLongFunction newAges, final Runnable action) {
        reader = number;
        ages = newAges;
        final History own = byNumber[number];
        final long before = own == null ? 0 : own.newestNs();
        try {
            action.run();
        } finally {
            ages = FRESH;
        }
        return own != null && byNumber[number] == own && own.newestNs() != before;
    }

    /** How old the reading is that the party which reads now is given of the clock of this number. */
    long ageFor(final int number) {
        return number == reader ? 0 : ages.applyAsLong(number);
    }

    void onRead(final Reads newReads) {
        reads = newReads;
    }

    /** The newest value of a clock. */
    long timeNs(final int number) {
        return byNumber[number].newestNs();
    }

    /** The value of a clock so many count-ups ago; older than the clock is its first value. */
    long readNs(final int number, final long age) {
        return byNumber[number].readNs(age);
    }

    /** Whether a party has read an older value of a clock than before, since this was asked last. */
    boolean wentBack() {
        final boolean went = wentBack;
        wentBack = false;
        return went;
    }

    private void noteOrder(final int number, final long readNs) {
        if (greatestReadNs[reader] == null) {
            greatestReadNs[reader] = new long[MOST_CLOCKS];
        }
        wentBack |= readNs < greatestReadNs[reader][number];
        greatestReadNs[reader][number] = Math.max(greatestReadNs[reader][number], readNs);
    }

    /** A record is in use from now on; the type and the key are in it. */
    private void allocated(final int counter) {
        final int record = CountersReader.metaDataOffset(counter);
        final int type = metaData.getInt(record + CountersReader.TYPE_ID_OFFSET);
        byCounter[counter] = null;
        if (type == ClockLayout.CORE_TIME_TYPE_ID || type == ClockLayout.ASSET_TIME_TYPE_ID) {
            // The epoch, then the member's number; that of the core is one less than the first.
            final int number = 1 + metaData.getInt(record + CountersReader.KEY_OFFSET + Long.BYTES);
            byCounter[counter] = new History(number, values.getLong(CountersReader.counterOffset(counter)));
            byNumber[number] = byCounter[counter];
            Arrays.stream(greatestReadNs).filter(each -> each != null).forEach(each -> each[number] = 0);
        }
    }

    /** The first value and the newest ones. */
    static final class History {
        private static final int KEPT = 128;

        private final int number;
        private final long firstNs;
        private final long[] newest = new long[KEPT];
        private long count;

        History(final int number, final long firstNs) {
            this.number = number;
            this.firstNs = firstNs;
            add(firstNs);
        }

        void add(final long timeNs) {
            newest[(int) (count++ % KEPT)] = timeNs;
        }

        long newestNs() {
            return newest[(int) ((count - 1) % KEPT)];
        }

        long readNs(final long age) {
            return age >= Math.min(count, KEPT) ? firstNs : newest[(int) ((count - 1 - age) % KEPT)];
        }
    }

    private final class MetaData extends UnsafeBuffer {
        MetaData() {
            super(new byte[RECORDS * CountersReader.METADATA_LENGTH]);
        }

        @Override
        public void putIntRelease(final int index, final int value) {
            super.putIntRelease(index, value);
            if (index % CountersReader.METADATA_LENGTH == 0 && value == CountersReader.RECORD_ALLOCATED) {
                allocated(index / CountersReader.METADATA_LENGTH);
            }
        }
    }

    private final class Values extends UnsafeBuffer {
        Values() {
            super(new byte[RECORDS * CountersReader.COUNTER_LENGTH]);
        }

        @Override
        public void verifyAlignment() {
            // One thread needs none; Agrona would warn of every array.
        }

        private History of(final int index) {
            return index % CountersReader.COUNTER_LENGTH == 0 ? byCounter[index / CountersReader.COUNTER_LENGTH] : null;
        }

        @Override
        public long getLongVolatile(final int index) {
            final History clock = of(index);
            if (clock == null) {
                return super.getLongVolatile(index);
            }
            final long readNs = clock.readNs(ageFor(clock.number));
            noteOrder(clock.number, readNs);
            reads.read(clock.number, readNs, clock.newestNs());
            return readNs;
        }

        @Override
        public void putLongRelease(final int index, final long value) {
            super.putLongRelease(index, value);
            final History clock = of(index);
            if (clock != null) {
                clock.add(value);
            }
        }
    }
}
