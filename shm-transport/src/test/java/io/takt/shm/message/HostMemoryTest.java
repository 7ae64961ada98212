package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.AtomicBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A part of a file gets memory only if there is enough, and nothing is kept for nothing. */
@EnabledOnOs(OS.LINUX)
class HostMemoryTest {
    private static final int MAY_NOT_MOUNT = 77;
    private static final int LENGTH = 1 << 20;

    @TempDir
    Path folder;

    @BeforeEach
    void askTheKernel() throws IOException {
        final Path file = folder.resolve("probe");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
            assumeThat(new HostMemory(file, Long.MIN_VALUE / 2).provide(MappedMessageFiles.map(channel, LENGTH), 0,
                LENGTH)).as("the kernel can be asked").isTrue();
        }
    }

    @Test
    void leavesWhatOthersNeed() throws IOException {
        final Path file = folder.resolve("log");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
            final AtomicBuffer mapped = MappedMessageFiles.map(channel, LENGTH);
            // However much of the file system others give back meanwhile; the small one is this test's alone.
            final long all = Files.getFileStore(file).getTotalSpace();
            assertThat(new HostMemory(file, all).provide(mapped, 0, LENGTH)).isFalse();
            assertThat(new HostMemory(file, 0).provide(mapped, 0, LENGTH)).isTrue();
        }
    }

    /** On a small file system, which needs the right to mount one. */
    @Test
    @Timeout(60)
    void givesBackWhatItGotWhereThatWasNotAll() throws IOException, InterruptedException {
        final Path err = folder.resolve("err.txt");
        assumeThat(Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "unshare")))).as("there is an unshare").isTrue();
        final List<String> command = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c",
            "mount -t tmpfs -o size=8m,mode=700 none \"$0\" || exit " + MAY_NOT_MOUNT + "; exec \"$@\"",
            Files.createDirectory(folder.resolve("small")).toString(),
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:-UsePerfData"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream().filter(each -> each.startsWith("--"))
            .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), FullHost.class.getName(),
            folder.resolve("small").toString()));
        final Process process = new ProcessBuilder(command).redirectError(err.toFile()).start();
        try {
            final String out = new String(process.getInputStream().readAllBytes());
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assumeThat(Files.readString(err)).as("may mount").doesNotStartWith("unshare:");
            assumeThat(process.exitValue()).as("may mount: " + Files.readString(err)).isNotEqualTo(MAY_NOT_MOUNT);
            assertThat(out).as(Files.readString(err)).matches("(\\d+) false \\1 false true \\d+ 100\\s+");
            final String[] words = out.trim().split(" ");
            assertThat(Long.parseLong(words[2]) - Long.parseLong(words[5])).isEqualTo(LENGTH / 2 / 1024);
        } finally {
            process.destroyForcibly();
        }
    }
}
