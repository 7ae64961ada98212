package io.takt.shm.clock;

import io.takt.shm.waiting.Doorbell;
import io.takt.shm.waiting.Kernel;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * One counter of the CnC file: written by one thread of one process, read by any.
 *
 * <p>{@link #publish} is a release store and {@link #read} an acquiring load: a reader of a time sees all that its
 * writer did before it.
 */
public final class Clock {
    private final AtomicBuffer values;
    private final int offset;
    private final int counterId;
    private final Kernel kernel;

    Clock(final AtomicBuffer values, final int counterId, final Kernel kernel) {
        this.values = values;
        this.offset = CountersReader.counterOffset(counterId);
        this.counterId = counterId;
        this.kernel = kernel;
        values.boundsCheck(offset, Long.BYTES);
    }

    /** {@return the number of the counter's record, 0 or greater} */
    public int counterId() {
        return counterId;
    }

    /** {@return the newest value, as of {@link ClockLayout}} */
    public long read() {
        return values.getLongVolatile(offset);
    }

    /** {@return the counter as a doorbell to sleep on} */
    public Doorbell doorbell() {
        return new Doorbell(values, offset, kernel);
    }

    /**
     * Sets the value; only the counter's one writer may.
     *
     * @param value as of {@link ClockLayout}.
     */
    public void publish(final long value) {
        values.putLongRelease(offset, value);
    }
}
