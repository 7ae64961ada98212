package io.takt.bench.program;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * How much memory the calling thread allocates for each message: told in one line on standard output, once. It is the
 * least of several windows of some million messages. Memory that is allocated for every message is in each of them;
 * other memory that is kept from then on, for more waiting messages than ever before, is not. Owned by one thread.
 */
public final class Garbage {
    /** How the line begins. */
    public static final String BYTES_PER_MESSAGE = "bytes per message: ";

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long MESSAGES = 2_000_000;
    /** The first is for the compiler. */
    private static final int WINDOWS = 7;

    private int windows;
    private long messages;
    private long fromBytes;
    private double least = Double.MAX_VALUE;

    Garbage() {
        // Nothing is known yet.
    }

    /** So many messages were sent, or received, since the last call. */
    void after(final long more) {
        messages += more;
        if (messages < MESSAGES || windows == WINDOWS) {
            return;
        }
        if (windows > 0) {
            least = Math.min(least, (double) (allocated() - fromBytes) / messages);
        }
        windows++;
        messages = 0;
        if (windows == WINDOWS) {
            System.out.println(BYTES_PER_MESSAGE + least);
        }
        fromBytes = allocated();
    }

    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
