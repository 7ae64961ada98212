package io.takt.conform;

import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The program that is judged, in a process of its own; its output goes into a file. */
final class Program implements AutoCloseable {
    private static final int TICKS_A_SECOND = 100;

    private final Process process;
    private final Path output;
    /** Bytes in the file of output before it: of programs in whose place it is, or of other trials. */
    private final int before;

    private Program(final Process process, final Path output, final int before) {
        this.process = process;
        this.output = output;
        this.before = before;
    }

    static Program start(final List<String> command, final Path output, final HubDirectory hub, final String asset,
        final Map<String, String> more) throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        builder.environment().put(HubDirectory.BASE_VARIABLE, hub.base().toString());
        builder.environment().put(HubDirectory.HUB_VARIABLE, hub.hub());
        builder.environment().put(HubDirectory.ASSET_VARIABLE, asset);
        builder.environment().putAll(more);
        final int before = Files.exists(output) ? (int) Files.size(output) : 0;
        return new Program(builder.start(), output, before);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** Whether a process is this one or one that it has started. */
    boolean hasProcess(final long pid) {
        return pid == process.pid() || process.descendants().anyMatch(each -> each.pid() == pid);
    }

    /** How it has ended, with the last line that it printed. */
    String end() {
        final int code = process.exitValue();
        return (code > 128 ? "by signal " + (code - 128) : "with exit code " + code) + lastLine();
    }

    int exitCode() {
        return process.exitValue();
    }

    private String lastLine() {
        try {
            final byte[] bytes = Files.readAllBytes(output);
            final List<String> lines =
                new String(bytes, before, bytes.length - before, StandardCharsets.UTF_8).lines().toList();
            return lines.isEmpty() ? ", having printed nothing" : "; its last line was: " + lines.get(lines.size() - 1);
        } catch (final IOException e) {
            return "";
        }
    }

    /** Processor time of it and those that it has started, in ms; -1 where that cannot be told. */
    long cpuMs() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants()).mapToLong(each -> {
            try {
                final String stat = Files.readString(Path.of("/proc", Long.toString(each.pid()), "stat"));
                final String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 1000 / TICKS_A_SECOND;
            } catch (final IOException e) {
                return 0;
            }
        }).sum();
    }

    /**
     * How many sockets, pipes and files of a folder one of its processes has open; -1 where that cannot be told. Files
     * and devices elsewhere do not count: a runtime opens its libraries, or a source of random numbers, when it comes
     * to need them.
     *
     * @param folder without symbolic links.
     */
    static long openOf(final long pid, final Path folder) {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return open.filter(each -> counts(each, folder)).count();
        } catch (final IOException | UncheckedIOException e) {
            return -1;
        }
    }

    private static boolean counts(final Path descriptor, final Path folder) {
        try {
            final Path target = Files.readSymbolicLink(descriptor);
            return target.startsWith(folder) || !target.isAbsolute();
        } catch (final IOException e) {
            // Closed meanwhile.
            return false;
        }
    }

    /** How many places of a folder's files it has mapped; -1 likewise. */
    static long mapsOf(final long pid, final Path folder) {
        final Path maps = Path.of("/proc", Long.toString(pid), "maps");
        try (Stream<String> lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.contains(folder + "/")).count();
        } catch (final IOException | UncheckedIOException e) {
            return -1;
        }
    }

    /** Ends it at once, with those that it has started. */
    void kill() {
        final List<ProcessHandle> all = process.descendants().toList();
        // Each before those that it has started, as the list has them: a shell goes on when its command has ended.
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
