package io.takt.shm.message;

import io.takt.asset.TaktException;
import io.takt.rule.GateRule;
import io.takt.shm.ring.Signaller;
import io.takt.shm.waiting.Doorbell;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Writes the mirror of a log: for its readers it is what the original is for others. Messages keep stamps and numbers.
 * The log's header says, for its tail, how far that is in the original; so when this process dies another goes on
 * exactly there, and nothing is lost or doubled.
 *
 * <p>Owned by one thread.
 */
public final class MirrorSink implements MirrorListener {
    private final MessageLog log;
    private final AtomicBuffer buffer;
    private final LogWriter writer;
    private final int[] indices;
    private final LatestValue[] latest;
    private int pair;
    private boolean isVoidDue;
    private long newOriginal;

    /**
     * Goes on with a mirror, or begins one.
     *
     * @param log       the mirror.
     * @param channels  that are mirrored.
     * @param signaller wakes readers.
     */
    public MirrorSink(final MessageLog log, final List<MirrorChannel> channels, final Signaller signaller) {
        this.log = log;
        this.buffer = log.buffer();
        this.writer = new LogWriter(log, 0, signaller);
        this.indices = new int[channels.size()];
        this.latest = new LatestValue[channels.size()];
        for (int number = 0; number < indices.length; number++) {
            indices[number] = log.indexOf(channels.get(number).name());
            latest[number] = channels.get(number).latest();
            if (indices[number] < 0) {
                throw new TaktException("the mirror of asset '" + log.sender() + "' has no channel '"
                    + channels.get(number).name() + "'");
            }
        }
        pair = buffer.getLong(LogLayout.MIRRORED_OFFSET) == log.tail() ? 0 : LogLayout.MIRRORED_LENGTH;
    }

    /**
     * The original is there. It may be another one than before: then messages of a step that its sender did not end are
     * void.
     *
     * @param original its mark.
     * @param start    where to begin in one that is new.
     * @param resets   that its sender has had, and that are over.
     * @return false when there is no room for that yet; to be called again.
     */
    public boolean begin(final long original, final long start, final long resets) {
        if (buffer.getLong(LogLayout.ORIGINAL_OFFSET) == original) {
            if (meets() != 0) {
                meet(resets);
            }
            return true;
        }
        if (newOriginal != original) {
            newOriginal = original;
            isVoidDue = log.tail() != 0;
        }
        if (isVoidDue && !hasRoom(writer.voidAfter(log.toldFrontierNs()))) {
            return false;
        }
        isVoidDue = false;
        onPosition(start);
        meet(resets);
        buffer.putLongRelease(LogLayout.ORIGINAL_OFFSET, original);
        onTold();
        return true;
    }

    private long meets() {
        return buffer.getLongVolatile(LogLayout.MEETS_OFFSET);
    }

    /** Whether its hub has put it back in a reset that the original has only now. */
    private boolean isAhead() {
        return meets() == LogLayout.MEETS_AHEAD;
    }

    private void meet(final long resets) {
        buffer.putLong(LogLayout.MORE_RESETS_OFFSET, resets + (isAhead() ? 1 : 0) - log.resets());
        if (!isAhead()) {
            buffer.putLongRelease(LogLayout.MEETS_OFFSET, 0);
        }
    }

    /** {@return the position in the original before which the mirror has all} */
    public long position() {
        return buffer.getLong(LogLayout.MIRRORED_OFFSET + pair + Long.BYTES);
    }

    /** {@return how many resets of the original it has had, as the original counts them} */
    public long resets() {
        return log.resets() + buffer.getLong(LogLayout.MORE_RESETS_OFFSET);
    }

    /** {@return whether it says that there is no sender; true before one has come, too} */
    public boolean isGone() {
        return log.isGone();
    }

    @Override
    public boolean onMessage(final int channel, final long stampNs, final long sequence, final DirectBuffer message,
        final int index, final int length) {
        if (length > log.maxBytes(indices[channel])) {
            throw new TaktException("a message of " + length + " bytes came from asset '" + log.sender()
                + "' on channel '" + log.channel(indices[channel]) + "', which has " + log.maxBytes(indices[channel])
                + " at most here");
        }
        return hasRoom(writer.stage(indices[channel], stampNs, sequence, message, index, length));
    }

    @Override
    public boolean onVoid(final long stampNs) {
        return hasRoom(writer.voidAfter(stampNs));
    }

    private boolean hasRoom(final boolean isStaged) {
        if (isStaged && writer.ring().isRoomAwaited()) {
            writer.ring().awaitRoomNoMore();
        }
        return isStaged;
    }

    @Override
    public void onPosition(final long position) {
        if (writer.ring().isStaged()) {
            pair ^= LogLayout.MIRRORED_LENGTH;
            buffer.putLong(LogLayout.MIRRORED_OFFSET + pair, writer.ring().next());
            buffer.putLong(LogLayout.MIRRORED_OFFSET + pair + Long.BYTES, position);
            writer.publish();
        } else {
            buffer.putLong(LogLayout.MIRRORED_OFFSET + pair, writer.ring().next());
            buffer.putLongRelease(LogLayout.MIRRORED_OFFSET + pair + Long.BYTES, position);
        }
    }

    @Override
    public void onLatest(final int channel, final long stampNs, final long sequence, final DirectBuffer message,
        final int index, final int length) {
        // A source that begins again repeats the newest value.
        if (latest[channel] != null && !latest[channel].isNewest(stampNs, sequence)) {
            latest[channel].write(stampNs, sequence, message, index, length);
        }
    }

    @Override
    public void onPromise(final int channel, final long timeNs) {
        writer.promise(indices[channel], timeNs);
    }

    @Override
    public void onFrontier(final long timeNs) {
        writer.advance(timeNs);
    }

    @Override
    public void onGone(final long voidAfterNs) {
        log.voidAndGone(voidAfterNs);
    }

    @Override
    public void onPresent(final long timeNs) {
        MirrorPresence.present(log, timeNs);
    }

    @Override
    public void onReset(final long position) {
        if (isAhead() && log.tail() == log.resetPosition() && log.toldFrontierNs() == GateRule.NOTHING_PUBLISHED) {
            // The original was put back more than once in that reset; readers here are in the run after it.
            buffer.putLong(LogLayout.MORE_RESETS_OFFSET, buffer.getLong(LogLayout.MORE_RESETS_OFFSET) + 1);
            onPosition(position);
            return;
        }
        hasRoom(true);
        writer.reset();
        for (final LatestValue each : latest) {
            if (each != null) {
                each.reset();
            }
        }
        onPosition(position);
    }

    @Override
    public void onResetOver() {
        log.allAreReset();
    }

    @Override
    public void onTold() {
        Doorbell.fence();
        writer.wake(Math.min(log.frontierNs(), Long.MAX_VALUE - 1));
    }

    /**
     * There was no room, and the thread is about to sleep; it must {@linkplain #hasRoom look} again before it does.
     *
     * @param doorbell number of the counter on which it sleeps, at the readers' hub.
     */
    public void awaitRoom(final long doorbell) {
        writer.ring().awaitRoom(doorbell);
    }

    /** {@return whether room was made since there was none, so that another try is worth it} */
    public boolean hasRoom() {
        return writer.ring().hasMoreRoom();
    }

    /** Nothing is written any more. Unpublished records are as if they had never been told. */
    public void close() {
        writer.ring().discard();
        writer.ring().awaitRoomNoMore();
    }
}
