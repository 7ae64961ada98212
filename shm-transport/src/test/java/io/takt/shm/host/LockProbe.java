package io.takt.shm.host;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Tries a lock file from another process. */
final class LockProbe {
    private LockProbe() {
    }

    public static void main(final String[] args) throws Exception {
        try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
            System.out.println(channel.tryLock() == null ? "held" : "free");
        }
    }
}
