package io.takt.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two FMUs that need each other's outputs in each step, in two processes or one, against FMPy with both in one. */
final class FmuPair implements Benchmark {
    private static final String EXAMPLE = "examples/tanks";
    private static final long STEP_NS = 10_000_000;
    private static final long BUILD_WITHIN_NS = 60 * WallTime.SECOND;
    private static final int LEAST_RATIO = 1;

    /** A tank leaks into the other, and that into it. */
    private record TwoTanks(Path fmu, boolean isOneProcess) implements Setup {
        @Override
        public long stepNs() {
            return STEP_NS;
        }

        @Override
        public void write(final Path file, final String hub, final String waiting) throws IOException {
            Files.writeString(file, """
                {"hub": "%s", "coreStep": "10ms", "maxDelay": "1s", %s"assets": [
                  {"name": "upper", "step": "10ms"}, {"name": "lower", "step": "10ms"}],
                 "channels": [{"name": "outflow", "from": "upper", "to": ["lower"]},
                              {"name": "outflow", "from": "lower", "to": ["upper"]}]}""".formatted(hub,
                waiting == null ? "" : "\"waiting\": \"" + waiting + "\", "));
        }

        @Override
        public List<List<String>> programs() {
            return isOneProcess
                ? List.of(tank("upper", "--set", "upper:level0=2", "--also", "lower"))
                : List.of(tank("upper", "--set", "level0=2"), tank("lower"));
        }

        private List<String> tank(final String name, final String... more) {
            final List<String> command = new ArrayList<>(List.of("fmu", fmu.toString(), "--name", name, "--in",
                "outflow=inflow", "--as", "outflow=double"));
            command.addAll(List.of(more));
            return command;
        }
    }

    @Override
    public String name() {
        return "fmu-pair";
    }

    @Override
    public String title() {
        return "two coupled FMUs in two processes, or one: steps against FMPy with both in one";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        if (!Commands.exists("python3") || !Commands.exists("cc")) {
            return List.of(Result.skipped(this, "steps", null,
                "not measured: the FMU of " + EXAMPLE + " needs cc and python3 (Debian: gcc python3)"));
        }
        final Path folder = bench.workplace().file("tanks");
        for (final String each : List.of("tank.c", "modelDescription.xml", "build.sh")) {
            Files.createDirectories(folder);
            Files.copy(bench.workplace().part(EXAMPLE).resolve(each), folder.resolve(each));
        }
        bench.workplace().start("build.sh", List.of("sh", folder.resolve("build.sh").toString()), Map.of())
            .awaitOutput(BUILD_WITHIN_NS);
        final Path fmu = folder.resolve("tank.fmu");
        return List.of(match(fmu, false).run(bench, this, "in two processes"),
            match(fmu, true).run(bench, this, "in one process"));
    }

    private static PythonMatch match(final Path fmu, final boolean isOneProcess) {
        return new PythonMatch(new TwoTanks(fmu, isOneProcess), "FMPy", "fmpy_pair", List.of(fmu.toString()),
            Bound.atLeast(LEAST_RATIO));
    }
}
