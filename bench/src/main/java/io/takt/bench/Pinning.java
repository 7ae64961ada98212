package io.takt.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A processor for one thread of the bench that is never to wait for another, and the rest for all processes that the
 * bench starts. Where there is but one processor, or no command for it, all share the processors that there are.
 */
final class Pinning {
    private static final String PIN = "taskset";
    private static final long WITHIN_NS = 10 * WallTime.SECOND;
    private static final Path THREADS = Path.of("/proc/self/task");

    private final Bench bench;
    private final List<Integer> processors;

    Pinning(final Bench bench) throws IOException {
        this.bench = bench;
        this.processors = ProcessorTime.allowedProcessors();
    }

    private boolean isPossible() {
        return processors.size() > 1 && Commands.exists(PIN) && Files.isDirectory(THREADS);
    }

    /** The line to be said of the results; null for none. */
    String note() {
        return isPossible() ? null : "all processes share all processors: there is no " + PIN + " (package util-linux),"
            + " or but one processor";
    }

    /** Of the command lines of all others. */
    List<String> others() {
        return !isPossible() ? List.of() : List.of(PIN, "-c",
            processors.stream().skip(1).map(String::valueOf).collect(Collectors.joining(",")));
    }

    /** Gives a running thread of this process a processor for itself. */
    void pin(final String thread) throws IOException, InterruptedException {
        if (!isPossible()) {
            return;
        }
        try (Stream<Path> threads = Files.list(THREADS)) {
            for (final Path each : threads.toList()) {
                if (Files.readString(each.resolve("comm")).trim().equals(thread)) {
                    bench.workplace().start(PIN, List.of(PIN, "-p", "-c", processors.get(0).toString(),
                        each.getFileName().toString()), Map.of()).awaitOutput(WITHIN_NS);
                }
            }
        }
    }
}
