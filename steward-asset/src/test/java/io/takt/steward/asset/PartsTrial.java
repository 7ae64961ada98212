package io.takt.steward.asset;

import io.takt.asset.message.Codec;
import io.takt.asset.message.InputSpec;
import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.StateOutput;
import io.takt.steward.log.LogSteward;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Islands that are cut into parts by chance, and a hub by hand: steps, looks at others' logs, work ahead and deaths of
 * processes come in an order by chance, and as rarely or often as chance will have it.
 */
final class PartsTrial {
    private static final long USUAL_END_NS = 3_600;
    private static final long[] STEPS_NS = {10, 20, 30, 40, 60};
    private static final int MOST_MESSAGES = 40;

    final long endNs;
    final long tickNs;
    final long delayNs;
    final long maxDelayNs;
    final int[] ownerOf;
    final Islands islands;
    final List<Node> nodes = new ArrayList<>();
    private final boolean isAnnounced;
    private final long slowness;
    private long coreNs = -1;
    /** Of a user, to the islands. */
    private final List<Given> kicks = new ArrayList<>();

    PartsTrial(final Random random) {
        endNs = USUAL_END_NS;
        tickNs = 1 + random.nextInt(6);
        islands = new Islands(2 + random.nextInt(8), 1 + random.nextInt(12));
        final int parts = 1 + random.nextInt(Math.min(4, islands.count()));
        final long[] stepsNs = random.longs(parts, 0, STEPS_NS.length).map(i -> STEPS_NS[(int) i]).toArray();
        long greatestNs = 0;
        for (final long each : stepsNs) {
            greatestNs = Math.max(greatestNs, each);
        }
        delayNs = greatestNs + random.nextInt(90);
        maxDelayNs = greatestNs * (2 + random.nextInt(6));
        isAnnounced = random.nextInt(4) > 0;
        slowness = 1 + random.nextInt(6);
        ownerOf = random.ints(islands.count(), 0, parts).toArray();
        for (int i = 0; i < random.nextInt(MOST_MESSAGES); i++) {
            final long atNs = random.nextInt((int) endNs);
            kicks.add(new Given("kick", "user", i, atNs, atNs,
                bytes(random.nextInt(islands.count()), random.nextInt(100))));
        }
        kicks.sort((one, other) -> Long.compare(one.stampNs(), other.stampNs()));
        for (int i = 0; i < parts; i++) {
            nodes.add(new Node(i, stepsNs[i], parts));
        }
    }

    /** Parts with islands in turn, and no user. */
    PartsTrial(final Islands islands, final int parts, final long stepNs, final long delayNs, final long maxDelayNs,
        final boolean isAnnounced, final long endNs) {
        this.endNs = endNs;
        this.islands = islands;
        this.tickNs = 1;
        this.delayNs = delayNs;
        this.maxDelayNs = maxDelayNs;
        this.isAnnounced = isAnnounced;
        this.slowness = 1;
        ownerOf = IntStream.range(0, islands.count()).map(island -> island % parts).toArray();
        for (int i = 0; i < parts; i++) {
            nodes.add(new Node(i, stepNs, parts));
        }
    }

    private static byte[] bytes(final long... row) {
        final UnsafeBuffer into = new UnsafeBuffer(new byte[Long.BYTES * row.length]);
        for (int i = 0; i < row.length; i++) {
            into.putLong(i * Long.BYTES, row[i]);
        }
        return into.byteArray();
    }

    /** A part, with the process that it is in now. */
    final class Node {
        final int number;
        final long stepNs;
        final List<String> history = new ArrayList<>();
        StewardAsset world;
        final List<Given> log = new ArrayList<>();
        /** By sender, as of the last look: its clock, and how much of its log there was. */
        private final long[] frontierNs;
        private final int[] found;
        /** Up to where all of it was delivered in earlier steps. */
        private final int[] passed;
        private final int[] announced;
        private int[] announcedByThen;
        private Hand hand;
        long timeNs;

        Node(final int number, final long stepNs, final int parts) {
            this.number = number;
            this.stepNs = stepNs;
            frontierNs = new long[parts];
            found = new int[parts];
            passed = new int[parts];
            announced = new int[parts];
            announcedByThen = announced.clone();
        }

        private String name() {
            return "part-" + number;
        }

        private boolean owns(final long island) {
            return ownerOf[(int) island] == number;
        }

        void start(final Path folder) throws Exception {
            hand = new Hand(inputs()).sends(Islands.CHANNEL, "ahead");
            Borders borders = islands.borders(delayNs, this::owns);
            borders = isAnnounced ? borders.announcedOn("ahead") : borders;
            final StewardAsset.Builder builder = StewardAsset.of(Islands.physics()).tick(Duration.ofNanos(tickNs))
                .beginsWith(steward -> islands.begin(steward, this::owns)).borders(borders)
                .receives("kick", Codec.longs(),
                    (kick, message) -> owns(kick[0]) ? new Islands.Land(kick[0], kick[1]) : null)
                .sends("seen", Codec.text(), EventRecord::toString);
            world = (folder == null ? builder : builder.savedIn(folder, Duration.ofNanos(stepNs * 7))).build();
            world.joined(Hand.joined(name(), 1, maxDelayNs, true, PartsTrial.this::coreNs));
            world.connect(hand);
            publish(hand.start(world, timeNs));
            System.arraycopy(announcedByThen, 0, announced, 0, announced.length);
            Arrays.fill(frontierNs, -delayNs);
            Arrays.fill(found, 0);
        }

        private InputSpec[] inputs() {
            final Stream<String> others = nodes.stream().filter(node -> node != this).map(Node::name);
            return Stream.concat(others.flatMap(name -> Stream.of(
                    InputSpec.gated(Islands.CHANNEL, name).untilStepEnd().delayNs(delayNs),
                    InputSpec.retroactive("ahead", name))),
                Stream.of(InputSpec.gated("kick", "user").untilStepEnd())).toArray(InputSpec[]::new);
        }

        private void publish(final List<Hand.Sent> sent) {
            for (final Hand.Sent each : sent) {
                if (each.channel().equals("seen")) {
                    history.add(new String(each.bytes(), StandardCharsets.UTF_8));
                } else {
                    log.add(new Given(each.channel(), name(), log.size(), each.stampNs(),
                        each.stampNs() + (each.channel().equals("ahead") ? 0 : delayNs), each.bytes()));
                }
            }
        }

        /** What a sender has published is found. */
        void look(final Node sender) throws Exception {
            look(sender, sender.timeNs, sender.log.size());
        }

        /** What a sender had published at a time of its clock is found, and its announcements are handed over. */
        void look(final Node sender, final long senderNs, final int published) throws Exception {
            frontierNs[sender.number] = senderNs;
            found[sender.number] = published;
            for (; announced[sender.number] < found[sender.number]; announced[sender.number]++) {
                final Given each = sender.log.get(announced[sender.number]);
                if (each.channel().equals("ahead")) {
                    hand.over(each);
                }
            }
        }

        boolean mayStep() {
            boolean may = timeNs < endNs && timeNs + stepNs <= coreNs();
            for (final Node each : nodes) {
                may &= each == this || frontierNs[each.number] + delayNs >= timeNs + stepNs;
            }
            return may;
        }

        private void handOverGated() throws Exception {
            final List<Given> due = new ArrayList<>();
            for (final Node each : nodes) {
                if (each != this) {
                    int from = passed[each.number];
                    while (from < found[each.number] && each.log.get(from).stampNs() + delayNs <= timeNs) {
                        from++;
                    }
                    passed[each.number] = from;
                    each.log.subList(from, found[each.number]).stream()
                        .filter(sent -> sent.channel().equals(Islands.CHANNEL)).forEach(due::add);
                }
            }
            due.addAll(kicks);
            due.removeIf(each -> each.deliveryNs() > timeNs + stepNs
                || each.deliveryNs() <= timeNs && timeNs > 0);
            due.sort((one, other) -> Long.compare(one.deliveryNs(), other.deliveryNs()));
            for (final Given each : due) {
                hand.over(each);
            }
        }

        /** Returns whether its process is to be killed. */
        boolean step(final int chance) throws Exception {
            final int kill = timeNs == 0 ? Integer.MAX_VALUE : chance;
            if (kill != 0) {
                handOverGated();
                hand.step(world, timeNs, timeNs + stepNs);
            }
            if (kill > 1) {
                publish(hand.sent());
                timeNs += stepNs;
                announcedByThen = announced.clone();
            }
            return kill <= 2;
        }
    }

    /** As seen by the part that is next. */
    void coreIs(final long timeNs) {
        coreNs = timeNs;
    }

    private long coreNs() {
        return coreNs >= 0 ? coreNs : nodes.stream().mapToLong(node -> node.timeNs).min().orElseThrow() + maxDelayNs;
    }

    /** Until all have come to the end. With a folder, processes are killed now and then. */
    List<Node> run(final Random random, final Path folder) throws Exception {
        for (final Node each : nodes) {
            each.start(folder);
        }
        while (nodes.stream().anyMatch(node -> node.timeNs < endNs)) {
            final Node node = nodes.get(random.nextInt(nodes.size()));
            final Node other = nodes.get(random.nextInt(nodes.size()));
            if (node != other && random.nextInt((int) slowness) == 0) {
                node.look(other);
            }
            if (random.nextInt(3) == 0) {
                node.world.workAhead(1 + random.nextInt(30));
            }
            if (node.mayStep() && node.step(folder == null ? Integer.MAX_VALUE : random.nextInt(16))) {
                node.world.abandon();
                node.start(folder);
            }
        }
        return nodes;
    }

    /** The history by the definition: one world, in which each boat is put where it lands before that time has come. */
    List<EventRecord> expected() {
        final LogSteward steward = LogSteward.withHistory(Islands.physics());
        islands.begin(steward, island -> true);
        for (final Given each : kicks) {
            final UnsafeBuffer row = new UnsafeBuffer(each.bytes());
            final StateOutput id = new StateOutput();
            id.writeString(each.sender());
            id.writeString(each.channel());
            id.writeLong(each.sequence());
            // A kick at 0 comes before the first step, when the tick 0 is over.
            steward.insert(Math.max(1, (each.deliveryNs() + tickNs - 1) / tickNs), id.digest(),
                new Islands.Land(row.getLong(0), row.getLong(Long.BYTES)));
        }
        final long delay = (delayNs + tickNs - 1) / tickNs;
        final long end = endNs / tickNs;
        for (long from = 0; from <= end; from += delay) {
            for (final EventRecord event : steward.history(from, from + delay - 1)) {
                final long[] boat = islands.boat(event);
                if (boat != null) {
                    final StateOutput id = new StateOutput();
                    id.writeString(Islands.CHANNEL);
                    id.writeTime(event.at());
                    steward.insert(event.at().base() + delay, id.digest(), new Islands.Land(boat[0], boat[1]));
                }
            }
        }
        return steward.history(0, end);
    }

    static Id digestOf(final List<EventRecord> history) {
        final List<Id> digests = new ArrayList<>();
        for (final EventRecord event : history) {
            final StateOutput out = new StateOutput();
            event.write(out);
            digests.add(out.digest());
        }
        return Borders.digestOfAll(digests);
    }

    static List<String> texts(final List<EventRecord> history) {
        final List<String> texts = new ArrayList<>(history.stream().map(EventRecord::toString).toList());
        Collections.sort(texts);
        return texts;
    }
}
