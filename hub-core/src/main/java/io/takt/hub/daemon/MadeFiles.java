package io.takt.hub.daemon;

import io.takt.hub.core.world.JoinFile;
import io.takt.shm.message.LatestValue;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MessageStore;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The logs and latest values that are made, which is all that the hub's thread opens: nothing in here makes a file, or
 * looks for one, once the hub serves. Before that the hub opens what a killed one has left.
 */
final class MadeFiles implements MessageStore {
    private final MessageStore folder;
    private final Map<String, Made> made = new ConcurrentHashMap<>();
    private volatile boolean isServing;

    private enum Use { READY, TAKEN, DISCARDED }

    /** One of both is null. */
    private record Made(MessageLog log, LatestValue latest, AtomicReference<Use> use) {
        boolean take() {
            return use.compareAndSet(Use.READY, Use.TAKEN) || use.get() == Use.TAKEN;
        }
    }

    /** Over a folder, in which another thread makes files as soon as the hub serves. */
    MadeFiles(final MessageStore folder) {
        this.folder = folder;
    }

    /** Assets may join from now on. */
    void serve() {
        isServing = true;
    }

    /** By the files' thread, as is {@link #discard}: a file is there, made now or before. */
    void make(final JoinFile file) {
        final String name = name(file);
        if (!made.containsKey(name)) {
            made.put(name, file.channel() == null
                ? new Made(folder.log(file.sender(), file.maxBytes()), null, new AtomicReference<>(Use.READY))
                : new Made(null, folder.latest(file.sender(), file.channel(), file.maxBytes()),
                    new AtomicReference<>(Use.READY)));
        }
    }

    /** Says whether it is for the caller to remove a file: it is, unless that is taken. */
    boolean discard(final JoinFile file) {
        final Made unwanted = made.get(name(file));
        if (unwanted == null || !unwanted.use.compareAndSet(Use.READY, Use.DISCARDED)) {
            return false;
        }
        made.remove(name(file));
        return true;
    }

    /** Whether a file is there; then it stays. */
    boolean take(final JoinFile file) {
        final Made found = made.get(name(file));
        return found != null && found.take();
    }

    String name(final JoinFile file) {
        return file.channel() == null ? logName(file.sender()) : latestName(file.sender(), file.channel());
    }

    private Made taken(final JoinFile file) {
        if (!isServing) {
            make(file);
        }
        if (!take(file)) {
            throw new IllegalStateException("the hub's thread was to use " + name(file)
                + ", which has not been made; this is a defect of the hub");
        }
        return made.get(name(file));
    }

    @Override
    public MessageLog log(final String sender, final int maxBytes) {
        return taken(new JoinFile(sender, null, maxBytes)).log;
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
        return taken(new JoinFile(sender, channel, maxBytes)).latest;
    }

    @Override
    public String latestName(final String sender, final String channel) {
        return folder.latestName(sender, channel);
    }
}
