package io.takt.shm.message;

import io.takt.asset.Steps;
import io.takt.asset.message.Channels;
import io.takt.rule.AssetRule;
import io.takt.shm.clock.Clock;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.ring.Signaller;
import java.util.List;

/**
 * All that one asset sends and receives.
 *
 * <pre>
 *   poll:    opens(from, to)?   takes in what is there, and asks the gate of each sender
 *   begin:   begin(from, to)    hands over what belongs to the step; sends are within (from, to] from now on
 *            extend(...)        a step that varies may go farther: up to the next delivery
 *   commit:  publish(from, to)  what was sent is there for others
 *            (the asset's clock is published)
 *            advance(from, to)  others may count on it
 *            (a fence)
 *            wake()             readers that sleep for it are woken
 * </pre>
 *
 * <p>Owned by the thread that drives the asset, but for {@link #attach}.
 */
public final class MessageEndpoint {
    private final Steps steps;
    private final EndpointThread thread;
    private final Outbox outbox;
    private final Inbox inbox;
    private final EndpointChannels channels;
    private final List<Source> sources;
    private final boolean isSuccessor;
    private volatile Clock digestClock;
    /** The digest as of the last step that is done. */
    private long digest;
    private boolean isDiscarded;
    private Source held;
    private long heldFromNs;
    private long heldToNs;
    private Source announcedFor;
    private long announcedToNs;

    /**
     * The endpoint of an asset that has joined.
     *
     * @param asset      its name.
     * @param steps      by how much it counts up.
     * @param maxDelayNs D_max of its hub.
     * @param startNs    T_i from which it starts.
     * @param messages   what it sends and receives, as the hub has told it.
     * @param files      where that is.
     * @param signaller  wakes other threads.
     * @param thread     drives the asset.
     */
    public MessageEndpoint(final String asset, final Steps steps, final long maxDelayNs, final long startNs,
        final Reply.Messages messages, final MessageFiles files, final Signaller signaller,
        final EndpointThread thread) {
        this.steps = steps;
        this.thread = thread;
        this.outbox = new Outbox(asset, messages, files, startNs, signaller, thread);
        this.digest = outbox.digest();
        this.isSuccessor = startNs > 0 && outbox.hasStepTo(startNs);
        this.inbox = new Inbox(maxDelayNs, digest, outbox, HeapShare.ofProcess());
        this.channels = new EndpointChannels(asset, steps, messages, files, signaller, outbox, inbox);
        this.sources = channels.sources();
        outbox.window().openBeforeFirstStep(startNs, steps.granularityNs());
        takeInEarlier(startNs);
    }

    /** A process that takes the place of another finds the messages that the other had not used. */
    private void takeInEarlier(final long startNs) {
        final long stepBeforeNs = startNs - steps.granularityNs();
        final long lastStartNs = steps.isFixed() ? stepBeforeNs : outbox.startOfStepTo(startNs, stepBeforeNs);
        channels.links().forEach(link -> link.beginsWith(startNs, lastStartNs));
        sources.forEach(Source::takeIn);
        sources.forEach(source -> inbox.removeHanded(source, source.reader().handedBy(startNs), startNs));
    }

    /**
     * Tells which counters it has now. From any thread, while the asset cannot step.
     *
     * @param clocks as the hub has told them.
     */
    public void attach(final EndpointClocks clocks) {
        final Clock clock = clocks.digest();
        if (clock != null) {
            clock.publish(digest);
        }
        digestClock = clock;
        outbox.attach(clocks);
    }

    /** {@return what the asset's simulator sends and receives by; the same object always} */
    public Channels channels() {
        return channels;
    }

    /** {@return whether a process before this one has ended a step at the time from which this one started} */
    public boolean isSuccessor() {
        return isSuccessor;
    }

    /**
     * From now on a thread drives the asset, and what it reads of a log serves all of its assets.
     *
     * @param records of that thread.
     */
    public void share(final SharedRecords records) {
        sources.forEach(source -> records.add(source.reader()));
    }

    /**
     * The thread drives the asset no more.
     *
     * @param records of that thread.
     */
    public void unshare(final SharedRecords records) {
        sources.forEach(source -> records.remove(source.reader()));
    }

    /** Takes in the messages that are there, so that no sender waits for room. Says whether there were any. */
    public boolean read() {
        if (outbox.isClosed()) {
            // Its places in logs may be others' by now.
            return false;
        }
        boolean isAny = false;
        for (int i = 0; i < sources.size(); i++) {
            isAny |= sources.get(i).read();
            sources.get(i).makeRoom();
        }
        return isAny;
    }

    /**
     * Whether the asset is in the middle of sending a message for which its log has no room.
     *
     * @return true within {@link EndpointThread#readAll} and {@link EndpointThread#pass} for this asset.
     */
    public boolean waitsForRoom() {
        return outbox.waitsForRoom();
    }

    /**
     * Whether a step may begin: all messages for it are there.
     *
     * @param fromNs T_i.
     * @param toNs   T_i + ΔT_i.
     * @return false when it has to wait for a sender; then {@link #isHeld()}.
     */
    public boolean opens(final long fromNs, final long toNs) {
        held = null;
        for (int i = 0; i < sources.size() && held == null; i++) {
            final Source source = sources.get(i);
            if (!source.opens(fromNs, toNs)) {
                held = source;
                heldFromNs = fromNs;
                heldToNs = toNs;
            }
            source.readIfNew();
        }
        return held == null;
    }

    /**
     * Whether anything is due in a step.
     *
     * @param fromNs T_i, at which a step {@link #opens}.
     * @param toNs   the step's end, or where it varies the first time of its grid.
     * @return true for gated messages; others do not wait for a step.
     */
    public boolean isDue(final long fromNs, final long toNs) {
        return inbox.isDue(fromNs, toNs);
    }

    /**
     * How far the asset may go without passing the delivery of a message that may still come. Takes in the messages
     * that are there.
     *
     * @param atMostNs how far it may go otherwise, on the grid of its steps.
     * @return for {@link #untilDeliveryNs}, once the messages that have arrived are handed over.
     */
    public long publishedReachNs(final long atMostNs) {
        long reachNs = atMostNs;
        for (int i = 0; i < sources.size(); i++) {
            reachNs = Math.min(reachNs, sources.get(i).publishedReachNs(steps.granularityNs()));
            sources.get(i).read();
        }
        return reachNs;
    }

    /**
     * The same, without passing the delivery of a message that is already there, either.
     *
     * @param fromNs  T_i, at which a step {@link #opens} and nothing is due that has not been handed over.
     * @param reachNs as of {@link #publishedReachNs}.
     * @return a time on the grid.
     */
    public long untilDeliveryNs(final long fromNs, final long reachNs) {
        final long granularityNs = steps.granularityNs();
        final long untilNs = Math.min(reachNs, inbox.untilNextNs(fromNs, granularityNs));
        // A gate that opened stays open: a sender that was reset meanwhile tells of another run.
        return Math.max(AssetRule.reachNs(fromNs, granularityNs, untilNs), fromNs + granularityNs);
    }

    /**
     * Whether the next step waits for a sender.
     *
     * @return as of the last {@link #opens}.
     */
    public boolean isHeld() {
        return held != null;
    }

    /**
     * Whether there are retroactive messages to be handed over.
     *
     * @return then {@link #handArrived} does something.
     */
    public boolean hasArrived() {
        return inbox.hasArrived();
    }

    /**
     * Hands retroactive messages over, between steps.
     *
     * @throws Exception what a handler throws.
     */
    public void handArrived() throws Exception {
        inbox.handArrived();
    }

    /**
     * Begins a step that {@link #opens}: hands over the messages that belong to it.
     *
     * @param fromNs T_i.
     * @param toNs   the step's end, or where it takes what it is allowed the first time of its grid.
     * @throws Exception what a handler throws.
     */
    public void begin(final long fromNs, final long toNs) throws Exception {
        // Handed over before the step begins: the handler of a retroactive message can never send.
        inbox.handArrived();
        outbox.beginStep(fromNs, toNs);
        inbox.handOver(fromNs, toNs, fromNs + steps.granularityNs());
        channels.handOverLatest();
    }

    /**
     * The step that has begun may go farther.
     *
     * @param toNs to this time at most.
     */
    public void extend(final long toNs) {
        outbox.window().extend(toNs);
    }

    /**
     * The latest stamp of the messages sent in the step that has begun.
     *
     * @return T_i when nothing was.
     */
    public long latestStampNs() {
        return outbox.window().latestStampNs();
    }

    /**
     * The step that has begun goes less far.
     *
     * @param toNs its end.
     * @throws IllegalArgumentException when a message was sent in it with a later stamp.
     */
    public void shorten(final long toNs) {
        outbox.shortenStep(toNs);
    }

    /**
     * Begins a time in which the asset has nothing to do and sends nothing: not beyond {@link #untilDeliveryNs}. All
     * that has arrived is handed over.
     *
     * @param fromNs T_i.
     */
    public void pass(final long fromNs) {
        outbox.beginStep(fromNs, fromNs + steps.granularityNs());
    }

    /**
     * The step is done; its time is about to be published. Does nothing once the endpoint is closed.
     *
     * @param fromNs T_i; where time passed without a step, the last time of the grid before its end.
     * @param toNs   the end.
     */
    public void publish(final long fromNs, final long toNs) {
        if (outbox.isClosed()) {
            return;
        }
        final long now = inbox.digestAt(toNs);
        outbox.publish(fromNs, toNs, now);
        for (int i = 0; i < sources.size(); i++) {
            sources.get(i).noteHanded(toNs);
        }
        if (now != digest) {
            digest = now;
            final Clock clock = digestClock;
            if (clock != null) {
                clock.publish(now);
            }
        }
    }

    /**
     * The step's time is published. Does nothing once the endpoint is closed.
     *
     * @param fromNs as of {@link #publish}.
     * @param toNs   T_i now.
     */
    public void advance(final long fromNs, final long toNs) {
        if (outbox.isClosed()) {
            return;
        }
        outbox.advance(toNs);
        for (int i = 0; i < sources.size(); i++) {
            sources.get(i).used(fromNs, toNs);
        }
    }

    /** {@return whether readers may wait for what it sends} */
    public boolean isHeard() {
        return outbox.isHeard();
    }

    /** After an {@link #advance} and a fence: wakes readers that sleep for it. */
    public void wake() {
        outbox.wake();
    }

    /** The asset is about to be ready: its messages of the dawn of time are there for others. */
    public void endDawn() {
        outbox.endDawn();
    }

    /** The simulator is about to be put back to its start. Messages that it sends from now on are of the next dawn. */
    public void beginReset() {
        discard();
        isDiscarded = false;
        outbox.reset(steps.granularityNs());
        digest = 0;
    }

    /**
     * A reset was announced, and the asset has no use any more for earlier messages: from now on it skips them, and
     * reads only messages of senders that are back at their starts. Once for each reset; {@link #beginReset} is to
     * follow.
     */
    public void discard() {
        if (!isDiscarded) {
            isDiscarded = true;
            inbox.reset();
            channels.links().forEach(link -> link.beginsWith(0, 0));
            sources.forEach(Source::discard);
            held = null;
        }
    }

    /** {@return whether messages were discarded for a reset that the asset has not begun} */
    public boolean hasDiscarded() {
        return isDiscarded;
    }

    /** All others have been reset, too; the clocks are of a new epoch. */
    public void resume() {
        sources.forEach(Source::resume);
    }

    /** The run has ended, or the asset has left: nothing is sent any more, and a sender that waits for room goes on. */
    public void close() {
        outbox.close();
        inbox.close();
    }

    /** The thread is about to sleep: the sender of a message that the asset waits for wakes it. */
    public void announce() {
        if (outbox.isClosed()) {
            return;
        }
        final long doorbell = thread.doorbell();
        for (int i = 0; i < sources.size(); i++) {
            final Source source = sources.get(i);
            source.reader().ring().announce(source.awaited(source == held, heldFromNs, heldToNs),
                source.isForNews(), doorbell);
        }
        announcedFor = held;
        announcedToNs = heldToNs;
    }

    /** Whether the asset still waits for the announced time, as of the last {@link #opens}. */
    public boolean isAnnounced() {
        return outbox.isClosed() || held == announcedFor && (held == null || heldToNs == announcedToNs);
    }

    /** The thread is awake. */
    public void withdraw() {
        for (int i = 0; i < sources.size() && !outbox.isClosed(); i++) {
            sources.get(i).reader().ring().withdraw();
        }
    }

    /**
     * How much was sent, by channel; from any thread.
     *
     * @return counts since the asset joined.
     */
    public List<Request.Sent> sent() {
        return outbox.sent();
    }
}
