package io.takt.shm.waiting;

import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.agrona.concurrent.AtomicBuffer;

/**
 * A word of shared memory on which one thread sleeps until a thread of another process rings.
 *
 * <p>The sleeper: {@link #announce}, look again for what it waits for, then {@link #sleep}, in the end
 * {@link #withdraw}. The waker: change what the sleeper waits for, {@link #fence()}, then {@link #read} and
 * {@link #ring}; for threads that sleep for a time, {@link #ringReached} does all that. Either the sleeper finds the
 * change when it looks again, or the waker finds the announcement; so no wake-up is lost. (Dekker's argument; both
 * fences are needed, since each side writes one place and reads the other.)
 *
 * <p>The value is {@link #AWAKE}, or 0 or greater while the sleeper sleeps; its meaning is up to the two. The kernel
 * compares the low 32 bits only, so no announced value may have those of {@link #AWAKE}, all ones.
 */
public final class Doorbell {
    /** No thread sleeps here. */
    public static final long AWAKE = -1;

    private final AtomicBuffer buffer;
    private final int index;
    private final long wordAddress;
    private final Kernel kernel;

    /**
     * A doorbell on which this machine's kernel lets threads sleep.
     *
     * @param buffer that holds the value.
     * @param index  at which it is, a multiple of 8.
     */
    public Doorbell(final AtomicBuffer buffer, final int index) {
        this(buffer, index, Kernel.OF_THIS_MACHINE);
    }

    /**
     * A doorbell.
     *
     * @param buffer that holds the value.
     * @param index  at which it is, a multiple of 8.
     * @param kernel lets threads sleep.
     */
    public Doorbell(final AtomicBuffer buffer, final int index, final Kernel kernel) {
        buffer.boundsCheck(index, Long.BYTES);
        this.buffer = buffer;
        this.index = index;
        this.kernel = kernel;
        final int lowWord = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 0 : Integer.BYTES;
        this.wordAddress = buffer.addressOffset() + index + lowWord;
    }

    /** Stores before it are visible to all threads before any load after it is done. */
    public static void fence() {
        VarHandle.fullFence();
    }

    /**
     * By the sleeper: from now on it is to be woken.
     *
     * @param value what tells the others when; 0 or greater, with low 32 bits that are not all ones.
     */
    public void announce(final long value) {
        buffer.putLongVolatile(index, value);
        VarHandle.fullFence();
    }

    /**
     * By a thread that sleeps here in place of the one that announces: from now on it is to be woken, unless that has
     * announced meanwhile.
     *
     * @param value as of {@link #announce}.
     * @return whether this is the announced value now.
     */
    public boolean announceIfAwake(final long value) {
        return buffer.compareAndSetLong(index, AWAKE, value);
    }

    /**
     * By the sleeper, after it has announced a value and looked again: sleeps until it is rung for.
     *
     * @param announced the value.
     * @param atMostNs  wall time, after which the sleep ends in any case.
     */
    public void sleep(final long announced, final long atMostNs) {
        kernel.await(wordAddress, (int) announced, atMostNs);
    }

    /** By the sleeper: it is awake. */
    public void withdraw() {
        buffer.putLongRelease(index, AWAKE);
    }

    /**
     * By any thread, after a {@link #fence}.
     *
     * @return {@link #AWAKE}, or the value that the sleeper has announced.
     */
    public long read() {
        return buffer.getLongVolatile(index);
    }

    /**
     * By any thread: wakes the sleeper, if it still sleeps for the value that was read.
     *
     * @param announced the value that was {@link #read}.
     */
    public void ring(final long announced) {
        if (buffer.compareAndSetLong(index, announced, AWAKE)) {
            kernel.wake(wordAddress);
        }
    }

    /** By any thread: wakes the sleeper in any case. */
    public void ring() {
        VarHandle.fullFence();
        final long announced = read();
        if (announced != AWAKE) {
            ring(announced);
        }
    }

    /**
     * By a thread that has just published a time: wakes the threads that sleep for that time or an earlier one; their
     * announced values are times.
     *
     * @param doorbells on which they sleep.
     * @param timeNs    that was published.
     */
    public static void ringReached(final Doorbell[] doorbells, final long timeNs) {
        fence();
        for (final Doorbell doorbell : doorbells) {
            final long sleepsForNs = doorbell.read();
            if (sleepsForNs != AWAKE && sleepsForNs <= timeNs) {
                doorbell.ring(sleepsForNs);
            }
        }
    }

    /** Whether the other side can end a sleep on this machine; otherwise sleeps are short, and many. */
    public static boolean canWake() {
        return Futex.isAvailable();
    }
}
