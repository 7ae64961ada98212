package io.takt.proofs.agents;

import io.takt.asset.TaktException;
import io.takt.shm.message.LatestValue;
import io.takt.shm.message.MessageFiles;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MessageStore;
import io.takt.shm.ring.Backing;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Logs and latest values in the memory of a world. The hub makes them, and with little room, so that logs get full. */
final class MessageMemory implements MessageStore {
    /** Words of memory that logs and latest values of a world take. */
    static final int WORDS = 640;

    /** As the contract of the log, {@code LogLayout}, has it. */
    private static final int SLOT_TABLE = 12_800;
    private static final int SLOT_LENGTH = 256;
    private static final int AWAITED = 64;
    private static final int SLOTS = 20;
    private static final int WAITS = 256;
    private static final int SLEEPERS = 320;
    private static final int RING = 81_920;
    private static final int GROWTH = 4;
    private static final int LATEST_PLACES = 128;
    private static final long AWAKE = -1;
    private static final long NO_LEVEL = Long.MAX_VALUE;

    /** Number of slots, whether the sender waits for room, whether a reader sleeps: looked at after a fence. */
    private static final Set<Integer> FENCED = Set.of(SLOTS, WAITS, SLEEPERS);

    private final World world;
    private final Process hub;
    private final int used;
    private final Map<String, SharedFile> logs = new LinkedHashMap<>();
    private final Map<String, SharedFile> values = new LinkedHashMap<>();
    private int holds;

    /** Where all logs use so much of their rings at first, a power of 2. */
    MessageMemory(final World world, final Process hub, final int used) {
        this.world = world;
        this.hub = hub;
        this.used = used;
    }

    /** Some logs grow, others find that the host is full. */
    private static Backing backing(final String sender) {
        return (file, index, length) -> sender.hashCode() % 2 == 0;
    }

    @Override
    public MessageLog log(final String sender, final int maxBytes) {
        final SharedFile known = logs.get(sender);
        if (known != null) {
            return MessageLog.open(known.view(hub), backing(sender));
        }
        final SharedFile made = new SharedFile(world.memory(), world.choices(), RING + GROWTH * used, RING, true,
            FENCED, (index, value) -> wrote(sender, index, value));
        logs.put(sender, made);
        return MessageLog.create(made.view(hub), sender, used, backing(sender));
    }

    private void wrote(final String sender, final int index, final long value) {
        final boolean isAwaited = index >= SLOT_TABLE && index < RING && (index - SLOT_TABLE) % SLOT_LENGTH == AWAITED;
        if (isAwaited && value != AWAKE && value != NO_LEVEL) {
            holds++;
            world.isHeld(sender, value);
        } else if (index == WAITS && value == 1) {
            world.trace("the log of " + sender + " is full");
        }
    }

    /** How often a thread went to sleep at a gate. */
    int holds() {
        return holds;
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
    public LatestValue latest(final String sender, final String channel, final int maxBytes) {
        final String name = latestName(sender, channel);
        if (!values.containsKey(name)) {
            final SharedFile made = new SharedFile(world.memory(), world.choices(), LatestValue.lengthFor(maxBytes),
                LATEST_PLACES, false, Set.of(), (index, value) -> { });
            values.put(name, made);
            LatestValue.create(made.view(hub));
        }
        return LatestValue.open(values.get(name).view(hub));
    }

    @Override
    public String latestName(final String sender, final String channel) {
        return sender + "@" + channel;
    }

    /** As a process finds them. */
    MessageFiles filesFor(final Process process) {
        return new MessageFiles() {
            @Override
            public MessageLog log(final String name) {
                return MessageLog.open(found(logs, name).view(process), backing(name));
            }

            @Override
            public LatestValue latest(final String name) {
                return LatestValue.open(found(values, name).view(process));
            }
        };
    }

    private static SharedFile found(final Map<String, SharedFile> all, final String name) {
        final SharedFile file = all.get(name);
        if (file == null) {
            throw new TaktException("there are no messages of '" + name + "'");
        }
        return file;
    }
}
