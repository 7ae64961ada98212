package io.takt.proofs.links;

import io.takt.asset.Asset;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Message;
import io.takt.asset.message.Output;
import io.takt.hub.core.plan.HubPlan.OnLost;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An asset whose message in each step depends on all that it has received, and which notes a digest of that after each
 * step. No message comes twice, and they come in the order of their delivery times. Where no asset is lost, each
 * carries the number of resets before it: an asset that hears of another number has got a message of another epoch.
 */
final class Speaker implements Asset {
    static final int MAX_BYTES = 200;

    private static final int LEAST_BYTES = 3 * Long.BYTES;
    private static final int MIX = 31;

    private final World world;
    private final Shape shape;
    private final String name;
    private final List<Output> outputs = new ArrayList<>();
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[MAX_BYTES]);
    private final List<TreeMap<Long, Long>> digests = new ArrayList<>();
    /** Between two resets; numbers that no message has twice. */
    private final Set<Long> got = new HashSet<>();
    private long lastDeliveryNs;
    private long heard;
    private long messages;

    Speaker(final World world, final Shape shape, final String name) {
        this.world = world;
        this.shape = shape;
        this.name = name;
        digests.add(new TreeMap<>());
    }

    /** By the end of a step, of each time between two resets. */
    List<TreeMap<Long, Long>> digests() {
        return digests;
    }

    long messages() {
        return messages;
    }

    private int resets() {
        return digests.size() - 1;
    }

    @Override
    public void connect(final Channels with) {
        shape.channels().stream().filter(each -> each.from().equals(name)).map(Shape.Sending::channel).distinct()
            .forEach(channel -> outputs.add(with.output(channel)));
        shape.channels().stream().filter(each -> each.to().equals(name)).map(Shape.Sending::channel).distinct()
            .forEach(channel -> with.subscribe(channel, this::hear));
    }

    private void hear(final Message message) {
        final long itsResets = message.buffer().getLong(message.index());
        world.require(shape.onLost() != OnLost.HALT || itsResets == resets(), () -> name + " has been reset "
            + resets() + " times, and gets a message of " + message.sender() + " that was sent after " + itsResets
            + " resets");
        final long number = message.buffer().getLong(message.index() + 2 * Long.BYTES);
        world.require(got.add(number), () -> name + " gets message " + number + " of " + message.sender() + " twice");
        // An asset that comes to a run that goes on without it may be behind its receivers at first.
        world.require(message.deliveryNs() >= lastDeliveryNs || shape.onLost() == OnLost.DROP,
            () -> name + " gets message " + number + " of " + message.sender() + " after later ones");
        lastDeliveryNs = message.deliveryNs();
        messages++;
        heard = MIX * heard + message.stampNs();
        heard = MIX * heard + message.deliveryNs();
        heard = MIX * heard + message.length();
        heard = MIX * heard + message.buffer().getLong(message.index() + Long.BYTES);
    }

    @Override
    public void start(final long timeNs) {
        say(1);
    }

    @Override
    public void reset() {
        heard = 0;
        lastDeliveryNs = 0;
        got.clear();
        digests.add(new TreeMap<>());
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        digests.get(resets()).put(toNs, heard);
        say(toNs);
    }

    private void say(final long what) {
        for (final Output output : outputs) {
            for (long left = Math.floorMod(heard + what, 3); left > 0; left--) {
                bytes.putLong(0, resets());
                bytes.putLong(Long.BYTES, MIX * heard + left);
                bytes.putLong(2 * Long.BYTES, world.nextNumber());
                output.send(bytes, 0, LEAST_BYTES + Math.floorMod(heard >>> 3, MAX_BYTES - LEAST_BYTES));
            }
        }
    }
}
