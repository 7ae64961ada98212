package io.takt.hub.core;

import io.takt.shm.message.MessageLog;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * The readers' slots in the logs. A change there wakes the threads that it concerns and no others, and the slots of one
 * reader are found by its name: so the cost of a join does not grow with the number of assets. Owned by the hub's
 * thread.
 */
final class Slots {
    private final Threads threads;
    /** By reader: the senders in whose logs it has a slot, or has had one. */
    private final Map<String, Set<String>> senders = new HashMap<>();

    Slots(final Threads threads) {
        this.threads = threads;
    }

    /** A log is there, perhaps with slots that a killed hub has given. */
    void add(final MessageLog log) {
        log.slots().forEachReader(reader -> note(reader, log));
    }

    private void note(final String reader, final MessageLog log) {
        senders.computeIfAbsent(reader, name -> new HashSet<>()).add(log.sender());
    }

    /** The slot that a reader has, or a new one from here on; -1 when all are taken. */
    int take(final MessageLog log, final String reader, final boolean fromDawn) {
        note(reader, log);
        return fromDawn ? log.slots().takeFromDawn(reader) : log.slots().take(reader);
    }

    /** A reader needs nothing any more; a sender that waits for room may go on. */
    void free(final MessageLog log, final int slot) {
        log.slots().free(slot);
        threads.ringWriterOf(log);
    }

    /** A reader needs nothing of what was sent until now; a sender that waits for room may go on. */
    void skipToEnd(final MessageLog log, final int slot) {
        log.slots().skipToEnd(slot);
        threads.ringWriterOf(log);
    }

    /** In a reset, a reader that is away needs nothing of the run before; a sender that waits for room may go on. */
    void skipRunBefore(final MessageLog log, final int slot, final BooleanSupplier isPutBack) {
        log.slots().skipRunBefore(slot, isPutBack);
        threads.ringWriterOf(log);
    }

    /** Frees what a reader has in logs that it reads no more. */
    void freeUnread(final String reader, final Predicate<MessageLog> reads, final Map<String, MessageLog> logs) {
        senders.computeIfAbsent(reader, name -> new HashSet<>()).removeIf(sender -> {
            final MessageLog log = logs.get(sender);
            if (reads.test(log)) {
                return false;
            }
            final int slot = log.slots().of(reader);
            if (slot >= 0) {
                free(log, slot);
            }
            return true;
        });
    }
}
