package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
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
    void whoPrintsDoesNotWaitAndKeepsTheOrder() throws Exception {
        print("one\n");
        print("two\n");
        outlet.drain(Duration.ofMillis(1));
        assertThat(outlet.isEmpty()).isFalse();
        reads.countDown();
        outlet.drain(LONG);
        assertThat(outlet.isEmpty()).isTrue();
        assertThat(read).hasToString("one\ntwo\n");
    }

    @Test
    void whoMayWaitDoesSoForRoom() throws Exception {
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
    void saysWhatWasDropped() throws Exception {
        print("x".repeat(Outlet.LIMIT));
        print("dropped\n");
        print("dropped as well\n");
        reads.countDown();
        outlet.drain(LONG);
        print("after\n");
        outlet.drain(LONG);
        assertThat(read.toString(StandardCharsets.UTF_8)).endsWith(
            "x\ntakt: 24 bytes of output were dropped here, since nobody read them\nafter\n");
    }
}
