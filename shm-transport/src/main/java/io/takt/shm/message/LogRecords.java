package io.takt.shm.message;

import java.util.Arrays;

/**
 * The latest records of a log, for several receivers that one thread drives: each is read from the log once, and its
 * message summed up once. They are kept in the order of the log, so a receiver finds the next one in the next place.
 * A record is made when its place is first used, which is within a step: the first {@value #KEPT} of a log are its
 * warm-up.
 *
 * <p>Owned by that thread.
 */
final class LogRecords {
    /** So many are kept, a power of 2: by those of a few steps a receiver may lag behind others of its thread. */
    static final int KEPT = 512;

    private final MessageLog log;
    private final LogExtent extent;
    private final RecordCheck check;
    /** Stands in each place that was not used yet. */
    private final LogRecord none;
    /** Those that are kept, as a ring, and behind them one for a record that is not. */
    private final LogRecord[] records = new LogRecord[KEPT + 1];
    private int newest;

    LogRecords(final MessageLog log) {
        this.log = log;
        this.extent = new LogExtent(log);
        this.check = new RecordCheck(log.buffer());
        this.none = new LogRecord(log, extent, check);
        Arrays.fill(records, none);
    }

    /** See {@link LogExtent#look}. */
    void look() {
        extent.look();
    }

    /** The record in a place, until another one is looked for. */
    LogRecord in(final int place) {
        return records[place];
    }

    /**
     * The place of a record before a tail that was read; nearly always it is the one in a place that was found before,
     * or behind that. Throws {@link io.takt.shm.ring.DamageException} when no sender has written it.
     */
    int find(final int near, final long position, final long tail) {
        if (records[near].position() == position) {
            return near;
        }
        final int behind = behind(near);
        return records[behind].position() == position ? behind : findFar(position, tail);
    }

    private int findFar(final long position, final long tail) {
        if (position > records[newest].position()) {
            read(behind(newest), position, tail);
            newest = behind(newest);
            return newest;
        }
        final int known = position < records[behind(newest)].position() ? KEPT : known(position);
        if (known == KEPT) {
            read(KEPT, position, tail);
        }
        return known;
    }

    private void read(final int place, final long position, final long tail) {
        if (records[place] == none) {
            records[place] = new LogRecord(log, extent, check);
        }
        records[place].readWhole(position, tail);
    }

    private static int behind(final int place) {
        return place + 1 & KEPT - 1;
    }

    private int known(final long position) {
        int from = newest + 1;
        int to = newest + KEPT;
        while (from <= to) {
            final int middle = from + to >>> 1;
            final long its = records[middle & KEPT - 1].position();
            if (its == position) {
                return middle & KEPT - 1;
            }
            if (its < position) {
                from = middle + 1;
            } else {
                to = middle - 1;
            }
        }
        return KEPT;
    }
}
