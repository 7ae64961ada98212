package io.takt.federation.mirror;

import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MirrorChannel;
import io.takt.shm.message.MirrorDecoder;
import io.takt.shm.message.MirrorEncoder;
import io.takt.shm.message.MirrorSink;
import io.takt.shm.ring.Signaller;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/**
 * A mirror at this hub whose original is at the other end of a network. With each connection it says how far it is, and
 * goes on there. Guarded by its {@link RemoteMirrors}.
 */
final class RemoteSink {
    /** Frames without need of credit go beyond it at times: a latest value, a frontier, before a line. */
    private static final long BEYOND_CREDIT = 4;

    private final MessageLog log;
    private final List<MirrorChannel> channels;
    private final Signaller signaller;
    private final LongSupplier latestNs;
    private final int[] maxBytes;
    private final int mostWaiting;
    private MirrorSink sink;
    /** Null until the mirror goes on. */
    private MirrorDecoder decoder;
    private boolean isOriginalKnown;
    private long mark;
    private long start;
    private long resets;
    private boolean isGoesOnDue;
    private long toldUsed;
    private long toldPosition;

    /** A stamp is the {@code latestNs} at most. */
    RemoteSink(final MessageLog log, final List<MirrorChannel> channels, final Signaller signaller, final int credit,
        final LongSupplier latestNs) {
        this.log = log;
        this.channels = channels;
        this.signaller = signaller;
        this.latestNs = latestNs;
        this.maxBytes = new int[channels.size()];
        long atOnce = credit;
        for (int i = 0; i < maxBytes.length; i++) {
            final MirrorChannel channel = channels.get(i);
            final int inLog = log.maxBytes(log.indexOf(channel.name()));
            maxBytes[i] = channel.latest() == null ? inLog : Math.min(inLog, channel.latest().maxBytes());
            atOnce += MirrorEncoder.MOST_OVERHEAD + maxBytes[i];
        }
        this.mostWaiting = (int) Math.min(Integer.MAX_VALUE / 2, BEYOND_CREDIT * atOnce);
    }

    void open() {
        close();
        sink = new MirrorSink(log, channels, signaller);
    }

    /** Records that were not published are as if they had never come. */
    void close() {
        if (sink != null) {
            sink.close();
        }
        sink = null;
        decoder = null;
        isOriginalKnown = false;
        isGoesOnDue = false;
    }

    void onOriginal(final long itsMark, final long itsStart, final long itsResets) {
        mark = itsMark;
        start = itsStart;
        resets = itsResets;
        isOriginalKnown = true;
        begin();
    }

    private boolean begin() {
        if (!sink.begin(mark, start, resets)) {
            return false;
        }
        decoder = new MirrorDecoder(new StampGuard(sink, log.sender(), latestNs), maxBytes, mostWaiting);
        isGoesOnDue = true;
        toldUsed = 0;
        toldPosition = sink.position();
        return true;
    }

    boolean isKnown() {
        return isOriginalKnown;
    }

    /** Whether records may come: this end has said where it goes on. */
    boolean hasBegun() {
        return decoder != null;
    }

    void onBytes(final DirectBuffer bytes, final int index, final int length) {
        decoder.onBytes(bytes, index, length);
    }

    /** Goes on with what has waited for room; says whether anything came of that. */
    boolean poll() {
        if (!isOriginalKnown) {
            return false;
        }
        if (decoder == null) {
            return begin();
        }
        if (!decoder.isBlocked()) {
            return false;
        }
        final long before = decoder.used();
        decoder.poll();
        return decoder.used() != before;
    }

    boolean isGoesOnDue() {
        return isGoesOnDue;
    }

    void sayGoesOn(final ByteBuffer into) {
        isGoesOnDue = false;
        into.putLong(sink.position()).putLong(sink.resets()).put((byte) (sink.isGone() ? 1 : 0));
    }

    boolean isUsedDue() {
        return decoder != null && !isGoesOnDue
            && (decoder.used() != toldUsed || sink.position() != toldPosition);
    }

    void sayUsed(final ByteBuffer into) {
        toldUsed = decoder.used();
        toldPosition = sink.position();
        into.putLong(toldUsed).putLong(toldPosition);
    }

    /** The thread is about to sleep, and looks again before it does. */
    void announce(final long doorbell) {
        if (isOriginalKnown && (decoder == null || decoder.isBlocked())) {
            sink.awaitRoom(doorbell);
        }
    }
}
