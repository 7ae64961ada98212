package io.takt.shm.message;

import io.takt.asset.TaktException;
import io.takt.shm.ring.Backing;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Logs and latest values in memory of this process, for a hub all of whose assets are in it. */
public final class MemoryMessages implements MessageStore, MessageFiles {
    private static final Backing HAS_MEMORY = (buffer, index, length) -> true;

    private final int capacity;
    private final Map<String, AtomicBuffer> logs = new HashMap<>();
    private final Map<String, AtomicBuffer> values = new HashMap<>();

    /** Rings do not grow. */
    public MemoryMessages() {
        this(0);
    }

    /** Rings grow to so many bytes, a power of 2. */
    MemoryMessages(final int capacity) {
        this.capacity = capacity;
    }

    @Override
    public synchronized MessageLog log(final String sender, final int maxBytes) {
        final AtomicBuffer known = logs.get(sender);
        if (known != null) {
            return open(known);
        }
        final int used = LogLayout.usedAtFirst(maxBytes);
        final AtomicBuffer made = zeros(LogLayout.RING_OFFSET + Math.max(used, capacity));
        logs.put(sender, made);
        return MessageLog.create(made, sender, used, HAS_MEMORY);
    }

    @Override
    public synchronized boolean hasLog(final String sender) {
        return logs.containsKey(sender);
    }

    @Override
    public synchronized SortedSet<String> senders() {
        return new TreeSet<>(logs.keySet());
    }

    @Override
    public String logName(final String sender) {
        return sender;
    }

    @Override
    public synchronized LatestValue latest(final String sender, final String channel, final int maxBytes) {
        return LatestValue.open(values.computeIfAbsent(latestName(sender, channel), name -> {
            final AtomicBuffer made = zeros(LatestValue.lengthFor(maxBytes));
            LatestValue.create(made);
            return made;
        }));
    }

    @Override
    public String latestName(final String sender, final String channel) {
        return sender + "@" + channel;
    }

    @Override
    public synchronized MessageLog log(final String name) {
        return open(found(logs, name));
    }

    @Override
    public synchronized LatestValue latest(final String name) {
        return LatestValue.open(found(values, name));
    }

    private static MessageLog open(final AtomicBuffer buffer) {
        return MessageLog.open(buffer, HAS_MEMORY);
    }

    private static AtomicBuffer found(final Map<String, AtomicBuffer> all, final String name) {
        final AtomicBuffer buffer = all.get(name);
        if (buffer == null) {
            throw new TaktException("there are no messages of '" + name + "'");
        }
        return buffer;
    }

    private static AtomicBuffer zeros(final int length) {
        final ByteBuffer bytes = BufferUtil.allocateDirectAligned(length, BitUtil.CACHE_LINE_LENGTH);
        return new UnsafeBuffer(bytes);
    }
}
