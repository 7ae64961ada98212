package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.message.InputSpec;
import io.takt.rule.LinkFate;
import io.takt.shm.control.Reply;
import io.takt.shm.message.EndpointLab.Party;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A receiver gets its messages in the documented order, each in its step, for any messages, senders and times of
 * reading. The expected order comes from a sorted list.
 */
class EndpointOrderTest {
    private static final int STEPS = 60;
    private static final int LARGE = 60_000;

    private final EndpointLab lab = new EndpointLab();

    /** A message as it is to come. */
    private record Expected(long deliveryNs, long stampNs, String sender, long sequence, boolean isUntilEnd,
        String text) {
        static final Comparator<Expected> ORDER = Comparator.comparingLong(Expected::deliveryNs)
            .thenComparingLong(Expected::stampNs).thenComparing(Expected::sender)
            .thenComparingLong(Expected::sequence);

        boolean belongsTo(final long fromNs, final long toNs) {
            return isUntilEnd ? deliveryNs > fromNs && deliveryNs <= toNs
                : deliveryNs > fromNs - (toNs - fromNs) && deliveryNs <= fromNs;
        }
    }

    /** One world: senders with channels, and a receiver with a link to each, all drawn. */
    private final class World {
        private final Random random;
        private final List<Party> senders = new ArrayList<>();
        private final List<List<String>> channels = new ArrayList<>();
        private final List<InputSpec> links = new ArrayList<>();
        private final List<Expected> expected = new ArrayList<>();
        private final long[] sequences;
        private final Party receiver;

        World(final long seed) {
            random = new Random(seed);
            final int count = 1 + random.nextInt(3);
            sequences = new long[count];
            for (int i = 0; i < count; i++) {
                final List<String> names = List.of("x", "y", "z").subList(0, 1 + random.nextInt(3));
                channels.add(names);
                senders.add(lab.sender("s" + i, 1 + random.nextInt(20), names.toArray(new String[0])));
                names.forEach(name -> links.add(link(name, senders.get(senders.size() - 1).name)));
            }
            receiver = lab.receiver("radar", 10, links.toArray(new InputSpec[0]));
        }

        private InputSpec link(final String channel, final String sender) {
            final InputSpec gated = InputSpec.gated(channel, sender);
            final InputSpec link = random.nextInt(4) == 0 ? gated.untilStepEnd() : gated;
            final InputSpec delayed = link.delay(Duration.ofNanos(random.nextInt(3) * 15L));
            return switch (random.nextInt(4)) {
                case 0 -> delayed.jitter(Duration.ofNanos(random.nextInt(40)));
                case 1 -> delayed.loss(0.3);
                default -> delayed;
            };
        }

        private InputSpec linkOf(final String channel, final String sender) {
            return links.stream().filter(link -> link.channel().equals(channel) && link.sender().equals(sender))
                .findFirst().orElseThrow();
        }

        void run() throws Exception {
            senders.forEach(sender -> sender.endpoint.endDawn());
            receiver.endpoint.endDawn();
            while (receiver.timeNs < STEPS * receiver.stepNs) {
                final int who = random.nextInt(senders.size() + 1);
                if (who < senders.size()) {
                    step(who);
                } else if (receiver.canStep()) {
                    check();
                } else if (random.nextBoolean()) {
                    receiver.endpoint.read();
                }
            }
        }

        private void step(final int who) throws Exception {
            final Party sender = senders.get(who);
            if (sender.timeNs > receiver.timeNs + EndpointLab.MAX_DELAY_NS) {
                return;
            }
            sender.begin();
            for (int i = random.nextInt(5); i > 0; i--) {
                final String channel = channels.get(who).get(random.nextInt(channels.get(who).size()));
                final long stampNs = random.nextInt(4) == 0 ? sender.timeNs + 1 + random.nextInt((int) sender.stepNs)
                    : sender.timeNs + sender.stepNs;
                final String text = random.nextInt(20) == 0 ? "-".repeat(LARGE) : "m" + random.nextInt(1_000);
                expect(sender.name, channel, stampNs, sequences[who]++, text);
                sender.send(channel, text, stampNs);
            }
            sender.commit();
        }

        private void expect(final String sender, final String channel, final long stampNs, final long sequence,
            final String text) {
            final InputSpec link = linkOf(channel, sender);
            final long deliveryNs = new LinkFate(EndpointLab.SEED, link, "radar").deliveryNs(stampNs, sequence);
            if (deliveryNs != LinkFate.LOST) {
                expected.add(new Expected(deliveryNs, stampNs, sender, sequence,
                    link.delivery() == io.takt.asset.message.Delivery.GATED_UNTIL_END,
                    channel + "." + sender + "#" + sequence + "@" + stampNs + ">" + deliveryNs + ":" + text));
            }
        }

        private void check() throws Exception {
            final long fromNs = receiver.timeNs;
            final List<String> got = receiver.step();
            assertThat(got).as("from " + fromNs).isEqualTo(expected.stream()
                .filter(message -> message.belongsTo(fromNs, fromNs + receiver.stepNs)).sorted(Expected.ORDER)
                .map(Expected::text).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyStepGetsWhatBelongsToItInOrder(final long seed) throws Exception {
        for (int i = 0; i < 20; i++) {
            new World(100 * seed + i).run();
        }
    }

    /** In every run in the same order, whichever link was declared first. */
    @Test
    void sendersOfTheSameNameAtDifferentHubsComeInTheOrderOfTheirPaths() throws Exception {
        final Party south = lab.sender("south/drone", 10, "x");
        final Party north = lab.sender("north/drone", 10, "x");
        final Party radar = lab.receiver("radar", 10, InputSpec.gated("x", "south/drone"),
            InputSpec.gated("x", "north/drone"));
        for (final Party each : List.of(south, north)) {
            each.endpoint.endDawn();
            each.begin();
            each.send("x", each.name);
            each.commit();
        }
        radar.step();
        assertThat(radar.step()).containsExactly("x.north/drone#0@10>10:north/drone",
            "x.south/drone#0@10>10:south/drone");
    }

    /** The carrier counts for the order, and not the senders of which the receiver is told. */
    @Test
    void whatOneCarrierBringsStaysInItsOrder() throws Exception {
        final List<Party> senders = List.of(lab.sender("k", 10, "r"), lab.sender("m", 10, "p", "q"));
        lab.tell(input -> new Reply.MessageInput("c", Map.of("p", "a", "q", "z", "r", "k").get(input.channel()),
            input.delivery(), input.delayNs(), input.jitterNs(), input.loss(), input.index(), input.log(),
            input.slot(), input.latest(), input.values()));
        final Party radar = lab.receiver("radar", 10, InputSpec.gated("p", "m"), InputSpec.gated("q", "m"),
            InputSpec.gated("r", "k"));
        senders.forEach(sender -> sender.endpoint.endDawn());
        senders.get(1).begin();
        senders.get(1).send("p", "1");
        senders.get(1).send("q", "2");
        senders.get(1).commit();
        senders.get(0).begin();
        senders.get(0).send("r", "0");
        senders.get(0).commit();
        radar.step();
        assertThat(radar.step()).containsExactly("c.k#0@10>10:0", "c.a#0@10>10:1", "c.z#1@10>10:2");
    }
}
