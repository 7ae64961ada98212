package io.takt.shm.message;

/**
 * The latest records of a log, for several receivers that one thread drives: each is read from the log once, and its
 * message summed up once. They are kept in the order of the log, so a receiver finds the next one in the next place.
 *
 * <p>Owned by that thread.
 */
final class LogRecords {
    /** So many are kept, a power of 2: by those of a few steps a receiver may lag behind others of its thread. */
    static final int KEPT = 512;

    private final LogExtent extent;
    /** Those that are kept, as a ring, and behind them one for a record that is not. */
    private final LogRecord[] records = new LogRecord[KEPT + 1];
    private int newest;

    LogRecords(final MessageLog log) {
        final RecordCheck check = new RecordCheck(log.buffer());
        extent = new LogExtent(log);
        for (int place = 0; place <= KEPT; place++) {
            records[place] = new LogRecord(log, extent, check);
        }
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
     * The place of a record before a tail that was read; nearly always it is behind another one. Throws
     * {@link io.takt.shm.ring.DamageException} when no sender has written it.
     */
    int find(final int after, final long position, final long tail) {
        if (records[behind(after)].position() == position) {
            return behind(after);
        }
        if (position > records[newest].position()) {
            records[behind(newest)].readWhole(position, tail);
            newest = behind(newest);
            return newest;
        }
        final int known = known(position);
        if (known == KEPT) {
            records[KEPT].readWhole(position, tail);
        }
        return known;
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
