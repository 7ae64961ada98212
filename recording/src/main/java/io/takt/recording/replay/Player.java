package io.takt.recording.replay;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.JoinedAsset;
import io.takt.asset.Steps;
import io.takt.asset.TaktException;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An asset that sends what another had sent: the same messages with the same stamps and sequence numbers, each in the
 * step that it belongs to. It receives nothing, so no gate ever holds it.
 *
 * <p>Where steps vary it ends them elsewhere than the recorded asset did. One that takes what it is allowed may end a
 * step anywhere; one with whole steps chooses them as its {@link Bundles} need it, and stays in the end where the
 * recorded asset stayed. Between messages both let their clock count up by itself.
 *
 * <p>It promises all that it knows of its future, up to D_max. That is never less than the recorded asset could
 * promise, so a receiver that relied on that promise does not wait for a player either.
 *
 * <p>Owned by the thread that drives the asset.
 */
final class Player implements Asset, RecordedAssets.Taker {
    /**
     * A channel without receivers for the messages of an asset of another hub that were not received at the recorded
     * one: they have taken numbers as well, from which jitter and loss are drawn.
     */
    private static final String REST = "not-recorded";

    private final SurveyedAsset asset;
    private final Steps steps;
    private final long limitNs;
    private final long leavesAtNs;
    private final long maxDelayNs;
    private final LongConsumer reader;
    private final ArrayDeque<RecordedMessage> messages = new ArrayDeque<>();
    private final Map<String, ReplayedOutput> outputs = new HashMap<>();
    private final Bundles bundles;
    private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    private JoinedAsset handle;
    /** Null for an asset of the recorded hub. */
    private Output rest;
    private long sequence;

    /** A channel, with what is known of when it will be used. */
    private static final class ReplayedOutput {
        /** Those messages to come that no later one comes after with an earlier stamp: the first is the next use. */
        private final ArrayDeque<RecordedMessage> uses = new ArrayDeque<>();
        private Output output;

        void add(final RecordedMessage message) {
            while (!uses.isEmpty() && uses.peekLast().stampNs() > message.stampNs()) {
                uses.pollLast();
            }
            uses.add(message);
        }

        void remove(final RecordedMessage message) {
            if (uses.peek() == message) {
                uses.poll();
            }
        }
    }

    /**
     * A player at the dawn of time.
     *
     * @param asset      to play.
     * @param plan       of the replay.
     * @param maxDelayNs D_max.
     * @param reader     has this told all that the asset sent up to a time.
     */
    Player(final SurveyedAsset asset, final ReplayPlan plan, final long maxDelayNs, final LongConsumer reader) {
        this.asset = asset;
        this.steps = asset.playedSteps();
        this.bundles = new Bundles(steps.granularityNs());
        this.limitNs = plan.limitNs(asset);
        this.leavesAtNs = plan.leavesAtNs(asset);
        this.maxDelayNs = maxDelayNs;
        this.reader = reader;
        asset.channels().forEach(channel -> outputs.put(channel.channel(), new ReplayedOutput()));
    }

    /** The asset's declaration. */
    AssetSpec spec() {
        AssetSpec spec = AssetSpec.named(asset.name()).steps(steps);
        for (final OutputSpec channel : asset.channels()) {
            spec = spec.sends(channel);
        }
        return asset.isElsewhere() ? spec.sends(OutputSpec.named(REST).maxBytes(1)) : spec;
    }

    /** Its place; to be told before it is driven. */
    void handle(final JoinedAsset taken) {
        handle = taken;
    }

    @Override
    public void onSent(final RecordedMessage message) {
        messages.add(message);
        bundles.add(message.stampNs());
        outputs.get(message.channel()).add(message);
    }

    @Override
    public void onDelivered(final RecordedDelivery delivery) {
        // The messages that it received are of no use to a player.
    }

    @Override
    public void connect(final Channels channels) {
        outputs.forEach((channel, replayed) -> replayed.output = channels.output(channel));
        rest = asset.isElsewhere() ? channels.output(REST) : null;
    }

    @Override
    public void start(final long timeNs) {
        sendUpTo(0);
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        if (fromNs >= leavesAtNs) {
            handle.leave();
            return;
        }
        if (toNs > leavesAtNs) {
            handle.stepTo(leavesAtNs);
        }
        sendUpTo(Math.min(toNs, leavesAtNs));
    }

    @Override
    public void reset() {
        throw new IllegalStateException("a replay cannot be reset; start it once more");
    }

    private void sendUpTo(final long timeNs) {
        final long knownNs = knownNs(timeNs);
        reader.accept(knownNs);
        while (!messages.isEmpty() && messages.peek().stampNs() <= timeNs) {
            send(messages.poll());
        }
        bundles.takeUpTo(timeNs);
        for (final ReplayedOutput replayed : outputs.values()) {
            replayed.output.promiseNoSendBefore(
                replayed.uses.isEmpty() ? Math.max(knownNs + 1, knownNs) : replayed.uses.peek().stampNs());
        }
        if (!steps.isFixed()) {
            shapeNextTurn(timeNs);
        }
    }

    /**
     * Up to when it has to know its messages. One that has no turn in every step knows D_max more, so that its promises
     * still go D_max ahead when its next turn comes.
     */
    private long knownNs(final long timeNs) {
        final long soonNs = limitNs - timeNs > maxDelayNs ? timeNs + maxDelayNs : limitNs;
        return steps.isFixed() ? soonNs : limitNs - soonNs > maxDelayNs ? soonNs + maxDelayNs : limitNs;
    }

    /** The next turn begins where the next bundle does, or D_max from now to read on, or where the asset stayed. */
    private void shapeNextTurn(final long timeNs) {
        final Bundles.Bundle next = bundles.first();
        long turnNs = limitNs - timeNs > maxDelayNs
            ? timeNs + maxDelayNs / steps.granularityNs() * steps.granularityNs() : limitNs;
        if (next != null) {
            turnNs = Math.min(turnNs, next.afterNs());
        }
        handle.wakeAt(turnNs);
        if (steps.isWhole()) {
            final boolean stays = turnNs >= limitNs && leavesAtNs == Long.MAX_VALUE;
            handle.chooseStep(next != null && next.afterNs() == turnNs ? next.lengthNs()
                : stays ? steps.greatestNs() : steps.granularityNs());
        }
    }

    /** The number is given by the runtime, which counts. */
    private void send(final RecordedMessage message) {
        while (rest != null && sequence < message.sequence()) {
            sequence++;
            rest.send(buffer, 0, 0, message.stampNs());
        }
        if (message.sequence() != sequence) {
            throw new TaktException("message " + sequence + " of asset '" + asset.name()
                + "' is missing in the recording; the next is " + message.sequence());
        }
        sequence++;
        buffer.wrap(message.bytes());
        final ReplayedOutput replayed = outputs.get(message.channel());
        replayed.remove(message);
        replayed.output.send(buffer, 0, message.bytes().length, message.stampNs());
    }
}
