package io.takt.federation.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ClockExchangeTest {
    private static final long STEP = 10;
    private static final long HEARTBEAT_NS = LinkTimes.DEFAULT.heartbeatNs();

    /** A parent and a child in lock-step, or with some steps between them, over a bad network; all on one thread. */
    private static final class Pair {
        private record Sent(long atNs, long order, byte[] bytes, boolean toChild) {
        }

        private final Random random;
        private final long maxDelayNs;
        private final long latencyNs;
        private final int lossPercent;
        private final ClockExchange parent;
        private final ClockExchange child;
        private final PriorityQueue<Sent> network =
            new PriorityQueue<>(Comparator.comparingLong(Sent::atNs).thenComparingLong(Sent::order));
        private final ClockFrame frame = new ClockFrame();
        private long nowNs;
        private long order;
        private long parentNs;
        private long childNs;
        private long frames;

        Pair(final long seed, final long steps, final long latencyNs, final int lossPercent) {
            this.random = new Random(seed);
            this.maxDelayNs = steps * STEP;
            this.latencyNs = latencyNs;
            this.lossPercent = lossPercent;
            this.parent = new ClockExchange(Math.max(STEP, maxDelayNs / 32), HEARTBEAT_NS);
            this.child = new ClockExchange(Math.max(STEP, maxDelayNs / 32), HEARTBEAT_NS);
            parent.begin(1, 0, 0);
            child.begin(1, 0, 0);
        }

        /** Both count up as far as their rules allow by what they know of each other. */
        private void countUp() {
            while (parentNs + STEP - parent.otherNs() <= maxDelayNs) {
                parentNs += STEP;
                parent.onOwnTime(parentNs, nowNs);
            }
            parent.await(parentNs + STEP - maxDelayNs);
            while (childNs + STEP <= child.otherNs()) {
                childNs += STEP;
                child.onOwnTime(childNs, nowNs);
            }
            child.await(childNs + STEP);
            assertThat(childNs).as("rule (a)").isLessThanOrEqualTo(parentNs);
            assertThat(parentNs).as("rule (b)").isLessThanOrEqualTo(childNs + maxDelayNs);
            assertThat(child.otherNs()).isLessThanOrEqualTo(parentNs);
            assertThat(parent.otherNs()).isLessThanOrEqualTo(childNs);
        }

        private void send(final ClockExchange end, final boolean toChild) {
            end.fill(frame, nowNs);
            frames++;
            final ByteBuffer bytes = ByteBuffer.allocate(ClockFrame.LENGTH);
            frame.write(bytes);
            for (int copies = random.nextInt(10) == 0 ? 2 : 1; copies > 0; copies--) {
                if (random.nextInt(100) >= lossPercent) {
                    network.add(new Sent(nowNs + latencyNs / 2 + (lossPercent == 0 ? 0
                        : random.nextInt((int) latencyNs)), order++, bytes.array(), toChild));
                }
            }
        }

        /** Goes on to the next moment at which anything happens. */
        void turn() {
            countUp();
            while (parent.dueInNs(nowNs) <= 0) {
                send(parent, true);
            }
            while (child.dueInNs(nowNs) <= 0) {
                send(child, false);
            }
            final long timerNs = nowNs + Math.min(parent.dueInNs(nowNs), child.dueInNs(nowNs));
            final Sent next = network.peek();
            if (next == null || next.atNs > timerNs) {
                nowNs = timerNs;
                return;
            }
            network.remove();
            nowNs = next.atNs;
            assertThat(frame.read(ByteBuffer.wrap(next.bytes))).isTrue();
            (next.toChild ? child : parent).onFrame(frame, nowNs);
        }
    }

    @Property(tries = 200)
    void bothGoOnAndKeepTheirRulesWhateverTheNetworkLosesDoublesAndReorders(@ForAll final long seed,
        @ForAll @LongRange(min = 1, max = 50) final long steps,
        @ForAll @LongRange(min = 1_000, max = 50_000_000) final long latencyNs,
        @ForAll @IntRange(max = 60) final int lossPercent) {
        final Pair pair = new Pair(seed, steps, latencyNs, lossPercent);
        for (int turn = 0; turn < 2_000; turn++) {
            pair.turn();
        }
        assertThat(pair.childNs).isGreaterThan(0);
    }

    @Property(tries = 50)
    void withoutLossItGoesByTheMaxDelayARoundTrip(@ForAll @LongRange(min = 1, max = 2_000) final long steps,
        @ForAll @LongRange(min = 10_000, max = 100_000_000) final long latencyNs) {
        final Pair pair = new Pair(1, steps, latencyNs, 0);
        while (pair.nowNs < 100 * latencyNs) {
            pair.turn();
        }
        final double perRoundTrip = (double) pair.childNs / pair.maxDelayNs / (pair.nowNs / (double) latencyNs);
        assertThat(perRoundTrip).isBetween(0.9, 1.0);
    }

    @Test
    void lockStepTakesTwoFramesARoundTrip() {
        final Pair pair = new Pair(1, 1, 100_000, 0);
        while (pair.childNs < 100 * STEP) {
            pair.turn();
        }
        assertThat(pair.frames).isLessThan(2 * 100 + 20);
        assertThat(pair.child.roundTripNs()).isBetween(90_000L, 110_000L);
    }

    @Test
    void anEndThatIsWaitedForSaysWhatItWaitsForItselfWithItsTime() {
        final ClockExchange child = new ClockExchange(STEP, HEARTBEAT_NS);
        final ClockFrame frame = new ClockFrame();
        child.begin(1, 0, 0);
        child.fill(frame, 0);
        frame.set(1, STEP, STEP);
        frame.stamp(1, ClockFrame.NOTHING, 0);
        child.onFrame(frame, 1_000);
        child.await(2 * STEP);
        assertThat(child.dueInNs(1_000)).isPositive();
        child.onOwnTime(STEP, 2_000);
        assertThat(child.dueInNs(2_000)).isLessThanOrEqualTo(0);
        child.fill(frame, 2_000);
        assertThat(frame.timeNs()).isEqualTo(STEP);
        assertThat(frame.awaitedNs()).isEqualTo(2 * STEP);
        child.await(3 * STEP);
        assertThat(child.dueInNs(2_000)).as("the other end runs on").isLessThanOrEqualTo(0);
    }

    @Test
    void aLinkAtRestCarriesHeartbeatsOnly() {
        final ClockExchange one = new ClockExchange(STEP, HEARTBEAT_NS);
        final ClockFrame frame = new ClockFrame();
        one.begin(1, 0, 0);
        one.fill(frame, 0);
        assertThat(one.dueInNs(0)).isEqualTo(HEARTBEAT_NS);
        assertThat(one.dueInNs(HEARTBEAT_NS)).isLessThanOrEqualTo(0);
    }

    @Test
    void anEndThatWaitsRepeatsItselfLessAndLess() {
        final ClockExchange one = new ClockExchange(STEP, HEARTBEAT_NS);
        final ClockFrame frame = new ClockFrame();
        one.begin(1, 0, 0);
        one.await(STEP);
        long nowNs = 0;
        int frames = 0;
        while (nowNs < 10 * HEARTBEAT_NS) {
            one.fill(frame, nowNs);
            assertThat(frame.awaitedNs()).isEqualTo(STEP);
            frames++;
            nowNs += one.dueInNs(nowNs);
        }
        assertThat(frames).isBetween(10, 20);
    }

    @Test
    void aFrameIsWholeWhenAnotherThreadHasGotOneMeanwhile() {
        final ClockExchange one = new ClockExchange(STEP, HEARTBEAT_NS);
        final ClockFrame frame = new ClockFrame();
        one.begin(1, 0, 0);
        frame.set(1, 20, ClockFrame.NOTHING);
        frame.stamp(1, ClockFrame.NOTHING, 0);
        one.onFrame(frame, 1_000);
        one.fill(frame, 999);
        final ByteBuffer bytes = ByteBuffer.allocate(ClockFrame.LENGTH);
        frame.write(bytes);
        assertThat(frame.read(bytes.flip())).isTrue();
    }

    @Test
    void timesOfAnotherEpochArePassedOver() {
        final ClockExchange one = new ClockExchange(STEP, HEARTBEAT_NS);
        final ClockFrame frame = new ClockFrame();
        one.begin(7, 0, 0);
        frame.set(6, 1_000, 5);
        frame.stamp(1, ClockFrame.NOTHING, 0);
        assertThat(one.onFrame(frame, 10)).isFalse();
        frame.set(8, 1_000, 5);
        assertThat(one.onFrame(frame, 11)).isFalse();
        assertThat(one.otherNs()).isZero();
        frame.set(7, 20, 5);
        assertThat(one.onFrame(frame, 12)).isTrue();
        assertThat(one.otherNs()).isEqualTo(20);
    }

    @Test
    void whatIsNoFrameIsNotRead() {
        final ClockFrame frame = new ClockFrame();
        assertThat(frame.read(ByteBuffer.allocate(ClockFrame.LENGTH - 1))).isFalse();
        assertThat(frame.read(ByteBuffer.allocate(ClockFrame.LENGTH + 1))).isFalse();
        assertThat(frame.read(ByteBuffer.allocate(ClockFrame.LENGTH))).as("epoch 0").isFalse();
        final ByteBuffer negative = ByteBuffer.allocate(ClockFrame.LENGTH);
        negative.putLong(1).putLong(-5).rewind();
        assertThat(frame.read(negative)).isFalse();
    }
}
