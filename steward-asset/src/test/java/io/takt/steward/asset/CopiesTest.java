package io.takt.steward.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.message.Codec;
import io.takt.steward.Id;
import io.takt.steward.StewardException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of one world in several assets, each with inputs of its own, under a hub by hand. */
class CopiesTest {
    private static final int TRIALS = Boolean.getBoolean("takt.slow") ? 3_000 : 25;
    private static final long MAX_DELAY_NS = 130;
    private static final long STRIDE_NS = 100;
    private static final long END_NS = 3_000;
    private static final long NEVER = Long.MAX_VALUE;
    private static final int NOT = 100;

    @TempDir
    private Path folder;

    /** A copy, with the process that it is in now. */
    private final class Copy {
        private final String name;
        private final long stepNs;
        private final long delayNs;
        private final boolean isSaved;
        private final long wrongFromNs;
        private final List<Given> sent = new ArrayList<>();
        private final int[] handed;
        private final int[] published;
        private Hand hand;
        private StewardAsset world;
        private long timeNs;

        /** From a time on it takes inputs for others. */
        Copy(final int number, final int copies, final boolean isSaved, final long wrongFromNs, final long delayNs)
            throws Exception {
            name = "copy-" + number;
            stepNs = 20 + 10L * number;
            this.delayNs = delayNs;
            this.isSaved = isSaved;
            this.wrongFromNs = wrongFromNs;
            handed = new int[copies];
            published = new int[copies];
            start();
        }

        void start() throws Exception {
            hand = new Hand();
            final StewardAsset.Builder builder = StewardAsset.of(Ring.physics(3)).beginsWith(Ring::begin)
                .receives("input", Codec.oneLong(), (number, message) ->
                    new Ring.Push(number % Ring.CELLS, message.stampNs() < wrongFromNs ? number : number + 1))
                .inputs("input", Codec.oneLong(), (fromNs, toNs, input) -> {
                    if (toNs / stepNs % 3 == 0) {
                        input.accept(toNs * 7 % 101);
                    }
                })
                .comparedOn("agree", Duration.ofNanos(STRIDE_NS));
            world = (isSaved ? builder.savedIn(folder, Duration.ofNanos(500)) : builder).build();
            world.joined(Hand.joined(name, 1, MAX_DELAY_NS));
            world.connect(hand);
            world.start(timeNs);
            System.arraycopy(published, 0, handed, 0, handed.length);
        }

        /** All that must be handed over, perhaps more; then a step, at whose end the process may be killed. */
        void step(final List<Copy> all, final Random random) throws Exception {
            for (int i = 0; i < handed.length; i++) {
                final List<Given> theirs = all.get(i).sent;
                while (handed[i] < theirs.size() && (theirs.get(handed[i]).stampNs() <= timeNs + stepNs - MAX_DELAY_NS
                    || random.nextInt(4) > 0)) {
                    hand.over(theirs.get(handed[i]++));
                }
            }
            final int kill = isSaved ? random.nextInt(16) : NOT;
            if (kill != 0) {
                hand.step(world, timeNs, timeNs + stepNs);
            }
            if (kill > 1) {
                hand.sent().forEach(each -> sent.add(new Given(each.channel(), name, sent.size(), each.stampNs(),
                    each.stampNs() + delayNs, each.bytes())));
                timeNs += stepNs;
                System.arraycopy(handed, 0, published, 0, handed.length);
            }
            if (kill <= 2) {
                world.abandon();
                start();
            }
        }
    }

    private List<Copy> copies(final int count, final boolean isSaved, final long wrongFromNs, final long delayNs)
        throws Exception {
        final List<Copy> copies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            copies.add(new Copy(i, count, isSaved, i == 1 ? wrongFromNs : NEVER, delayNs));
        }
        return copies;
    }

    /** Until all have come so far; one steps after the other by chance, none further ahead than it may. */
    private static void run(final List<Copy> copies, final Random random) throws Exception {
        while (copies.stream().anyMatch(copy -> copy.timeNs < END_NS)) {
            final Copy next = copies.get(random.nextInt(copies.size()));
            final long slowestNs = copies.stream().mapToLong(copy -> copy.timeNs).min().orElseThrow();
            if (next.timeNs < END_NS && next.timeNs + next.stepNs <= slowestNs + MAX_DELAY_NS) {
                next.step(copies, random);
            }
        }
    }

    @Test
    void copiesAreEqualWheneverInputsComeAndHoweverOftenTheirProcessesAreKilled() throws Exception {
        for (int seed = 0; seed < TRIALS; seed++) {
            final List<Copy> copies = copies(3, seed % 4 == 3, NEVER, seed % 3 * 35);
            run(copies, new Random(seed));
            final long slowest = copies.stream().mapToLong(copy -> copy.world.committedTick()).min().orElseThrow();
            assertThat(slowest).isGreaterThan(END_NS - MAX_DELAY_NS - 50);
            final List<Id> digests = new ArrayList<>();
            for (final Copy copy : copies) {
                // Strides that all have told of; by the end a copy has the others' digests of these.
                digests.add(lastDigest(copy, STRIDE_NS * ((slowest + 1) / STRIDE_NS)));
            }
            assertThat(digests).as("seed " + seed).containsOnly(digests.get(0)).doesNotContainNull();
            for (final Copy copy : copies) {
                copy.world.stop();
            }
            assertThat(folder).as("seed " + seed).isEmptyDirectory();
        }
    }

    /** The digest that a copy has told of the strides before a tick. */
    private static Id lastDigest(final Copy copy, final long tick) {
        Id last = null;
        for (final Given each : copy.sent) {
            if (each.channel().equals("agree") && each.stampNs() == tick - 1 + MAX_DELAY_NS) {
                assertThat(each.bytes()[0]).isZero();
                final UnsafeBuffer bytes = new UnsafeBuffer(each.bytes());
                last = Id.of(bytes.getLong(1 + Long.BYTES), bytes.getLong(1 + 2 * Long.BYTES));
            }
        }
        return last;
    }

    /** A copy that does not tell its events, since its process is another one by then. */
    @Test
    void aDifferenceIsToldWithoutEventsToo() throws Exception {
        final Hand hand = new Hand();
        final StewardAsset world = StewardAsset.of(Ring.physics(3)).beginsWith(Ring::begin)
            .comparedOn("agree", Duration.ofNanos(STRIDE_NS)).build();
        world.joined(Hand.joined("a", 1, MAX_DELAY_NS));
        world.connect(hand);
        world.start(0);
        final byte[] other = new byte[1 + 3 * Long.BYTES];
        final long finalNs = STRIDE_NS - 1 + MAX_DELAY_NS;
        hand.over(new Given("agree", "b", 0, finalNs, finalNs, other));
        assertThatThrownBy(() -> {
            for (long timeNs = 0; timeNs < 10 * MAX_DELAY_NS; timeNs += 10) {
                hand.step(world, timeNs, timeNs + 10);
            }
        }).isInstanceOf(StewardException.class).hasMessage("the world of asset 'a' is another one than that of asset"
            + " 'b' from the ticks 0 to 99 on: there are other digests, and no events that differ in these ticks: they"
            + " differ before, or were not told");
    }

    @Test
    void copiesWithAnotherMaxDelayAreRefused() throws Exception {
        final Hand hand = new Hand();
        final StewardAsset world = StewardAsset.of(Ring.physics(3)).comparedOn("agree", Duration.ofNanos(STRIDE_NS))
            .build();
        world.joined(Hand.joined("a", 1, MAX_DELAY_NS));
        world.connect(hand);
        world.start(0);
        final Given other = new Given("agree", "b", 0, STRIDE_NS + 99, STRIDE_NS + 99, new byte[1 + 3 * Long.BYTES]);
        assertThatThrownBy(() -> hand.over(other)).isInstanceOf(StewardException.class).hasMessage("the worlds of asset"
            + " 'a' and asset 'b' cannot be compared: stride 0 is final at 229ns here and at 199ns there; their ticks,"
            + " their strides and the maxDelay of their hubs must be the same");
    }

    /** All are told, those that are right as well: they cannot know. */
    @Test
    void theFirstEventThatDiffersIsTold() throws Exception {
        for (int seed = 0; seed < 5; seed++) {
            final int its = seed;
            final List<Copy> copies = copies(2, false, 1_000, 0);
            assertThatThrownBy(() -> run(copies, new Random(its))).isInstanceOf(StewardException.class)
                .hasMessageMatching("the world of asset 'copy-[01]' is another one than that of asset 'copy-[01]' from"
                    + " the ticks 1000 to 1099 on: event \\d+ differs; here:  \\d+/0/\\w+ Push.* reads \\[.*\\] writes"
                    + " \\[.*\\]; there: \\d+/0/\\w+ Push.* reads \\[.*\\] writes \\[.*\\]");
            final List<Copy> told = new ArrayList<>();
            for (final Copy copy : copies) {
                for (int i = 0; i < 30; i++) {
                    try {
                        copy.step(copies, new Random(its));
                    } catch (final StewardException e) {
                        told.add(copy);
                        break;
                    }
                }
            }
            assertThat(told).as("seed " + seed).hasSize(2);
        }
    }
}
