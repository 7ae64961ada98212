package io.takt.shm.message;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Memory for parts of mapped files that have none yet. Who just writes there is killed by a SIGBUS where the host has
 * none left; the kernel can be asked instead, by madvise(2) with MADV_POPULATE_WRITE, on Linux since 5.14. Where it
 * cannot, files use what they have.
 */
final class HostMemory {
    /** As in Linux's asm-generic/mman-common.h. */
    private static final int POPULATE_WRITE = 23;

    /** Pages are not larger, and parts of a file begin later than that. */
    private static final long LARGEST_PAGE = 64 * 1024;

    private static final boolean IS_LINKED = link();

    private HostMemory() {
    }

    /** Gives a part of a mapped file memory; false when there is none, or the kernel cannot be asked. */
    static boolean provide(final AtomicBuffer file, final int index, final int length) {
        final long from = file.addressOffset() + index & -LARGEST_PAGE;
        return IS_LINKED && madvise(from, file.addressOffset() + index + length - from, POPULATE_WRITE) == 0;
    }

    private static boolean link() {
        if (!Platform.isLinux()) {
            return false;
        }
        try {
            Native.register(HostMemory.class, "c");
            return true;
        } catch (final LinkageError e) {
            return false;
        }
    }

    private static native int madvise(long address, long length, int advice);
}
