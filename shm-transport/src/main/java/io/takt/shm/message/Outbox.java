package io.takt.shm.message;

import io.takt.asset.SimTime;
import io.takt.asset.message.Output;
import io.takt.rule.GateRule;
import io.takt.shm.clock.Clock;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.ring.RingWriter;
import io.takt.shm.ring.Signaller;
import io.takt.shm.waiting.Doorbell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The sending side of an asset: its outputs, and the window of stamps that they may give now. Owned by the thread that
 * drives the asset, but for {@link #attach} and {@link #close}.
 */
final class Outbox {
    private static final long CLOSED = -1;

    private final String asset;
    private final LogWriter writer;
    private final Claim claim;
    private final EndpointThread thread;
    private final Map<String, LogOutput> outputs = new LinkedHashMap<>();
    private Thread owner;
    /** Stamps are later than this, and not later than {@link #untilNs}: {@link #CLOSED} while none may be sent. */
    private long afterNs;
    private long untilNs = CLOSED;
    /** The stamp of messages that are sent without one. */
    private long usualStampNs;
    /** The latest stamp of this step. */
    private long latestStampNs;
    /** Tells steps apart; the dawn of time and messages before the first step count as one. */
    private long steps;
    /** Whether a predecessor's messages after a time are still to be voided. */
    private boolean isVoidDue;
    private long voidAfterNs;
    /** Whether a predecessor has sent all of the dawn. */
    private boolean isDawnSent;
    /** Whether a promise is to be told with the end of the step. */
    private boolean isPromiseDue;
    /** Whether the last step that is done has published records. */
    private boolean isNews;
    /** Whether readers are still to be woken for {@link #toldNs}. */
    private boolean isWakeDue;
    private long toldNs;
    private boolean waitsForRoom;
    private volatile boolean closed;
    private final BooleanSupplier goesOn = this::goesOn;

    Outbox(final String asset, final Reply.Messages messages, final MessageFiles files, final long startNs,
        final Signaller signaller, final EndpointThread thread) {
        this.asset = asset;
        this.thread = thread;
        final MessageLog log = files.log(messages.log());
        writer = new LogWriter(log, startNs, signaller);
        claim = new Claim(log.buffer());
        isDawnSent = log.frontierNs() != GateRule.NOTHING_PUBLISHED;
        isVoidDue = !writer.isEmpty();
        voidAfterNs = isDawnSent ? writer.keptUpToNs(startNs) : GateRule.NOTHING_PUBLISHED;
        for (final Reply.MessageOutput output : messages.outputs()) {
            outputs.put(output.channel(), new LogOutput(output, log, files));
        }
    }

    /** Of what was delivered to a predecessor. */
    long digest() {
        return writer.digest();
    }

    void attach(final EndpointClocks clocks) {
        outputs.forEach((channel, output) -> output.promiseClock = clocks.promises().get(channel));
    }

    /** The beginning of the predecessor's step that ended at a time; another time when there was none. */
    long startOfStepTo(final long timeNs, final long otherwiseNs) {
        return writer.startOfStepTo(timeNs, otherwiseNs);
    }

    /**
     * At the dawn of time stamps are 0; messages that a later asset sends now belong to its first step, which is not
     * shorter than this one.
     */
    void beforeFirstStep(final long startNs, final long stepNs) {
        afterNs = startNs == 0 ? -1 : startNs;
        untilNs = startNs == 0 ? 0 : startNs + stepNs;
        usualStampNs = untilNs;
        latestStampNs = afterNs;
        owner = null;
    }

    void endDawn() {
        if (untilNs == 0 && !closed) {
            untilNs = CLOSED;
            stageVoid();
            writer.ring().forgetRoom();
            publish(0, 0, 0);
            advance(0);
            Doorbell.fence();
            wake();
        }
    }

    void beginStep(final long fromNs, final long toNs) {
        owner = Thread.currentThread();
        steps++;
        afterNs = fromNs;
        untilNs = toNs;
        usualStampNs = toNs;
        latestStampNs = fromNs;
        claim.close();
        stageVoid();
    }

    /** The step under way may go farther; messages without a stamp keep the usual stamp. */
    void extendStep(final long toNs) {
        untilNs = toNs;
    }

    /** The latest stamp in the step under way; its start when nothing was sent. */
    long latestStampNs() {
        return latestStampNs;
    }

    /** The step under way goes less far; throws when a message was sent with a later stamp. */
    void shortenStep(final long toNs) {
        final long sentNs = claim.isOpen() ? Math.max(latestStampNs, claim.stampNs()) : latestStampNs;
        if (sentNs > toNs) {
            throw new IllegalArgumentException("asset '" + asset + "' has sent a message with the stamp "
                + SimTime.format(sentNs) + " in this step, so the step cannot end at " + SimTime.format(toNs));
        }
        if (untilNs != CLOSED) {
            // Otherwise the caller is a handler of retroactive messages, which cannot send.
            untilNs = toNs;
        }
    }

    /** A step is done, with the digest of all deliveries until then. */
    void publish(final long fromNs, final long toNs, final long digest) {
        untilNs = CLOSED;
        claim.close();
        isNews = writer.publish();
        writer.endStep(fromNs, toNs, digest);
    }

    void advance(final long toNs) {
        if (isHeard()) {
            writer.advance(toNs);
            toldNs = toNs;
            isWakeDue = true;
        }
        if (isPromiseDue) {
            isPromiseDue = false;
            outputs.values().forEach(LogOutput::tellPromise);
        }
    }

    /** After a fence: wakes readers that sleep for the news of {@link #advance}. */
    void wake() {
        if (isWakeDue) {
            isWakeDue = false;
            writer.ring().wake(toldNs, isNews);
        }
    }

    /** No asset waits for a sender without messages, but a listener needs to know up to when it has all. */
    private boolean isHeard() {
        return !outputs.isEmpty() || writer.isTraced();
    }

    void reset(final long stepNs) {
        isVoidDue = false;
        isDawnSent = false;
        isPromiseDue = false;
        claim.close();
        writer.reset();
        outputs.values().forEach(LogOutput::reset);
        beforeFirstStep(0, stepNs);
    }

    /** From any thread. Only the asset's thread can take an open claim out of the log, where a successor may write. */
    void close() {
        closed = true;
        if (owner == Thread.currentThread()) {
            claim.move();
        }
    }

    boolean waitsForRoom() {
        return waitsForRoom;
    }

    boolean isClosed() {
        return closed;
    }

    List<Request.Sent> sent() {
        return outputs.values().stream().map(output -> output.count.get()).toList();
    }

    Output output(final String channel) {
        final Output output = outputs.get(channel);
        if (output == null) {
            throw new IllegalArgumentException("asset '" + asset + "' sends no channel '" + channel + "'; "
                + (outputs.isEmpty() ? "it sends none" : "it sends " + String.join(", ", outputs.keySet())));
        }
        return output;
    }

    private void stageVoid() {
        if (isVoidDue) {
            int round = 0;
            while (!writer.voidAfter(voidAfterNs) && awaitRoom(round)) {
                round++;
            }
            isVoidDue = false;
        }
    }

    private void stage(final int channel, final long stampNs, final DirectBuffer message, final int index,
        final int length) {
        stageVoid();
        int round = 0;
        while (!writer.stage(channel, stampNs, message, index, length) && awaitRoom(round)) {
            round++;
        }
    }

    /** The index at which a message is to be written; {@link RingWriter#NO_ROOM} when no receiver needs it any more. */
    private int room(final int length) {
        stageVoid();
        int at = writer.claim(length);
        for (int round = 0; at == RingWriter.NO_ROOM && awaitRoom(round); round++) {
            at = writer.claim(length);
        }
        return at;
    }

    /** Whether there is a listener: between steps as of now, in a step as of its beginning. */
    boolean isTraced() {
        return writer.isTraced();
    }

    /** A message was handed over. The first time of the grid in the step is 0 for a retroactive message. */
    void onDelivered(final int input, final long deliveryNs, final long sequence, final long stepFirstNs) {
        if (writer.isTraced()) {
            claim.move();
            int round = 0;
            while (!writer.stageDelivered(input, deliveryNs, sequence, stepFirstNs) && awaitRoom(round)) {
                round++;
            }
        }
    }

    /**
     * One round of waiting until readers have taken messages. This asset reads meanwhile, as they do: else two that
     * send to each other would wait for ever. False when no receiver needs the message any more.
     */
    private boolean awaitRoom(final int round) {
        waitsForRoom = true;
        writer.publish();
        writer.ring().awaitRoom(thread.doorbell());
        thread.readAll();
        thread.pass(round, goesOn);
        writer.ring().awaitRoomNoMore();
        waitsForRoom = false;
        return !closed;
    }

    private boolean goesOn() {
        return closed || writer.ring().hasMoreRoom();
    }

    /** A channel that the asset sends. */
    private final class LogOutput implements Output {
        private final SentCount count;
        private final int index;
        private final int maxBytes;
        private final MessageLog log;
        private final MessageFiles files;
        private final String latestName;
        private LatestValue latest;
        private volatile Clock promiseClock;
        private long promisedNs;
        private long toldPromiseNs;
        /** The last step that has sent something; see {@link Outbox#steps}. */
        private long sentIn = CLOSED;

        LogOutput(final Reply.MessageOutput output, final MessageLog log, final MessageFiles files) {
            this.count = new SentCount(output.channel());
            this.index = output.index();
            this.maxBytes = output.maxBytes();
            this.log = log;
            this.files = files;
            this.latestName = output.latest();
            this.promisedNs = log.promiseNs(index);
            this.toldPromiseNs = promisedNs;
        }

        @Override
        public String channel() {
            return count.channel();
        }

        @Override
        public int maxBytes() {
            return maxBytes;
        }

        @Override
        public void send(final DirectBuffer message, final int from, final int length) {
            send(message, from, length, usualStampNs);
        }

        @Override
        public void send(final DirectBuffer message, final int from, final int length, final long stampNs) {
            if (closed) {
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
            isSent(stampNs, message, from, length);
            if (!isWritten()) {
                writer.skip();
                return;
            }
            stage(index, stampNs, message, from, length);
        }

        @Override
        public MutableDirectBuffer claim(final int length) {
            return claim(length, usualStampNs);
        }

        @Override
        public MutableDirectBuffer claim(final int length, final long stampNs) {
            if (closed) {
                // The message will be dropped unread, but the caller has to write it somewhere.
                return claim.open(this, RingWriter.NO_ROOM, Math.min(Math.max(length, 0), maxBytes), stampNs);
            }
            check(length, stampNs);
            return claim.open(this, isDawnOfPredecessor() || !isWritten() ? RingWriter.NO_ROOM : room(length), length,
                stampNs);
        }

        @Override
        public void commit(final int length) {
            requireClaim();
            if (length < 0 || length > claim.length()) {
                throw new IllegalArgumentException(what() + ": a message of " + length + " bytes was committed, and "
                    + claim.length() + " were claimed");
            }
            final int at = claim.at();
            final long stampNs = claim.stampNs();
            if (!closed && !isDawnOfPredecessor()) {
                isSent(stampNs, claim.message(), 0, length);
                if (at != RingWriter.NO_ROOM) {
                    writer.commit(index, stampNs, at, length);
                } else if (isWritten()) {
                    stage(index, stampNs, claim.message(), 0, length);
                } else {
                    writer.skip();
                }
            }
            claim.close();
        }

        @Override
        public void abort() {
            if (claim.isOpenedBy(this)) {
                claim.close();
            }
        }

        private void requireClaim() {
            if (!claim.isOpenedBy(this)) {
                throw new IllegalStateException(what() + ": nothing is claimed; a claim ends with commit, abort, and"
                    + " the step");
            }
        }

        /** Whether the message needs a record: at the dawn of time more readers may come. */
        private boolean isWritten() {
            return untilNs == 0 || writer.isRead();
        }

        private void isSent(final long stampNs, final DirectBuffer message, final int from, final int length) {
            sentIn = steps;
            count.add(length, stampNs);
            latestStampNs = Math.max(latestStampNs, stampNs);
            if (latest() != null) {
                latest.write(stampNs, writer.sequence(), message, from, length);
            }
        }

        private void check(final int length, final long stampNs) {
            requireOwner();
            if (claim.isOpen()) {
                throw new IllegalStateException(what() + ": a message is claimed and not sent yet; commit or abort it"
                    + " first");
            }
            if (untilNs == CLOSED) {
                throw new IllegalStateException(what() + ": no step is under way; send within a step, or before the"
                    + " first one");
            }
            if (length < 0 || length > maxBytes) {
                throw new IllegalArgumentException(what() + ": a message has " + length + " bytes, and may have "
                    + maxBytes + (length < 0 ? "" : "; declare the channel with a larger maxBytes"));
            }
            if (stampNs <= afterNs || stampNs > untilNs) {
                throw new IllegalArgumentException(what() + ": the stamp " + SimTime.format(stampNs) + " is outside "
                    + (untilNs == 0 ? "the dawn of time, which is 0" : "the step, which goes from "
                    + SimTime.format(afterNs) + " to " + SimTime.format(untilNs)
                    + "; a stamp is later than the one and not later than the other"));
            }
            if (stampNs < promisedNs && !isDawnOfPredecessor()) {
                throw new IllegalStateException(what() + ": the stamp is " + SimTime.format(stampNs)
                    + ", and it was promised to send nothing before " + SimTime.format(promisedNs));
            }
        }

        /** The predecessor has sent the dawn, and may have promised something since. */
        private boolean isDawnOfPredecessor() {
            return untilNs == 0 && isDawnSent;
        }

        private void requireOwner() {
            final Thread caller = Thread.currentThread();
            if (owner == null) {
                owner = caller;
            } else if (owner != caller) {
                throw new IllegalStateException(what() + ": thread '" + caller.getName() + "' does not drive the asset,"
                    + " thread '" + owner.getName() + "' does");
            }
        }

        private String what() {
            return "asset '" + asset + "', channel '" + count.channel() + "'";
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
            if (closed) {
                // A successor may send there by now, and is not bound by it.
                return;
            }
            requireOwner();
            if (timeNs > promisedNs) {
                promisedNs = timeNs;
                if (untilNs != CLOSED && (sentIn == steps || claim.isOpenedBy(this))) {
                    // The promise is about the time after a message that no reader can see before the step is done.
                    isPromiseDue = true;
                } else {
                    tellPromise();
                }
            }
        }

        private void tellPromise() {
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
            sentIn = CLOSED;
            count.beginEpoch();
            if (latest() != null) {
                latest.reset();
            }
        }
    }
}
