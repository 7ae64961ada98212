package io.takt.recording.replay;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.JoinedAsset;
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
 * <p>It promises what it knows of its future, D_max of it. That is never less than what the recorded asset could
 * promise, so whoever relied on that does not wait for a player either.
 *
 * <p>Owned by the thread that drives the asset.
 */
final class Player implements Asset, RecordedAssets.Taker {
    private final SurveyedAsset asset;
    private final long limitNs;
    private final long leavesAtNs;
    private final long foresightNs;
    private final LongConsumer reader;
    private final ArrayDeque<RecordedMessage> messages = new ArrayDeque<>();
    private final Map<String, Voice> voices = new HashMap<>();
    private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    private JoinedAsset seat;
    private long sequence;

    /** A channel, with what is known of when it will be used. */
    private static final class Voice {
        private final ArrayDeque<Use> uses = new ArrayDeque<>();
        private Output output;
    }

    /** The earliest stamp in a step. Within a step stamps come in any order. */
    private record Use(long stepEndNs, long stampNs) {
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
        this.limitNs = plan.limitNs(asset);
        this.leavesAtNs = plan.leavesAtNs(asset);
        this.foresightNs = maxDelayNs;
        this.reader = reader;
        asset.channels().forEach(channel -> voices.put(channel.channel(), new Voice()));
    }

    /** What the asset declares. */
    AssetSpec spec() {
        AssetSpec spec = AssetSpec.named(asset.name()).stepNs(asset.stepNs());
        for (final OutputSpec channel : asset.channels()) {
            spec = spec.sends(channel);
        }
        return spec;
    }

    /** Where it leaves; to be told before it is driven. */
    void seat(final JoinedAsset taken) {
        seat = taken;
    }

    @Override
    public void onSent(final RecordedMessage message) {
        messages.add(message);
        final ArrayDeque<Use> uses = voices.get(message.channel()).uses;
        final long stepEndNs = message.stampNs() + Math.floorMod(-message.stampNs(), asset.stepNs());
        final Use last = uses.peekLast();
        if (last == null || last.stepEndNs < stepEndNs) {
            uses.add(new Use(stepEndNs, message.stampNs()));
        } else if (message.stampNs() < last.stampNs) {
            uses.removeLast();
            uses.add(new Use(stepEndNs, message.stampNs()));
        }
    }

    @Override
    public void onDelivered(final RecordedDelivery delivery) {
        // What it received is of no use to a player.
    }

    @Override
    public void connect(final Channels channels) {
        voices.forEach((channel, voice) -> voice.output = channels.output(channel));
    }

    @Override
    public void start(final long timeNs) {
        sendUpTo(0);
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        if (toNs > leavesAtNs) {
            seat.leave();
        } else {
            sendUpTo(toNs);
        }
    }

    @Override
    public void reset() {
        throw new IllegalStateException("a replay cannot be reset; start it once more");
    }

    private void sendUpTo(final long timeNs) {
        final long knownNs = limitNs - timeNs > foresightNs ? timeNs + foresightNs : limitNs;
        reader.accept(knownNs);
        while (!messages.isEmpty() && messages.peek().stampNs() <= timeNs) {
            send(messages.poll());
        }
        for (final Voice voice : voices.values()) {
            while (!voice.uses.isEmpty() && voice.uses.peek().stepEndNs <= timeNs) {
                voice.uses.poll();
            }
            voice.output.promiseNoSendBefore(
                voice.uses.isEmpty() ? Math.max(knownNs + 1, knownNs) : voice.uses.peek().stampNs);
        }
    }

    /** The number is given by the runtime, which counts. */
    private void send(final RecordedMessage message) {
        if (message.sequence() != sequence) {
            throw new TaktException("message " + sequence + " of asset '" + asset.name()
                + "' is missing in the recording; the next is " + message.sequence());
        }
        sequence++;
        buffer.wrap(message.bytes());
        voices.get(message.channel()).output.send(buffer, 0, message.bytes().length, message.stampNs());
    }
}
