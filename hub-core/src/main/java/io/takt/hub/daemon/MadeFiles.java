package io.takt.hub.daemon;

import io.takt.hub.core.world.JoinFile;
import io.takt.shm.message.LatestValue;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MessageStore;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The logs and latest values that are made, which is all that the hub's thread opens: nothing in here makes a file, or
 * looks for one, once the hub serves. Before that the hub opens what a killed one has left.
 */
final class MadeFiles implements MessageStore {
    private final MessageStore folder;
    /** A {@link MessageLog} or a {@link LatestValue} each. */
    private final Map<String, Object> made = new ConcurrentHashMap<>();
    private volatile boolean isServing;

    /** Over a folder, in which another thread makes files as soon as the hub serves. */
    MadeFiles(final MessageStore folder) {
        this.folder = folder;
    }

    /** Assets may join from now on. */
    void serve() {
        isServing = true;
    }

    /** By the files' thread: a file is there, made now or before. */
    void make(final JoinFile file) {
        if (!isMade(file)) {
            made.put(name(file), file.channel() == null ? folder.log(file.sender(), file.maxBytes())
                : folder.latest(file.sender(), file.channel(), file.maxBytes()));
        }
    }

    /** Whether a file is there; then it stays. */
    boolean isMade(final JoinFile file) {
        return made.containsKey(name(file));
    }

    private String name(final JoinFile file) {
        return file.channel() == null ? logName(file.sender()) : latestName(file.sender(), file.channel());
    }

    private Object get(final JoinFile file) {
        if (!isServing) {
            make(file);
        }
        if (!isMade(file)) {
            throw new IllegalStateException("the hub's thread was to use " + name(file)
                + ", which has not been made; this is a defect of the hub");
        }
        return made.get(name(file));
    }

    @Override
    public MessageLog log(final String sender, final int maxBytes) {
        return (MessageLog) get(new JoinFile(sender, null, maxBytes));
    }

    @Override
    public boolean hasLog(final String sender) {
        return isServing ? made.containsKey(logName(sender)) : folder.hasLog(sender);
    }

    @Override
    public SortedSet<String> senders() {
        return folder.senders();
    }

    @Override
    public String logName(final String sender) {
        return folder.logName(sender);
    }

    @Override
    public LatestValue latest(final String sender, final String channel, final int maxBytes) {
        return (LatestValue) get(new JoinFile(sender, channel, maxBytes));
    }

    @Override
    public String latestName(final String sender, final String channel) {
        return folder.latestName(sender, channel);
    }
}
