package io.takt.bench.program;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * How much memory the calling thread allocates for each message, after some million: told in one line on standard
 * output, once. Owned by one thread.
 */
public final class Garbage {
    /** How the line begins. */
    public static final String BYTES_PER_MESSAGE = "bytes per message: ";

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long WARM_UP_MESSAGES = 2_000_000;
    private static final long MESSAGES = 3_000_000;

    private long messages;
    private long fromMessages;
    private long fromBytes;
    private boolean isTold;

    Garbage() {
        // Nothing is known yet.
    }

    /** So many messages were sent, or received, since the last call. */
    void after(final long more) {
        if (isTold) {
            return;
        }
        messages += more;
        if (fromMessages == 0 && messages >= WARM_UP_MESSAGES) {
            fromMessages = messages;
            fromBytes = allocated();
        } else if (fromMessages > 0 && messages - fromMessages >= MESSAGES) {
            isTold = true;
            System.out.println(BYTES_PER_MESSAGE + (double) (allocated() - fromBytes) / (messages - fromMessages));
        }
    }

    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
