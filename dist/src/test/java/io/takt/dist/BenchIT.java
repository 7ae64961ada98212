package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bench measures something, says what, and leaves nothing behind. How fast anything is, no test asserts. */
@Tag("long")
class BenchIT extends HubTest {
    /** Of the masks of signals in /proc. */
    private static final long SIGINT_BIT = 1 << 1;
    /** For a start of eleven processes on a busy host. */
    private static final long WITHIN_S = 240;

    private static boolean hasCommand(final String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, name)));
    }

    private TaktProcess bench(final String... args) throws Exception {
        final List<String> all = new ArrayList<>(List.of("bench", "--rounds", "1", "--seconds", "0.2"));
        all.addAll(List.of(args));
        return TaktProcess.start(folder, base, all.toArray(new String[0]));
    }

    private static JsonNode resultOf(final JsonNode report, final String benchmark) {
        for (final JsonNode result : report.get("results")) {
            if (result.get("benchmark").textValue().equals(benchmark)) {
                return result;
            }
        }
        throw new AssertionError("no result of " + benchmark + " in " + report);
    }

    /** Folders of a bench, which have its process id in their names. */
    private static List<Path> foldersOf(final TaktProcess bench) throws IOException {
        final List<Path> found = new ArrayList<>();
        for (final Path parent : List.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir")))) {
            if (Files.isDirectory(parent)) {
                try (Stream<Path> entries = Files.list(parent)) {
                    entries.filter(each -> each.getFileName().toString()
                        .startsWith("takt-bench-" + bench.process().pid() + "-")).forEach(found::add);
                }
            }
        }
        return found;
    }

    @Test
    void measuresAndReports() throws Exception {
        final boolean slow = Boolean.getBoolean("takt.slow");
        final TaktProcess bench = (slow ? bench("lock-step", "stuck-asset", "realtime", "--json")
            : bench("lock-step", "--json")).awaitEnd();

        assertThat(bench.exitCode()).as(bench.err()).isIn(0, 1);
        final JsonNode report = bench.json();
        assertThat(bench.exitCode()).isEqualTo(report.get("holds").booleanValue() ? 0 : 1);
        assertThat(report.get("machine").get("processors").intValue()).isPositive();
        assertThat(report.get("rounds").intValue()).isEqualTo(1);
        assertThat(report.get("results")).isNotEmpty().allSatisfy(result -> {
            assertThat(result.fieldNames()).toIterable().containsExactly("benchmark", "what", "takt", "peer", "ratio",
                "bound", "holds", "note");
            assertThat(result.get("what").textValue()).isNotEmpty();
        });
        final JsonNode lockStep = resultOf(report, "lock-step");
        assertThat(lockStep.get("takt").get("unit").textValue()).isEqualTo("/s");
        assertThat(lockStep.get("takt").get("value").doubleValue()).isPositive();
        if (slow) {
            assertThat(resultOf(report, "stuck-asset").get("takt").get("value").doubleValue()).isPositive();
            resultOf(report, "realtime");
        }
        assertThat(foldersOf(bench)).isEmpty();
        if (hasCommand("cc")) {
            assertThat(lockStep.get("peer").get("value").doubleValue()).isPositive();
            assertThat(lockStep.get("ratio").get("value").doubleValue()).isPositive();
            assertThat(lockStep.get("bound").get("limit").doubleValue()).isEqualTo(2);
            assertThat(lockStep.get("holds").isBoolean()).isTrue();
        }
    }

    @Test
    void theCounterpartInCIsCleanC() throws Exception {
        assumeThat(hasCommand("cc")).as("there is a C compiler").isTrue();
        final Path source = TaktProcess.HOME.resolve("bench/src/main/c/lockstep.c");
        final TaktProcess cc = TaktProcess.start(folder, base, List.of("cc", "-std=c11", "-Wall", "-Wextra", "-Werror",
            "-O2", "-o", "lockstep", source.toString())).awaitEnd();
        assertThat(cc.err()).isEmpty();
        assertThat(cc.exitCode()).isZero();
    }

    @Test
    void endsWhatItHasStartedWhenItIsInterrupted() throws Exception {
        assumeThat(ignoresInterrupts()).as("SIGINT is ignored, as in what a script runs in the background").isFalse();
        try (TaktProcess bench = TaktProcess.start(folder, base, "bench", "idle", "--seconds", "60")) {
            await(() -> bench.process().descendants().count() == 11);
            assertThat(foldersOf(bench)).isNotEmpty();
            final List<ProcessHandle> started = bench.process().descendants().toList();

            TaktProcess.signal(bench.process().toHandle(), "INT");

            assertThat(bench.awaitEnd().exitCode()).isEqualTo(130);
            assertThat(started).noneMatch(ProcessHandle::isAlive);
            assertThat(foldersOf(bench)).isEmpty();
        }
    }

    @Test
    void itsTwoMachinesAreGoneWhenItIsInterrupted() throws Exception {
        assumeThat(ignoresInterrupts()).as("SIGINT is ignored, as in what a script runs in the background").isFalse();
        try (TaktProcess bench = TaktProcess.start(folder, base, "bench", "tree-helics", "--seconds", "60")) {
            await(() -> bench.process().descendants().count() >= 4);
            final Path namespace = Path.of("/run/netns", "tb" + bench.process().pid() + "a");
            assumeThat(namespace).as("network namespaces can be made").exists();

            TaktProcess.signal(bench.process().toHandle(), "INT");

            assertThat(bench.awaitEnd().exitCode()).isEqualTo(130);
            assertThat(namespace).doesNotExist();
            assertThat(foldersOf(bench)).isEmpty();
        }
    }

    /** Then all processes that are started here do, too: that is inherited. */
    private static boolean ignoresInterrupts() throws IOException {
        final Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return false;
        }
        final String ignored = Files.readAllLines(status).stream().filter(line -> line.startsWith("SigIgn:"))
            .findFirst().map(line -> line.substring("SigIgn:".length()).trim()).orElse("0");
        return (Long.parseUnsignedLong(ignored, 16) & SIGINT_BIT) != 0;
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(final Condition condition) {
        final long startNs = System.nanoTime();
        while (!condition.holds()) {
            assertThat(System.nanoTime() - startNs).isLessThan(TimeUnit.SECONDS.toNanos(WITHIN_S));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    @Test
    void saysWhatThereIs() throws Exception {
        final TaktProcess list = bench("--list").awaitEnd();
        assertThat(list.exitCode()).isZero();
        assertThat(list.out().lines().map(line -> line.split(" ")[0])).containsExactly(
            "lock-step", "many-processes", "one-processor", "run-ahead", "many-assets", "joins", "stuck-asset",
            "scrape", "page", "messages", "message-echo", "message-fan-out", "message-garbage", "message-company",
            "c-assets", "python", "fmu", "fmu-pair", "mosaik", "sumo", "tree", "tree-distance", "tree-helics",
            "tree-size", "ring", "phold", "steward-spheres", "steward-kit", "steward-past", "steward-redo",
            "steward-snapshot", "steward-parallel", "steward-phold", "steward-bound", "idle",
            "realtime", "asset-start", "start");

        final TaktProcess unknown = bench("lock-setp").awaitEnd();
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("there is no benchmark 'lock-setp', but lock-step, many-processes")
            .hasLineCount(1);
    }
}
