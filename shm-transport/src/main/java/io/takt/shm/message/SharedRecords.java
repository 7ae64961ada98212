package io.takt.shm.message;

import java.util.IdentityHashMap;
import java.util.Map;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The logs that the receivers of one thread read, and the records of those that several of them read. Owned by that
 * thread.
 */
public final class SharedRecords {
    private final Map<AtomicBuffer, Readers> byLog = new IdentityHashMap<>();

    /** The readers of a log; records are made for the second one, and the first, which is kept until then, has them. */
    private static final class Readers {
        private LogReader first;
        private LogRecords records;
        private int count;
    }

    void add(final LogReader reader) {
        final Readers readers = byLog.computeIfAbsent(reader.log().buffer(), log -> new Readers());
        readers.count++;
        if (readers.records != null) {
            reader.share(readers.records);
        } else if (readers.first == null) {
            readers.first = reader;
        } else {
            readers.records = new LogRecords(reader.log());
            readers.first.share(readers.records);
            reader.share(readers.records);
            readers.first = null;
        }
    }

    /** A reader that was added is there no more. */
    void remove(final LogReader reader) {
        byLog.computeIfPresent(reader.log().buffer(), (log, readers) -> --readers.count == 0 ? null : readers);
    }

    /** {@return whether no reader is there} */
    public boolean isEmpty() {
        return byLog.isEmpty();
    }
}
