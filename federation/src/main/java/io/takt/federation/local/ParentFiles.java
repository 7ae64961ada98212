package io.takt.federation.local;

import io.takt.asset.TaktException;
import io.takt.shm.clock.ClockFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The parent's counters, mapped once for each process that was the parent. The file of an earlier parent is unmapped
 * when nothing here touches it any more: until then its memory stays taken. From any thread.
 */
final class ParentFiles {
    private final List<ClockFile> mapped = new ArrayList<>();
    private Object newestKey;

    /** The file as it is now; throws {@link TaktException} when it cannot be mapped. */
    synchronized ClockFile newest(final Path cncFile) {
        final Object key = key(cncFile);
        if (mapped.isEmpty() || key == null || !key.equals(newestKey)) {
            mapped.add(ClockFile.forWriting(cncFile));
            newestKey = key;
        }
        return mapped.get(mapped.size() - 1);
    }

    /** Null where the system has no such keys; then each look is at another file. */
    private static Object key(final Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (final IOException e) {
            throw new TaktException("cannot read " + file + "; is the hub running, and is it yours?", e);
        }
    }

    /** Unmaps files before the newest one that are in use no more, and never will be. */
    synchronized void unmapOld(final Predicate<ClockFile> isUsed) {
        for (int i = mapped.size() - 2; i >= 0; i--) {
            if (!isUsed.test(mapped.get(i))) {
                mapped.remove(i).close();
            }
        }
    }

    /** How many are mapped. */
    synchronized int count() {
        return mapped.size();
    }
}
