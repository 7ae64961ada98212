package io.takt.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An FMU as an asset that sends one channel, against FMPy's own loop over the same FMU with one output. */
final class FmuSteps implements Benchmark {
    private static final String FILE_VARIABLE = "TAKT_FMU";
    private static final String OUTPUT = "h";
    private static final long STEP_NS = 10_000_000;
    private static final int STEPS_AHEAD = 1_000;
    private static final int LEAST_RATIO = 5;

    /** An asset beside takes the newest value, and holds nothing. */
    private record OneFmu(Path fmu) implements Setup {
        @Override
        public long stepNs() {
            return STEP_NS;
        }

        @Override
        public void write(final Path file, final String hub, final String waiting) throws IOException {
            Files.writeString(file, """
                {"hub": "%s", "coreStep": "10ms", "maxDelay": "%dms", %s"assets": [
                  {"name": "ball", "step": "10ms"}, {"name": "sink", "step": "%2$dms"}],
                 "channels": [{"name": "%s", "from": "ball", "to": ["sink"], "delivery": "latest"}]}""".formatted(hub,
                STEPS_AHEAD * 10, waiting == null ? "" : "\"waiting\": \"" + waiting + "\", ", OUTPUT));
        }

        @Override
        public List<List<String>> programs() {
            return List.of(List.of("fmu", fmu.toString(), "--name", "ball", "--as", OUTPUT + "=double"),
                List.of("metronome", "sink"));
        }
    }

    @Override
    public String name() {
        return "fmu";
    }

    @Override
    public String title() {
        return "an FMU as an asset that sends one channel: steps against FMPy's own loop";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final String given = System.getenv(FILE_VARIABLE);
        if (given == null || !Files.isRegularFile(Path.of(given))) {
            return List.of(Result.skipped(this, "steps", null, "not measured: " + FILE_VARIABLE + " names no FMU; it is"
                + " to be BouncingBall.fmu of modelica's Reference-FMUs, or another one with an output 'h'"));
        }
        final Path fmu = Path.of(given).toAbsolutePath();
        return List.of(new PythonMatch(new OneFmu(fmu), "FMPy", "fmpy_steps", List.of(fmu.toString(), OUTPUT),
            Bound.atLeast(LEAST_RATIO))
            .run(bench, this, "steps of 10 ms"));
    }
}
