package io.takt.bench;

import io.takt.asset.TaktException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program that the bench has started; its output goes to a file. */
final class Program {
    private static final long END_WITHIN_S = 5;

    private final String name;
    private final Process process;
    private final Path output;

    Program(final String name, final Process process, final Path output) {
        this.name = name;
        this.process = process;
        this.output = output;
    }

    long pid() {
        return process.pid();
    }

    /** Processes that it has started itself. */
    List<Long> children() {
        return process.children().map(ProcessHandle::pid).toList();
    }

    /** Complains, with the last that it printed, when it has ended without being asked to. */
    void requireAlive() throws IOException {
        if (!process.isAlive()) {
            throw new TaktException(name + " has ended with exit status " + process.exitValue() + lastWords());
        }
    }

    /** Waits for its end and returns what it printed. */
    String awaitOutput(final long atMostNs) throws IOException, InterruptedException {
        if (!process.waitFor(atMostNs, TimeUnit.NANOSECONDS)) {
            throw new TaktException(name + " did not end in time" + lastWords());
        }
        if (process.exitValue() != 0) {
            throw new TaktException(name + " has ended with exit status " + process.exitValue() + lastWords());
        }
        return Files.readString(output);
    }

    /** Its output so far. */
    String printed() throws IOException {
        return Files.readString(output);
    }

    private String lastWords() throws IOException {
        final List<String> lines = Files.readString(output).lines().filter(line -> !line.isBlank()).toList();
        return lines.isEmpty() ? "; it printed nothing" : "; it last printed: " + lines.get(lines.size() - 1);
    }

    /** Asks programs to end, with all that they have started, and kills what does not heed that. */
    static void end(final List<Program> programs) {
        // Taken before any of them ends: afterwards orphans could not be told from other processes.
        final List<ProcessHandle> all = programs.stream().map(each -> each.process.toHandle())
            .flatMap(each -> Stream.concat(Stream.of(each), each.descendants())).toList();
        all.forEach(ProcessHandle::destroy);
        final long startNs = System.nanoTime();
        for (final ProcessHandle each : all) {
            final long leftNs = TimeUnit.SECONDS.toNanos(END_WITHIN_S) - (System.nanoTime() - startNs);
            each.onExit().completeOnTimeout(each, Math.max(0, leftNs), TimeUnit.NANOSECONDS).join();
        }
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
