package io.takt.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A processor for threads that are never to wait for others, and the rest for all processes that the bench starts.
 * Where there is but one processor, or no command for it, all share the processors that there are.
 */
final class Pinning {
    private static final String PIN = "taskset";
    private static final long WITHIN_NS = 10 * WallTime.SECOND;

    private final Bench bench;
    private final List<Integer> processors;

    Pinning(final Bench bench) throws IOException {
        this.bench = bench;
        this.processors = ProcessorTime.allowedProcessors();
    }

    private boolean isPossible() {
        return processors.size() > 1 && Commands.exists(PIN) && Files.isDirectory(Path.of("/proc/self/task"));
    }

    /** The line to be said of the results; null for none. */
    String note() {
        return isPossible() ? null : "all processes share all processors: there is no " + PIN + " (package util-linux),"
            + " or but one processor";
    }

    /** Of the command lines of all others. */
    List<String> others() {
        return !isPossible() ? List.of() : List.of(PIN, "-c", listed(processors.subList(1, processors.size())));
    }

    /** Gives a running thread of this process a processor for itself. */
    void pin(final String thread) throws IOException, InterruptedException {
        pin(ProcessHandle.current().pid(), thread);
    }

    /** The same for a thread of any process. */
    void pin(final long pid, final String thread) throws IOException, InterruptedException {
        if (!isPossible()) {
            return;
        }
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (final Path each : threads.toList()) {
                if (Files.readString(each.resolve("comm")).trim().equals(thread)) {
                    taskset("-p", "-c", processors.get(0).toString(), each.getFileName().toString());
                }
            }
        }
    }

    /** All threads of this process, and the processes that it starts, leave that processor alone. */
    void leaveIt() throws IOException, InterruptedException {
        runOn(processors.subList(1, processors.size()));
    }

    /** The end of {@link #leaveIt}. */
    void useAll() throws IOException, InterruptedException {
        runOn(processors);
    }

    private void runOn(final List<Integer> some) throws IOException, InterruptedException {
        if (isPossible()) {
            taskset("-a", "-p", "-c", listed(some), Long.toString(ProcessHandle.current().pid()));
        }
    }

    private static String listed(final List<Integer> some) {
        return some.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private void taskset(final String... words) throws IOException, InterruptedException {
        final List<String> line = new ArrayList<>(List.of(PIN));
        line.addAll(List.of(words));
        bench.workplace().start(PIN, line, Map.of()).awaitOutput(WITHIN_NS);
    }
}
