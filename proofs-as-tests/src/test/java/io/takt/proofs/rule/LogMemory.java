package io.takt.proofs.rule;

import io.takt.asset.TaktException;
import io.takt.shm.message.LatestValue;
import io.takt.shm.message.MessageFiles;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MessageStore;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.agrona.concurrent.UnsafeBuffer;

/** The logs of messages, of which a reader is given frontiers that are as old as the schedule says. */
final class LogMemory implements MessageStore, MessageFiles {
    /** As the contract of the log, {@code LogLayout}, has it. */
    private static final int FRONTIER = 200;
    private static final int RING = 81_920;
    private static final int USED = 16_384;

    private final CounterMemory clocks;
    private final Map<String, Log> logs = new TreeMap<>();

    LogMemory(final CounterMemory clocks) {
        this.clocks = clocks;
    }

    private final class Log extends UnsafeBuffer {
        private final int number;
        private CounterMemory.History frontiers;

        /** Of the sender with a clock of this number. */
        Log(final int number) {
            super(new byte[RING + USED]);
            this.number = number;
        }

        @Override
        public void verifyAlignment() {
            // One thread needs none; Agrona would warn of every array.
        }

        @Override
        public long getLongVolatile(final int index) {
            return index == FRONTIER && frontiers != null ? frontiers.readNs(clocks.ageFor(number))
                : super.getLongVolatile(index);
        }

        @Override
        public void putLongRelease(final int index, final long value) {
            super.putLongRelease(index, value);
            if (index == FRONTIER && frontiers == null) {
                frontiers = new CounterMemory.History(number, value);
            } else if (index == FRONTIER) {
                frontiers.add(value);
            }
        }
    }

    @Override
    public MessageLog log(final String sender, final int maxBytes) {
        final Log known = logs.get(sender);
        if (known != null) {
            return open(known);
        }
        final Log made = new Log(Federate.numberOf(sender));
        logs.put(sender, made);
        return MessageLog.create(made, sender, USED, (file, index, length) -> true);
    }

    private static MessageLog open(final Log log) {
        return MessageLog.open(log, (file, index, length) -> true);
    }

    @Override
    public boolean hasLog(final String sender) {
        return logs.containsKey(sender);
    }

    @Override
    public SortedSet<String> senders() {
        return new TreeSet<>(logs.keySet());
    }

    @Override
    public String logName(final String sender) {
        return sender;
    }

    @Override
    public MessageLog log(final String name) {
        return open(logs.get(name));
    }

    @Override
    public LatestValue latest(final String sender, final String channel, final int maxBytes) {
        throw new TaktException("latest values have no gates");
    }

    @Override
    public LatestValue latest(final String name) {
        throw new TaktException("latest values have no gates");
    }

    @Override
    public String latestName(final String sender, final String channel) {
        return sender + "@" + channel;
    }
}
