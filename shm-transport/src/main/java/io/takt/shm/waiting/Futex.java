package io.takt.shm.waiting;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Linux's futex on a word of shared memory, across processes; elsewhere a timed park that nobody can cut short.
 *
 * <p>See futex(2). The operations are the shared ones, not those private to a process.
 */
final class Futex {
    /** Of the C library; numbers as in Linux's asm/unistd.h. */
    private static final Map<String, Long> SYSCALL_NUMBERS =
        Map.of("x86-64", 202L, "aarch64", 98L, "riscv64", 98L, "ppc64le", 221L);

    private static final long WAIT = 0;
    private static final long WAKE = 1;
    private static final long ONE_WAITER = 1;
    private static final long NS_PER_S = 1_000_000_000L;

    /** Where nobody can wake us, we have to look for ourselves. */
    private static final long LONGEST_PARK_NS = 1_000_000L;

    private static final long NUMBER = findNumber();

    /** The kernel's struct timespec, one for each thread that waits. */
    private static final ThreadLocal<UnsafeBuffer> TIMEOUT = ThreadLocal.withInitial(Futex::newTimespec);

    private Futex() {
    }

    /** Whether a sleep can be ended by the other side on this machine. */
    static boolean isAvailable() {
        return NUMBER > 0;
    }

    /** Sleeps while the word has the expected value, until woken or for so long; may end early for no reason. */
    static void await(final long address, final int expected, final long atMostNs) {
        if (NUMBER <= 0) {
            LockSupport.parkNanos(Math.min(atMostNs, LONGEST_PARK_NS));
            return;
        }
        final UnsafeBuffer timeout = TIMEOUT.get();
        timeout.putLong(0, atMostNs / NS_PER_S);
        timeout.putLong(Long.BYTES, atMostNs % NS_PER_S);
        syscall(NUMBER, address, WAIT, expected, timeout.addressOffset(), 0, 0);
    }

    /** Wakes the thread, of any process, that sleeps on the word; does nothing when none does. */
    static void wake(final long address) {
        if (NUMBER > 0) {
            syscall(NUMBER, address, WAKE, ONE_WAITER, 0, 0, 0);
        }
    }

    private static UnsafeBuffer newTimespec() {
        final ByteBuffer memory = BufferUtil.allocateDirectAligned(2 * Long.BYTES, Long.BYTES);
        return new UnsafeBuffer(memory);
    }

    /** The number of the system call, or 0 where there is none: another system, another machine, a sandbox. */
    private static long findNumber() {
        final long number = Platform.isLinux() ? SYSCALL_NUMBERS.getOrDefault(Platform.ARCH, 0L) : 0;
        if (number == 0) {
            return 0;
        }
        try {
            Native.register(Futex.class, "c");
            final UnsafeBuffer word = newTimespec();
            return syscall(number, word.addressOffset(), WAKE, ONE_WAITER, 0, 0, 0) == 0 ? number : 0;
        } catch (final LinkageError e) {
            return 0;
        }
    }

    /** See syscall(2); all arguments are passed as words. */
    private static native long syscall(long number, long address, long operation, long value, long timeout,
        long address2, long value3);
}
