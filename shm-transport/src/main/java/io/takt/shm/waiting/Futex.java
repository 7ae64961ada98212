package io.takt.shm.waiting;

import io.takt.shm.host.CLibrary;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Linux's futex on a word of shared memory, across processes; elsewhere a timed park that cannot be cut short.
 *
 * <p>See futex(2). The operations are the shared ones, not those private to a process. The way to the kernel is opened
 * by the first thread that needs it, since that takes longer than the rest of an asset's start.
 */
final class Futex {
    private static final long WAIT = 0;
    private static final long WAKE = 1;
    private static final long ONE_WAITER = 1;
    private static final long NS_PER_S = 1_000_000_000L;

    /** Where no thread can be woken by another, each has to look for itself. */
    private static final long LONGEST_PARK_NS = 1_000_000L;

    private static final long NUMBER =
        number(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));

    private Futex() {
    }

    /** The number of the system call, as in Linux's asm/unistd.h; 0 for another system or machine. */
    static long number(final String system, final String machine) {
        if (!system.toLowerCase(Locale.ROOT).startsWith("linux")) {
            return 0;
        }
        switch (machine) {
            case "amd64", "x86_64":
                return 202;
            case "aarch64", "riscv64":
                return 98;
            case "ppc64le":
                return 221;
            default:
                return 0;
        }
    }

    /** Whether a sleep can be ended by the other side on this machine. */
    static boolean isAvailable() {
        return NUMBER > 0 && (CLibrary.isProven() || Linked.WORKS);
    }

    /** Sleeps while the word has the expected value, until woken or for so long; may end early for no reason. */
    static void await(final long address, final int expected, final long atMostNs) {
        if (NUMBER > 0 && Linked.WORKS) {
            Linked.await(address, expected, atMostNs);
        } else {
            LockSupport.parkNanos(Math.min(atMostNs, LONGEST_PARK_NS));
        }
    }

    /** Wakes the thread, of any process, that sleeps on the word; does nothing when none does. */
    static void wake(final long address) {
        if (NUMBER > 0 && Linked.WORKS) {
            Linked.syscall(NUMBER, address, WAKE, ONE_WAITER, 0, 0, 0);
        }
    }

    /** Linked by its first use. */
    private static final class Linked {
        /** False in a sandbox, or where JNA has no library that fits. */
        static final boolean WORKS = link();

        /** The kernel's struct timespec, one for each thread that waits. */
        private static final ThreadLocal<UnsafeBuffer> TIMEOUT = new ThreadLocal<>() {
            @Override
            protected UnsafeBuffer initialValue() {
                return newTimespec();
            }
        };

        private Linked() {
        }

        static void await(final long address, final int expected, final long atMostNs) {
            final UnsafeBuffer timeout = TIMEOUT.get();
            timeout.putLong(0, atMostNs / NS_PER_S);
            timeout.putLong(Long.BYTES, atMostNs % NS_PER_S);
            syscall(NUMBER, address, WAIT, expected, timeout.addressOffset(), 0, 0);
        }

        private static UnsafeBuffer newTimespec() {
            final ByteBuffer memory = BufferUtil.allocateDirectAligned(2 * Long.BYTES, Long.BYTES);
            return new UnsafeBuffer(memory);
        }

        private static boolean link() {
            if (!CLibrary.link(Linked.class)) {
                return false;
            }
            final UnsafeBuffer word = newTimespec();
            return syscall(NUMBER, word.addressOffset(), WAKE, ONE_WAITER, 0, 0, 0) == 0;
        }

        /** See syscall(2); all arguments are passed as words. */
        private static native long syscall(long number, long address, long operation, long value, long timeout,
            long address2, long value3);
    }
}
