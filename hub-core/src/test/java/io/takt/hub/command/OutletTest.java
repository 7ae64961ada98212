package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OutletTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final CountDownLatch reads = new CountDownLatch(1);
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();

    /** Takes nothing before its reader reads. */
    private final Outlet outlet = new Outlet(new OutputStream() {
        @Override
        public void write(final int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(final byte[] bytes, final int from, final int count) {
            try {
                reads.await();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            read.write(bytes, from, count);
        }
    });

    @AfterEach
    void read() {
        reads.countDown();
    }

    private void print(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        outlet.write(bytes, 0, bytes.length);
    }

    @Test
    void printingDoesNotWaitAndKeepsTheOrder() throws Exception {
        print("one\n");
        print("two\n");
        outlet.drain(Duration.ofMillis(1), LONG);
        assertThat(outlet.isEmpty()).isFalse();
        reads.countDown();
        outlet.drain(LONG, LONG);
        assertThat(outlet.isEmpty()).isTrue();
        assertThat(read).hasToString("one\ntwo\n");
    }

    @Test
    void aThreadThatMayWaitDoesSoForRoom() throws Exception {
        outlet.awaitRoom();
        print("x".repeat(Outlet.ROOM));
        final Thread printer = new Thread(() -> {
            try {
                outlet.awaitRoom();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        printer.start();
        while (printer.getState() != Thread.State.WAITING && printer.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(printer.isAlive()).as("it waits").isTrue();
        reads.countDown();
        printer.join();
    }

    @Test
    void theEndWaitsForASlowReaderAsLongAsItReads() throws Exception {
        try (SlowReader reader = new SlowReader(15)) {
            reader.awaitThirdPiece();
            reader.outlet.drain(SlowReader.STILL, LONG);
            assertThat(reader.outlet.isEmpty()).isTrue();
            assertThat(reader.pieces).hasValue(15);
        }
    }

    @Test
    void theEndDoesNotWaitForASlowReaderForEver() throws Exception {
        try (SlowReader reader = new SlowReader(60)) {
            reader.awaitThirdPiece();
            reader.stopsAfter(40);
            reader.outlet.drain(LONG, SlowReader.PIECE.multipliedBy(20));
            assertThat(reader.outlet.isEmpty()).isFalse();
        }
    }

    @Test
    void theEndDoesNotWaitTwiceForAReaderThatHasStopped() throws Exception {
        try (SlowReader reader = new SlowReader(3)) {
            reader.awaitThirdPiece();
            reader.pass(SlowReader.STILL);
            reader.stopsAfter(0);
            reader.outlet.drain(SlowReader.STILL, LONG);
            assertThat(reader.outlet.isEmpty()).isFalse();
        }
    }

    @Test
    void saysWhatWasDropped() throws Exception {
        print("x".repeat(Outlet.LIMIT));
        print("dropped\n");
        print("dropped as well\n");
        reads.countDown();
        outlet.drain(LONG, LONG);
        print("after\n");
        outlet.drain(LONG, LONG);
        assertThat(read.toString(StandardCharsets.UTF_8)).endsWith(
            "x\ntakt: 24 bytes of output were dropped here, since they were not read\nafter\n");
    }

    /** Takes a piece in a while of its own time, once a thread waits for it; the first two at once. */
    private static final class SlowReader implements AutoCloseable {
        static final Duration PIECE = Duration.ofMillis(200);
        static final Duration STILL = Duration.ofMillis(250);

        final AtomicInteger pieces = new AtomicInteger();
        final Outlet outlet;
        private final Thread waiting = Thread.currentThread();
        private final AtomicLong nowNs = new AtomicLong();
        private final CountDownLatch third = new CountDownLatch(1);
        private final CountDownLatch awaited = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);
        private volatile int lastPiece = Integer.MAX_VALUE;

        SlowReader(final int allPieces) {
            outlet = new Outlet(new OutputStream() {
                @Override
                public void write(final int one) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void write(final byte[] bytes, final int from, final int count) {
                    take(count);
                }
            }, this::now);
            outlet.write(new byte[allPieces * Outlet.PIECE], 0, allPieces * Outlet.PIECE);
        }

        private void take(final int count) {
            for (int taken = 0; taken < count; taken += Outlet.PIECE) {
                pass(PIECE);
                if (pieces.incrementAndGet() == 3) {
                    third.countDown();
                    await(awaited);
                }
                if (pieces.get() > lastPiece) {
                    await(end);
                }
            }
        }

        private long now() {
            if (third.getCount() == 0 && Thread.currentThread() == waiting) {
                awaited.countDown();
            }
            return nowNs.get();
        }

        void pass(final Duration time) {
            nowNs.addAndGet(time.toNanos());
        }

        void stopsAfter(final int piece) {
            lastPiece = piece;
        }

        void awaitThirdPiece() {
            await(third);
        }

        private static void await(final CountDownLatch latch) {
            try {
                latch.await();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            awaited.countDown();
            end.countDown();
        }
    }
}
