package io.takt.federation.link;

import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** Watches how much a thread allocates for one input. */
public final class Allocated {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Takes one input. */
    @FunctionalInterface
    public interface Decoder {
        void decode() throws IOException;
    }

    /** So many inputs load classes. */
    private static final int WARM_UP = 1_000;

    private long inputs;
    private long most;

    /** Decodes; a complaint in one line is as good as sense. */
    public void by(final Decoder decoder) {
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            decoder.decode();
        } catch (final IOException e) {
            complain(e.getMessage());
        } finally {
            inputs++;
            if (inputs > WARM_UP) {
                most = Math.max(most, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
        }
    }

    /** A decoder says what is wrong. */
    public void complain(final String why) {
        if (why.isEmpty() || why.indexOf('\n') >= 0) {
            fail("it takes one line to say what is wrong, not: " + why);
        }
    }

    /** The most that one input has cost, in bytes. */
    public long most() {
        return most;
    }
}
