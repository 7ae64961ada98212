package io.takt.shm.message;

import io.takt.shm.host.CLibrary;
import io.takt.shm.ring.Backing;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Memory for parts of a mapped file that have none yet. A process that just writes there is killed by a SIGBUS where
 * the host has none left; the kernel can be asked instead, by madvise(2) with MADV_POPULATE_WRITE, on Linux since 5.14.
 * Where it cannot, files use what they have.
 */
final class HostMemory implements Backing {
    /** Stays free on the file system: for another hub that takes over, which needs 52 MiB, and assets that come. */
    static final long USUAL_RESERVE = 64L * 1024 * 1024;

    /** Numbers of Linux's asm-generic/mman-common.h. */
    private static final int REMOVE = 9;
    private static final int POPULATE_WRITE = 23;

    private final Path file;
    private final long reserve;

    HostMemory(final Path file) {
        this(file, USUAL_RESERVE);
    }

    HostMemory(final Path file, final long reserve) {
        this.file = file;
        this.reserve = reserve;
    }

    @Override
    public boolean provide(final AtomicBuffer mapped, final int index, final int length) {
        if (!Linked.WORKS || !hasRoomFor(length)) {
            return false;
        }
        final long pageSize = Linked.getpagesize();
        final long from = mapped.addressOffset() + index;
        final long to = from + length;
        final long firstPage = from & -pageSize;
        if (Linked.madvise(firstPage, to - firstPage, POPULATE_WRITE) == 0) {
            return true;
        }
        // It keeps what it got before it failed.
        final long firstWhole = from + pageSize - 1 & -pageSize;
        Linked.madvise(firstWhole, (to & -pageSize) - firstWhole, REMOVE);
        return false;
    }

    private boolean hasRoomFor(final int length) {
        try {
            final FileStore store = Files.getFileStore(file);
            // A file system without a limit, as tmpfs may be, tells no size.
            return store.getTotalSpace() == 0 || store.getUsableSpace() - length >= reserve;
        } catch (final IOException e) {
            return false;
        }
    }

    /** Linked by its first use: most logs never grow. */
    private static final class Linked {
        static final boolean WORKS = System.getProperty("os.name", "").startsWith("Linux")
            && CLibrary.link(Linked.class);

        private Linked() {
        }

        private static native int getpagesize();

        private static native int madvise(long address, long length, int advice);
    }
}
