package io.takt.steward.asset;

import io.takt.asset.message.Codec;
import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.StateOutput;
import io.takt.steward.log.LogSteward;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A scenario by chance: the messages of some senders to one world. Its runs differ in the moments at which messages are
 * handed over, and in the steps after which the world's process is killed.
 */
final class Trial {
    static final long STEP_NS = 40;

    final long tickNs;
    final long maxDelayNs;
    final long endNs;
    private final long seed;
    private final List<List<Hand.Kick>> senders = new ArrayList<>();

    Trial(final long seed) {
        final Random random = new Random(seed);
        this.seed = seed;
        tickNs = 1 + random.nextInt(9);
        maxDelayNs = STEP_NS * (1 + random.nextInt(6)) + random.nextInt((int) STEP_NS);
        endNs = STEP_NS * 60;
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            senders.add(messages("sender-" + i, random, endNs));
        }
    }

    private static List<Hand.Kick> messages(final String sender, final Random random, final long endNs) {
        final List<Hand.Kick> messages = new ArrayList<>();
        final int mostNs = 1 + random.nextInt(200);
        final int mostDelayNs = 1 + random.nextInt(150);
        for (long stampNs = 0; stampNs < endNs; stampNs += random.nextInt(mostNs)) {
            messages.add(new Hand.Kick(sender, messages.size(), stampNs, stampNs + random.nextInt(mostDelayNs),
                random.nextInt(1000)));
        }
        return messages;
    }

    /** How a run ended. */
    record Outcome(Id digest, long committed, List<String> sent) {
    }

    StewardAsset world(final Path folder) {
        final StewardAsset.Builder builder = StewardAsset.of(Ring.physics(seed)).tick(Duration.ofNanos(tickNs))
            .beginsWith(Ring::begin)
            .receives("kick", Codec.oneLong(), (number, message) ->
                number % 5 == 4 ? null : new Ring.Push(number % Ring.CELLS, number))
            .sends("all", Codec.oneLong(), Trial::written)
            .sends("pushes", Codec.oneLong(), event -> event.event() instanceof Ring.Push push ? push.by() : null);
        return (folder == null ? builder : builder.savedIn(folder, Duration.ofNanos(STEP_NS * 7))).build();
    }

    private static long written(final EventRecord event) {
        return ((Ring.Value) event.writes().get(0).value()).number();
    }

    /** The outcome by the definition: one steward that is told everything before it begins. */
    Outcome expected() {
        final LogSteward steward = LogSteward.withHistory(Ring.physics(seed));
        Ring.begin(steward);
        for (final List<Hand.Kick> messages : senders) {
            for (final Hand.Kick each : messages) {
                if (each.number() % 5 != 4) {
                    final StateOutput id = new StateOutput();
                    id.writeString(each.sender());
                    id.writeString("kick");
                    id.writeLong(each.sequence());
                    steward.insert((each.deliveryNs() + tickNs - 1) / tickNs, id.digest(),
                        new Ring.Push(each.number() % Ring.CELLS, each.number()));
                }
            }
        }
        final long last = (endNs - maxDelayNs) / tickNs;
        Id digest = Id.hash();
        final List<String> sent = new ArrayList<>();
        for (final EventRecord event : steward.history(0, last)) {
            final StateOutput out = new StateOutput();
            out.writeId(digest);
            event.write(out);
            digest = out.digest();
            final String at = " at " + (event.at().base() * tickNs + maxDelayNs);
            sent.add("digest " + digest.low() + at);
            sent.add("all " + written(event) + at);
            if (event.event() instanceof Ring.Push push) {
                sent.add("pushes " + push.by() + at);
            }
        }
        return new Outcome(digest, last, sent);
    }

    /** A run with steps of one length; with a folder, its process is killed now and then. */
    Outcome run(final long stepNs, final Random order, final Path folder) throws Exception {
        Hand hand = new Hand();
        StewardAsset world = started(hand, folder, 0);
        final List<String> sent = new ArrayList<>();
        final int[] handed = new int[senders.size()];
        final int[] published = handed.clone();
        long nowNs = 0;
        while (nowNs < endNs) {
            final long toNs = nowNs + stepNs;
            handOver(hand, handed, toNs - maxDelayNs, nowNs + maxDelayNs, order);
            final boolean isKilled = folder != null && order.nextInt(6) == 0;
            if (isKilled && order.nextBoolean()) {
                world = killed(world, folder);
            } else {
                final List<String> ofStep = hand.step(world, nowNs, toNs);
                if (!isKilled || order.nextBoolean()) {
                    // Published; a process that is killed before that has sent nothing, and was handed nothing.
                    sent.addAll(ofStep);
                    nowNs = toNs;
                    System.arraycopy(handed, 0, published, 0, handed.length);
                }
                world = isKilled ? killed(world, folder) : world;
            }
            if (world == null) {
                System.arraycopy(published, 0, handed, 0, handed.length);
                hand = new Hand();
                world = started(hand, folder, nowNs);
            }
        }
        final Outcome outcome = new Outcome(world.digest(), world.committedTick(), sent);
        world.stop();
        return outcome;
    }

    /** All that was sent up to a time, and as much more as chance will have. */
    private void handOver(final Hand hand, final int[] handed, final long mustNs, final long mayNs, final Random order)
        throws Exception {
        final List<Integer> turns = new ArrayList<>();
        for (int i = 0; i < handed.length; i++) {
            final long upToNs = Math.max(mustNs, order.nextInt(3) == 0 ? mayNs : mustNs + order.nextInt(100));
            for (int next = handed[i]; next < senders.get(i).size()
                && senders.get(i).get(next).stampNs() <= Math.min(upToNs, Math.max(mayNs, mustNs)); next++) {
                turns.add(i);
            }
        }
        Collections.shuffle(turns, order);
        for (final int sender : turns) {
            hand.over(senders.get(sender).get(handed[sender]++));
        }
    }

    private StewardAsset started(final Hand hand, final Path folder, final long timeNs) throws IOException {
        final StewardAsset world = world(folder);
        world.joined(Hand.joined("world", seed, maxDelayNs));
        world.connect(hand);
        world.start(timeNs);
        return world;
    }

    /** It ends; its last snapshot may not have become whole. Returns null. */
    private static StewardAsset killed(final StewardAsset world, final Path folder) throws IOException {
        world.abandon();
        try (var files = Files.list(folder)) {
            for (final Path file : files.toList()) {
                final String[] parts = file.getFileName().toString().split("\\.");
                final boolean isNeeded = !Files.exists(folder.resolve("world." + (Integer.parseInt(parts[1]) - 1)
                    + ".journal"));
                if (parts[2].equals("world") && !isNeeded && file.hashCode() % 2 == 0) {
                    Files.delete(file);
                }
            }
        }
        return null;
    }
}
