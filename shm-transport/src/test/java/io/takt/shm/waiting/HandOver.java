package io.takt.shm.waiting;

import io.takt.asset.WaitStrategy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One of two sides that hand a count to and fro in a mapped file, and sleep in between: even counts are one side's
 * turn, odd ones the other's. A side that slept through its turn finds out by the time that the sleep took.
 */
final class HandOver implements Parker {
    static final int BYTES = 1_024;
    static final long SLEEP_NS = 5_000_000_000L;
    private static final int COUNT = 0;
    private static final int BELLS = 256;
    private static final int BELL_DISTANCE = 256;

    private final AtomicBuffer shared;
    private final int side;
    private final Doorbell own;
    private final Doorbell[] others;
    private final Waiter waiter;
    private long wanted;
    private int sleeps;
    private int timeouts;

    HandOver(final AtomicBuffer shared, final int side, final WaitStrategy strategy) {
        this.shared = shared;
        this.side = side;
        this.own = new Doorbell(shared, BELLS + side * BELL_DISTANCE);
        this.others = new Doorbell[] {new Doorbell(shared, BELLS + (1 - side) * BELL_DISTANCE)};
        this.waiter = new Waiter(strategy, this);
    }

    static AtomicBuffer map(final Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
            final ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES);
            return new UnsafeBuffer(mapped);
        }
    }

    static void prepare(final AtomicBuffer shared) {
        shared.putLongVolatile(BELLS, Doorbell.AWAKE);
        shared.putLongVolatile(BELLS + BELL_DISTANCE, Doorbell.AWAKE);
        shared.putLongVolatile(COUNT, 0);
    }

    /** Takes its turns until the count has come so far. */
    void run(final long last) {
        for (wanted = side; wanted < last; wanted += 2) {
            while (shared.getLongVolatile(COUNT) < wanted) {
                waiter.idle();
            }
            waiter.worked();
            shared.putLongRelease(COUNT, wanted + 1);
            Doorbell.ringReached(others, wanted + 1);
        }
    }

    /** How many turns were slept through. */
    int timeouts() {
        return timeouts;
    }

    int sleeps() {
        return sleeps;
    }

    @Override
    public long idleForNs() {
        return 0;
    }

    @Override
    public void announce() {
        own.announce(wanted);
    }

    @Override
    public void sleep() {
        final long startNs = System.nanoTime();
        own.sleep(wanted, SLEEP_NS);
        sleeps++;
        if (System.nanoTime() - startNs >= SLEEP_NS && shared.getLongVolatile(COUNT) >= wanted
            && own.read() == wanted) {
            // It is this side's turn, and it was not rung. The other side may be just late, on a busy machine.
            timeouts++;
        }
    }

    @Override
    public void withdraw() {
        own.withdraw();
    }
}
