package io.takt.conform;

import io.takt.shm.host.CLibrary;
import io.takt.shm.host.ProcStat;

/**
 * A process that is stopped wherever it happened to be, so that the kit can look at the memory between two of its
 * stores. On systems without {@code /proc} or kill(2) it is not stopped at all.
 */
final class Stopped {
    /** As in Linux's asm/signal.h, on the machines that Java runs on. */
    private static final int SIGSTOP = 19;
    private static final int SIGCONT = 18;

    private static final boolean CAN_STOP = ProcStat.isAvailable() && CLibrary.link(Stopped.class);

    private final long pid;

    private Stopped(final long pid) {
        this.pid = pid;
    }

    /** Stops a process; one that runs stands when this returns, and one that waits for a processor stands anyway. */
    static Stopped stop(final long pid) {
        if (CAN_STOP && kill((int) pid, SIGSTOP) == 0) {
            // Takes longer than the signal does to another processor.
            ProcStat.of(pid);
        }
        return new Stopped(pid);
    }

    /** It goes on. */
    void goOn() {
        if (CAN_STOP) {
            kill((int) pid, SIGCONT);
        }
    }

    private static native int kill(int process, int signal);
}
