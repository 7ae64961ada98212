package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A sender that does not wait, and a tap that reads where records are being overwritten. */
class LogTapStressTest {
    private static final int ROUNDS = Boolean.getBoolean("takt.slow") ? 100_000 : 2_000;
    private static final int MOST_LONGS = 40;
    private static final int ALL = Integer.MAX_VALUE;
    private static final long TIMEOUT_S = 60;

    private final MessageLog log = new MemoryMessages().log("drone", 0);
    private final CyclicBarrier both = new CyclicBarrier(2);

    private void meet() {
        try {
            both.await(TIMEOUT_S, TimeUnit.SECONDS);
        } catch (final InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new AssertionError("the other one has failed", e);
        }
    }

    /** The sender's sequence number is in every word of its message. */
    private static int longs(final long sequence) {
        return (int) (sequence * 31 % MOST_LONGS);
    }

    private final class Sender implements Runnable {
        private final LogWriter writer = new LogWriter(log, 0, counterId -> { });
        private final UnsafeBuffer message = new UnsafeBuffer(new byte[MOST_LONGS * Long.BYTES]);
        private final SplittableRandom random = new SplittableRandom(1);
        private long timeNs;

        private void step() {
            timeNs++;
            final int longs = longs(writer.sequence());
            for (int word = 0; word < longs; word++) {
                message.putLong(word * Long.BYTES, writer.sequence());
            }
            assertThat(writer.stage(0, timeNs, message, 0, longs * Long.BYTES)).isTrue();
            if (random.nextBoolean()) {
                assertThat(writer.stageDelivered(1, timeNs, timeNs * 3, timeNs * 7)).isTrue();
            }
            if (random.nextInt(8) == 0) {
                writer.publish();
            }
            writer.advance(timeNs);
        }

        private void stepUntil(final long tail) {
            while (log.tail() < tail) {
                step();
            }
        }

        @Override
        public void run() {
            for (int round = 0; round < ROUNDS; round++) {
                final long from = log.tail();
                stepUntil(from + 1);
                meet();
                meet();
                // Every now and then the tap is too late for certain, else it is so by a hair, or not.
                stepUntil(from + log.capacity() * (round % 50 == 0 ? 2L : 1L)
                    - random.nextInt(log.capacity() / 8));
                meet();
                stepUntil(log.tail() + log.capacity() / 8);
                meet();
            }
        }
    }

    /** Fails at the first event that was never written. */
    private static final class Judge implements LogTap.Listener {
        private long nextSequence;
        private long told;
        private long missed;

        @Override
        public void onSent(final int asset, final int channel, final long stampNs, final long sequence,
            final DirectBuffer buffer, final int index, final int length) {
            assertThat(sequence).isGreaterThanOrEqualTo(nextSequence);
            assertThat(length).isEqualTo(longs(sequence) * Long.BYTES);
            for (int at = 0; at < length; at += Long.BYTES) {
                if (buffer.getLong(index + at) != sequence) {
                    throw new AssertionError("message " + sequence + " is torn at " + at);
                }
            }
            nextSequence = sequence + 1;
            told++;
        }

        @Override
        public void onDelivered(final int asset, final int input, final long deliveryNs, final long sequence,
            final long stepEndNs) {
            assertThat(sequence).isEqualTo(deliveryNs * 3);
            assertThat(stepEndNs).isEqualTo(deliveryNs * 7);
            told++;
        }

        @Override
        public void onVoid(final int asset, final long stampNs) {
            throw new AssertionError("no sender was replaced");
        }

        @Override
        public void onReset(final int asset) {
            throw new AssertionError("no sender was put back");
        }

        @Override
        public void onMissed(final int asset, final long messages) {
            missed += messages;
        }
    }

    @Test
    void nothingTornIsToldAndWhatIsMissedIsCounted() {
        log.tracing(1);
        final LogTap tap = LogTap.untethered(log);
        final Judge judge = new Judge();
        final SplittableRandom random = new SplittableRandom(2);
        final CompletableFuture<Void> sender =
            CompletableFuture.runAsync(new Sender(), task -> new Thread(task, "sender").start());
        for (int round = 0; round < ROUNDS; round++) {
            meet();
            while (tap.poll(judge, ALL) > 0) {
                Thread.onSpinWait();
            }
            meet();
            meet();
            tap.poll(judge, random.nextInt(100));
            meet();
        }
        sender.join();
        while (tap.poll(judge, ALL) > 0) {
            Thread.onSpinWait();
        }
        assertThat(judge.told + judge.missed).isEqualTo(LogLayout.countBefore(log.buffer(), log.tail()));
        assertThat(judge.told).isGreaterThanOrEqualTo(ROUNDS);
        assertThat(judge.missed).isGreaterThanOrEqualTo(ROUNDS);
    }
}
