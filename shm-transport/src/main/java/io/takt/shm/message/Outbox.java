package io.takt.shm.message;

import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.rule.GateRule;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.ring.RingWriter;
import io.takt.shm.ring.Signaller;
import io.takt.shm.waiting.Doorbell;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;

/**
 * The sending side of an asset: its log with what a predecessor has left there, the outputs that write into it, and
 * what is published at the end of a step. Owned by the thread that drives the asset, but for {@link #attach} and
 * {@link #close}.
 */
final class Outbox {
    private static final long NEVER = Long.MAX_VALUE;

    private final String asset;
    private final LogWriter writer;
    private final Claim claim;
    private final EndpointThread thread;
    private final Map<String, LogOutput> outputs = new LinkedHashMap<>();
    private final SendWindow window;
    /** A predecessor's messages after this time are still to be voided; {@link #NEVER} for none. */
    private long voidAfterNs;
    /** Outputs whose promise is to be told with the end of the step. */
    private final ArrayDeque<LogOutput> promising = new ArrayDeque<>();
    /** Up to which time readers have been told that all is there. */
    private long toldNs;
    private volatile boolean closed;
    private final BooleanSupplier goesOn = this::goesOn;

    Outbox(final String asset, final Reply.Messages messages, final MessageFiles files, final long startNs,
        final Signaller signaller, final EndpointThread thread) {
        this.asset = asset;
        this.thread = thread;
        window = new SendWindow(asset);
        final MessageLog log = files.log(messages.log());
        writer = new LogWriter(log, startNs, signaller);
        claim = new Claim(log.buffer());
        voidAfterNs = writer.isEmpty() ? NEVER
            : writer.isDawnSent() ? writer.keptUpToNs(startNs) : GateRule.NOTHING_PUBLISHED;
        for (final Reply.MessageOutput output : messages.outputs()) {
            outputs.put(output.channel(), new LogOutput(this, output, log, files));
        }
    }

    /** The digest of all that was delivered to a predecessor. */
    long digest() {
        return writer.digest();
    }

    void attach(final EndpointClocks clocks) {
        outputs.forEach((channel, output) -> output.attach(clocks.promises().get(channel)));
    }

    /** Whether a predecessor has ended a step at a time. */
    boolean hasStepTo(final long timeNs) {
        return writer.hasStepTo(timeNs);
    }

    /** The beginning of the predecessor's step that ended at a time; another time when there was none. */
    long startOfStepTo(final long timeNs, final long otherwiseNs) {
        return writer.startOfStepTo(timeNs, otherwiseNs);
    }

    String asset() {
        return asset;
    }

    LogWriter writer() {
        return writer;
    }

    Claim claim() {
        return claim;
    }

    SendWindow window() {
        return window;
    }

    void endDawn() {
        if (window.state() == SendWindow.State.DAWN && !closed) {
            window.close();
            stageVoid();
            writer.ring().forgetRoom();
            publish(0, 0, 0);
            advance(0);
            Doorbell.fence();
            wake();
        }
    }

    void beginStep(final long fromNs, final long toNs) {
        window.open(fromNs, toNs);
        claim.close();
        stageVoid();
    }

    /** The step under way goes less far; throws when a message was sent with a later stamp. */
    void shortenStep(final long toNs) {
        final long sentNs = window.latestStampNs();
        window.requireNothingSentAfter(toNs, claim.isOpen() ? Math.max(sentNs, claim.stampNs()) : sentNs);
        window.shorten(toNs);
    }

    /** A step is done, with the digest of all deliveries until then. */
    void publish(final long fromNs, final long toNs, final long digest) {
        window.close();
        claim.close();
        writer.publish();
        writer.endStep(fromNs, toNs, digest);
    }

    /** The frontier comes last: by it the hub knows that all of the step is told. */
    void advance(final long toNs) {
        while (!promising.isEmpty()) {
            promising.poll().tellPromise();
        }
        if (isHeard()) {
            writer.advance(toNs);
            toldNs = toNs;
        }
    }

    /** After a fence: wakes readers that sleep for the news of {@link #advance}. */
    void wake() {
        writer.wake(toldNs);
    }

    /** An output has promised something that belongs behind the messages of this step. */
    void promiseIsDue(final LogOutput output) {
        promising.add(output);
    }

    /** No asset waits for a sender without messages, but a listener needs to know up to when it has all. */
    boolean isHeard() {
        return !outputs.isEmpty() || writer.isTraced();
    }

    void reset(final long stepNs) {
        voidAfterNs = NEVER;
        promising.clear();
        claim.close();
        writer.reset();
        outputs.values().forEach(LogOutput::reset);
        window.openBeforeFirstStep(0, stepNs);
    }

    /** From any thread. Only the asset's thread can take an open claim out of the log, where a successor may write. */
    void close() {
        closed = true;
        if (window.isOpenedByThisThread()) {
            claim.move();
        }
    }

    boolean waitsForRoom() {
        return writer.ring().isRoomAwaited();
    }

    boolean isClosed() {
        return closed;
    }

    List<Request.Sent> sent() {
        return outputs.values().stream().map(LogOutput::sent).toList();
    }

    List<OutputSpec> specs() {
        return outputs.values().stream().map(LogOutput::spec).toList();
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
        if (voidAfterNs != NEVER) {
            int round = 0;
            while (!writer.voidAfter(voidAfterNs) && awaitRoom(round)) {
                round++;
            }
            voidAfterNs = NEVER;
        }
    }

    /** Waits for room, if there is none. */
    void stage(final int channel, final long stampNs, final DirectBuffer message, final int index,
        final int length) {
        stageVoid();
        int round = 0;
        while (!writer.stage(channel, stampNs, message, index, length) && awaitRoom(round)) {
            round++;
        }
    }

    /** The index at which a message is to be written; {@link RingWriter#NO_ROOM} when no receiver needs it any more. */
    int room(final int length) {
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
        writer.publish();
        writer.ring().awaitRoom(thread.doorbell());
        thread.readAll();
        thread.pass(round, goesOn);
        writer.ring().awaitRoomNoMore();
        return !closed;
    }

    private boolean goesOn() {
        return closed || writer.ring().hasMoreRoom();
    }
}
