package io.takt.steward.asset;

import io.takt.asset.SimTime;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Message;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.steward.Event;
import io.takt.steward.Id;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.StewardException;
import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The channels over which a part of a world talks with the others.
 *
 * <pre>
 *   on a channel of a crossing   a message for each final event that crosses, stamped with its time:
 *                                tick 8 bytes, δ in ns 8 bytes, id 16 bytes, its bytes
 *   on that of announcements     one message in each step, as in {@link Part#announcements}
 * </pre>
 *
 * <p>There is an announcing message in every step, and only one: messages are numbered by their sender, and links draw
 * their fate from the numbers; so numbers must not depend on what was announced, which is by chance.
 *
 * <p>For the asset's thread.
 */
final class BorderChannels {
    private static final int HEAD = 4 * Long.BYTES;

    private final String asset;
    private final long delayNs;
    private final Part part;
    private final Map<String, Output> outputs = new HashMap<>();
    /** Null where nothing is announced. */
    private final Output announcing;
    private World world;
    private long stepNs;

    /** Takes the events that come from other parts, for certain. */
    @FunctionalInterface
    interface Arrivals {
        void arrives(long tick, Id id, Event event);
    }

    BorderChannels(final String asset, final Channels channels, final Borders borders, final long tickNs,
        final Arrivals arrivals) {
        this.asset = asset;
        this.delayNs = borders.delayNs();
        final LinkChecks links = new LinkChecks(asset, channels.inputs());
        for (final Crossing<?> crossing : borders.crossings()) {
            if (links.requireBorder(crossing.channel(), borders.delayNs())) {
                channels.subscribe(crossing.channel(), message -> receive(crossing, message, arrivals));
            }
            if (sends(channels, crossing.channel())) {
                outputs.put(crossing.channel(), channels.output(crossing.channel()));
            }
        }
        part = new Part(asset, borders, tickNs, outputs.keySet());
        final String ahead = borders.announcing();
        announcing = ahead != null && sends(channels, ahead) ? channels.output(ahead) : null;
        if (ahead != null && links.requireAnnouncing(ahead)) {
            channels.leaveOutOfDigest(ahead);
            channels.subscribe(ahead, message -> part.hear(message.sender(), bytesOf(message, 0)));
        }
    }

    private static boolean sends(final Channels channels, final String channel) {
        return channels.outputs().stream().map(OutputSpec::channel).anyMatch(channel::equals);
    }

    Part part() {
        return part;
    }

    void begin(final World its) {
        world = its;
        stepNs = 0;
        part.begin(its);
    }

    private void receive(final Crossing<?> crossing, final Message message, final Arrivals arrivals) {
        final StateInput head = new StateInput(bytesOf(message, 0), world.physics(), world.steward());
        final long tick = head.readLong();
        if (world.stampOf(tick) != message.stampNs()) {
            throw new StewardException("asset '" + asset + "' and asset '" + message.sender() + "' have different"
                + " ticks: an event at the tick " + tick + " crosses to it at " + SimTime.format(message.stampNs()));
        }
        final long itsDelayNs = head.readLong();
        if (itsDelayNs != delayNs) {
            throw new StewardException("asset '" + asset + "' has borders behind which an event is felt "
                + SimTime.format(delayNs) + " later, and asset '" + message.sender() + "' others, "
                + SimTime.format(itsDelayNs) + "; all parts of a world are made with the same borders");
        }
        final Id id = head.readId();
        final Event event = crossing.eventOf(bytesOf(message, HEAD));
        if (event != null) {
            arrivals.arrives(part.receive(message.sender(), tick, id, event), id, event);
        }
    }

    private static byte[] bytesOf(final Message message, final int from) {
        final byte[] bytes = new byte[message.length() - from];
        message.buffer().getBytes(message.index() + from, bytes);
        return bytes;
    }

    /** All that a step to a time makes final is so. */
    void endStep(final long fromNs, final long toNs) {
        if (announcing != null) {
            if (stepNs != 0 && stepNs != toNs - fromNs) {
                throw new IllegalStateException("asset '" + asset + "' announces what will cross its borders, one"
                    + " message in each step; so its steps must not vary, but one took " + SimTime.format(stepNs)
                    + " and one " + SimTime.format(toNs - fromNs));
            }
            stepNs = toNs - fromNs;
            final byte[] announcements = part.announcements(announcing.maxBytes());
            announcing.send(new UnsafeBuffer(announcements), 0, announcements.length);
        }
        sendFinal();
    }

    void sendFinal() {
        part.sendFinal(letter -> {
            final StateOutput head = new StateOutput();
            head.writeLong(letter.tick());
            head.writeLong(delayNs);
            head.writeId(letter.id());
            final UnsafeBuffer all = new UnsafeBuffer(new byte[HEAD + letter.bytes().length]);
            all.putBytes(0, head.toByteArray());
            all.putBytes(HEAD, letter.bytes());
            outputs.get(letter.crossing().channel()).send(all, 0, all.capacity(), world.stampOf(letter.tick()));
        });
    }
}
