package io.takt.shm.message;

import io.takt.asset.TaktException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much of the heap the messages may take that are copied and not used yet: those that jitter has put out of order,
 * retroactive ones, and those that were taken out of full logs. One for all assets of a process; for any thread.
 */
final class HeapShare {
    /** The other half is the simulator's, and more than it can do with if it is the smaller one. */
    private static final HeapShare OF_PROCESS = new HeapShare(Runtime.getRuntime().maxMemory() / 2);

    private final long mostBytes;
    private final AtomicLong taken = new AtomicLong();

    HeapShare(final long mostBytes) {
        this.mostBytes = mostBytes;
    }

    static HeapShare ofProcess() {
        return OF_PROCESS;
    }

    /** Throws {@link TaktException}, and takes nothing, when so much is not left. */
    void take(final long bytes, final String sender) {
        if (taken.addAndGet(bytes) > mostBytes) {
            taken.addAndGet(-bytes);
            throw new TaktException("messages that have come and are not due yet fill half of this process's heap, "
                + (mostBytes >> 20) + " MiB, and there is one more from '" + sender + "'; let senders be less far ahead"
                + " (maxDelay, delay, jitter), or give the JVM more memory (-Xmx)");
        }
    }

    void giveBack(final long bytes) {
        taken.addAndGet(-bytes);
    }

    long taken() {
        return taken.get();
    }
}
