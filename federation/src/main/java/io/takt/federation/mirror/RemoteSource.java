package io.takt.federation.mirror;

import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MirrorChannel;
import io.takt.shm.message.MirrorEncoder;
import io.takt.shm.message.MirrorSource;
import io.takt.shm.ring.Signaller;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A log of this hub whose mirror is at the other end of a network. With each connection it begins anew, exactly where
 * the mirror is. Guarded by its {@link RemoteMirrors}.
 */
final class RemoteSource {
    private static final int MOST_RECORDS = 1_000;

    /** The untold rest must wait while so much does not get out. */
    private static final int MOST_WAITING = 64 * 1024;

    private final MessageLog log;
    private final int slot;
    private final List<MirrorChannel> channels;
    private final Signaller signaller;
    private final int credit;
    private final RandomGenerator random;
    private MirrorSource source;
    private MirrorEncoder encoder;
    private boolean hasBegun;
    private boolean isOriginalDue;

    RemoteSource(final MessageLog log, final int slot, final List<MirrorChannel> channels, final Signaller signaller,
        final int credit, final RandomGenerator random) {
        this.log = log;
        this.slot = slot;
        this.channels = channels;
        this.signaller = signaller;
        this.credit = credit;
        this.random = random;
    }

    /** There is a connection, and nothing has been said on it. */
    void open() {
        close();
        source = new MirrorSource(log, slot, channels, MirrorEnds.mark(random), signaller);
        encoder = new MirrorEncoder(credit);
        isOriginalDue = true;
    }

    /** There is none. Records that the mirror has not acknowledged stay in the log. */
    void close() {
        if (source != null) {
            source.withdraw();
        }
        source = null;
        encoder = null;
        hasBegun = false;
        isOriginalDue = false;
    }

    /** Says once, after {@link #open}, which log this is; false when that was said. */
    boolean sayOriginal(final ByteBuffer into) {
        if (!isOriginalDue) {
            return false;
        }
        isOriginalDue = false;
        into.putLong(source.mark()).putLong(source.start()).putLong(source.resets());
        return true;
    }

    boolean isOriginalDue() {
        return isOriginalDue;
    }

    /** The mirror has said how far it is. */
    void goOn(final long position, final long resets, final boolean isGone) {
        source.begin(position, resets, isGone);
        hasBegun = true;
    }

    boolean isOpen() {
        return source != null;
    }

    boolean hasBegun() {
        return hasBegun;
    }

    /** Takes what is new while there is credit, or in any case when it is to be told now. */
    boolean poll(final boolean isDue) {
        return hasBegun && (isDue || !isHeldBack()) && source.poll(encoder, MOST_RECORDS);
    }

    /** Nothing is read before the other end has used some of what there is. */
    private boolean isHeldBack() {
        return encoder.isExhausted() || encoder.waiting() > MOST_WAITING;
    }

    /** How many bytes wait to be sent. */
    int waiting() {
        return encoder == null ? 0 : encoder.waiting();
    }

    void take(final ByteBuffer into) {
        encoder.take(into);
    }

    /** The mirror has used bytes, and has all before a position for good. */
    void acknowledge(final long used, final long position) {
        encoder.acknowledge(used);
        source.acknowledge(position);
    }

    /** Whether all that there is is in the mirror. */
    boolean isDone() {
        return hasBegun && !source.isBlocked() && !source.hasNews() && encoder.underWay() == 0;
    }

    /** See {@link MirrorSource#announce}; a source that waits for credit is woken by the network's thread. */
    void announce(final long doorbell) {
        if (hasBegun && !isHeldBack()) {
            source.announce(doorbell);
        }
    }

    void withdraw() {
        if (source != null) {
            source.withdraw();
        }
    }
}
