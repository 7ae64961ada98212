package io.takt.federation.mirror;

import io.takt.asset.TaktException;
import io.takt.hub.core.event.ToParent;
import io.takt.shm.asset.HubAccess;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.message.MappedMessageFiles;
import io.takt.shm.message.MessageFiles;
import io.takt.shm.message.Mirror;
import io.takt.shm.message.MirrorSink;
import io.takt.shm.message.MirrorSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * The mirrors between a child hub and its parent on the same host, in the child's process: one thread for each
 * direction.
 */
public final class LocalMirrors implements AutoCloseable {
    private final HubControl own;
    private final MirrorThread up;
    private final MirrorThread down;

    private LocalMirrors(final HubControl own, final MirrorThread up, final MirrorThread down) {
        this.own = own;
        this.up = up;
        this.down = down;
    }

    /**
     * Begins to mirror, where another process left off if there was one.
     *
     * @param child         the directory of the child hub, which runs in this process.
     * @param childFile     the child's counters.
     * @param childEnds     as the child's hub has told them.
     * @param parentFile    the parent's counters.
     * @param parentControl a connection to the parent.
     * @param parentEnds    as the parent's hub has told them.
     * @param fails         hears, on any thread and once for each direction, that nothing more is mirrored, and why.
     * @return the running mirrors.
     * @throws TaktException when an end is not what the other expects, or has no room for a doorbell.
     */
    public static LocalMirrors open(final HubDirectory child, final ClockFile childFile,
        final ToParent.Cross childEnds, final ClockFile parentFile, final HubControl parentControl,
        final Reply.Crossing parentEnds, final Consumer<String> fails) {
        final HubControl own = MirrorEnds.control(HubAccess.of(child));
        try {
            final MirrorHub atChild = MirrorHub.of(childFile, MirrorEnds.doorbell(own));
            final MirrorHub atParent = MirrorHub.of(parentFile, MirrorEnds.doorbell(parentControl));
            final MirrorThread up = new MirrorThread("takt-mirrors-up",
                mirrors(childEnds.up(), parentEnds.up(), atChild, atParent), atChild, fails);
            final MirrorThread down = new MirrorThread("takt-mirrors-down",
                mirrors(parentEnds.down(), childEnds.down(), atParent, atChild), atParent, fails);
            final LocalMirrors mirrors = new LocalMirrors(own, up, down);
            up.start(down);
            down.start(up);
            return mirrors;
        } catch (final RuntimeException e) {
            own.close();
            throw e;
        }
    }

    private static List<Mirror> mirrors(final List<Reply.CrossingLog> originals, final List<Reply.CrossingLog> copies,
        final MirrorHub from, final MirrorHub to) {
        final MessageFiles files = new MappedMessageFiles();
        final List<Mirror> mirrors = new ArrayList<>();
        for (final Reply.CrossingLog original : originals) {
            final Reply.CrossingLog copy = copies.stream().filter(each -> each.sender().equals(original.sender()))
                .findFirst().orElseThrow(() -> new TaktException("the two ends of a link name other senders: '"
                    + original.sender() + "' is known to one of them only"));
            mirrors.add(new Mirror(
                new MirrorSource(files.log(original.log()), original.slot(), MirrorEnds.channels(original, files),
                    MirrorEnds.mark(ThreadLocalRandom.current()), from.file()::ring),
                new MirrorSink(files.log(copy.log()), MirrorEnds.channels(copy, files), to.file()::ring)));
        }
        return mirrors;
    }

    /** The parent's end has all that this child's senders have said: that they are there, or back at their starts. */
    public void syncUp() {
        up.sync();
    }

    /** This child's end has all that senders above have said. */
    public void syncDown() {
        down.sync();
    }

    /**
     * Whether all that senders below have sent is with the parent.
     *
     * @return false while there is no room.
     */
    public boolean isUpDone() {
        return up.isDone();
    }

    /**
     * Whether something that senders above have sent waits for room.
     *
     * @return as of the last {@link #syncDown}.
     */
    public boolean isDownBlocked() {
        return down.isBlocked();
    }

    /**
     * Whether nothing of this touches the hubs' memory any more.
     *
     * @return true some time after {@link #close}.
     */
    public boolean hasEnded() {
        return up.hasEnded() && down.hasEnded();
    }

    @Override
    public void close() {
        up.close();
        down.close();
        own.close();
    }
}
