package io.takt.shm.message;

import io.takt.asset.SimTime;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.clock.Clock;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.ring.RingWriter;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A channel that an asset sends: {@code check}, then a copy into the log, or {@code claim} and {@code commit} of a
 * place there. Owned by the thread that drives the asset, but for {@link #attach}.
 */
final class LogOutput implements Output {
    private static final long NEVER = -1;

    private final Outbox outbox;
    private final SendWindow window;
    private final LogWriter writer;
    private final Claim claim;
    private final SentCount count;
    private final int index;
    private final OutputSpec spec;
    private final int maxBytes;
    private final MessageLog log;
    private final MessageFiles files;
    private final String latestName;
    private LatestValue latest;
    private volatile Clock promiseClock;
    private long promisedNs;
    private long toldPromiseNs;
    /** The last step that has sent something; see {@link SendWindow#steps}. */
    private long sentIn = NEVER;

    LogOutput(final Outbox outbox, final Reply.MessageOutput output, final MessageLog log, final MessageFiles files) {
        this.outbox = outbox;
        this.window = outbox.window();
        this.writer = outbox.writer();
        this.claim = outbox.claim();
        this.count = new SentCount(output.channel());
        this.index = output.index();
        this.spec = output.spec();
        this.maxBytes = output.maxBytes();
        this.log = log;
        this.files = files;
        this.latestName = output.latest();
        this.promisedNs = log.promiseNs(index);
        this.toldPromiseNs = promisedNs;
    }

    void attach(final Clock newPromiseClock) {
        promiseClock = newPromiseClock;
    }

    @Override
    public String channel() {
        return count.channel();
    }

    OutputSpec spec() {
        return spec;
    }

    @Override
    public int maxBytes() {
        return maxBytes;
    }

    @Override
    public void send(final DirectBuffer message, final int from, final int length) {
        send(message, from, length, window.usualStampNs());
    }

    @Override
    public void send(final DirectBuffer message, final int from, final int length, final long stampNs) {
        if (outbox.isClosed()) {
            return;
        }
        check(length, stampNs);
        if (message == null || from < 0 || length > message.capacity() - from) {
            // Before anything is written: a message that is refused leaves nothing behind.
            throw BadBuffer.failure(what(), message, from, length);
        }
        if (isDawnOfPredecessor()) {
            return;
        }
        noteSent(stampNs, message, from, length);
        if (isWritten()) {
            outbox.stage(index, stampNs, message, from, length);
        } else {
            writer.skip();
        }
    }

    @Override
    public MutableDirectBuffer claim(final int length) {
        return claim(length, window.usualStampNs());
    }

    @Override
    public MutableDirectBuffer claim(final int length, final long stampNs) {
        if (outbox.isClosed()) {
            // The message will be dropped unread, but the caller has to write it somewhere.
            return claim.open(this, RingWriter.NO_ROOM, Math.min(Math.max(length, 0), maxBytes), stampNs);
        }
        check(length, stampNs);
        return claim.open(this, isDawnOfPredecessor() || !isWritten() ? RingWriter.NO_ROOM : outbox.room(length),
            length, stampNs);
    }

    @Override
    public void commit(final int length) {
        requireClaim(length);
        final int at = claim.at();
        final long stampNs = claim.stampNs();
        if (!outbox.isClosed() && !isDawnOfPredecessor()) {
            noteSent(stampNs, claim.message(), 0, length);
            if (at != RingWriter.NO_ROOM) {
                writer.commit(index, stampNs, at, length);
            } else if (isWritten()) {
                outbox.stage(index, stampNs, claim.message(), 0, length);
            } else {
                writer.skip();
            }
        }
        claim.close();
    }

    private void noteSent(final long stampNs, final DirectBuffer message, final int from, final int length) {
        sentIn = window.steps();
        count.add(length, stampNs);
        window.noteSent(stampNs);
        if (latest() != null) {
            latest.write(stampNs, writer.sequence(), message, from, length);
        }
    }

    private void check(final int length, final long stampNs) {
        window.requireOwner(this);
        if (claim.isOpen()) {
            throw new IllegalStateException(what() + ": a message is claimed and not sent yet; commit or abort it"
                + " first");
        }
        if (window.state() == SendWindow.State.CLOSED) {
            throw new IllegalStateException(what() + ": no step is under way; send within a step, or before the"
                + " first one");
        }
        if (length < 0 || length > maxBytes) {
            throw new IllegalArgumentException(what() + ": a message has " + length + " bytes, and may have "
                + maxBytes + (length < 0 ? "" : "; declare the channel with a larger maxBytes"));
        }
        window.requireStamp(this, stampNs);
        if (stampNs < promisedNs && !isDawnOfPredecessor()) {
            throw new IllegalStateException(what() + ": the stamp is " + SimTime.format(stampNs)
                + ", and it was promised to send nothing before " + SimTime.format(promisedNs));
        }
    }

    private void requireClaim(final int length) {
        if (!claim.isOpenedBy(this)) {
            throw new IllegalStateException(what() + ": nothing is claimed; a claim ends with commit, abort, and"
                + " the step");
        }
        if (length < 0 || length > claim.length()) {
            throw new IllegalArgumentException(what() + ": a message of " + length + " bytes was committed, and "
                + claim.length() + " were claimed");
        }
    }

    /** Whether the message needs a record: at the dawn of time more readers may come. */
    private boolean isWritten() {
        return window.state() == SendWindow.State.DAWN || writer.isRead();
    }

    /** The predecessor has sent the dawn, and may have promised something since. */
    private boolean isDawnOfPredecessor() {
        return window.state() == SendWindow.State.DAWN && writer.isDawnSent();
    }

    @Override
    public void abort() {
        if (claim.isOpenedBy(this)) {
            claim.close();
        }
    }

    String what() {
        return "asset '" + outbox.asset() + "', channel '" + count.channel() + "'";
    }

    /** How much was sent; from any thread. */
    Request.Sent sent() {
        return count.get();
    }

    /** Null while no receiver wants it. */
    private LatestValue latest() {
        if (latest == null && latestName != null && log.isLatestWanted(index)) {
            latest = files.latest(latestName);
        }
        return latest;
    }

    @Override
    public void promiseNoSendBefore(final long timeNs) {
        if (outbox.isClosed()) {
            // A successor may send there by now, and is not bound by it.
            return;
        }
        window.requireOwner(this);
        if (timeNs > promisedNs) {
            promisedNs = timeNs;
            if (window.state() != SendWindow.State.CLOSED
                && (sentIn == window.steps() || claim.isOpenedBy(this))) {
                // The promise is about the time after a message that no reader can see before the step is done.
                outbox.promiseIsDue(this);
            } else {
                tellPromise();
            }
        }
    }

    void tellPromise() {
        if (promisedNs > toldPromiseNs) {
            toldPromiseNs = promisedNs;
            final Clock clock = promiseClock;
            if (clock != null) {
                clock.publish(promisedNs);
            }
            writer.promise(index, promisedNs);
        }
    }

    void reset() {
        promisedNs = 0;
        toldPromiseNs = 0;
        sentIn = NEVER;
        count.beginEpoch();
        if (latest() != null) {
            latest.reset();
        }
    }
}
