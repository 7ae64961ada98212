package io.takt.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A thousand cars of SUMO as an asset, against a plain loop in Python over the same network. */
final class SumoSteps implements Benchmark {
    private static final String MAKES = "sumo_network";
    private static final long STEP_NS = WallTime.SECOND;
    private static final long MADE_WITHIN_NS = 60 * WallTime.SECOND;
    private static final double LEAST_RATIO = 0.95;

    /** The asset beside holds nothing. */
    private record OneNetwork(String python, Path config, String variable) implements Setup {
        @Override
        public long stepNs() {
            return STEP_NS;
        }

        @Override
        public void write(final Path file, final String hub, final String waiting) throws IOException {
            Files.writeString(file, """
                {"hub": "%s", "coreStep": "1s", "maxDelay": "10s", %s"assets": [
                  {"name": "traffic", "step": "1s"}, {"name": "sink", "step": "1s"}],
                 "channels": [{"name": "value", "from": "traffic", "to": ["sink"], "delivery": "latest"}]}"""
                .formatted(hub, waiting == null ? "" : "\"waiting\": \"" + waiting + "\", "));
        }

        @Override
        public List<List<String>> programs() {
            return List.of(List.of(python, "-m", "takt_sumo", "--name", "traffic", "--out", "value=" + variable,
                config.toString()), List.of("metronome", "sink"));
        }
    }

    @Override
    public String name() {
        return "sumo";
    }

    @Override
    public String title() {
        return "1,000 cars of SUMO as an asset: steps against a plain loop in Python";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final String python = PythonSteps.pythonWith(bench, "takt_sumo, libsumo");
        if (python == null || !Commands.exists("netgenerate")) {
            return List.of(Result.skipped(this, "steps", null, "not measured: the PATH has no python3 with takt_sumo"
                + " and libsumo, or no netgenerate; 'pip install ./bindings/python ./wrappers/python[sumo]"
                + " eclipse-sumo' for them"));
        }
        final Path config = bench.workplace().file("cars.sumocfg");
        bench.workplace().start(MAKES, List.of(python, PythonSteps.source(bench, MAKES), config.toString()), Map.of())
            .awaitOutput(MADE_WITHIN_NS);
        return List.of(match(python, config, "edge:A0A1.lastStepVehicleNumber", Bound.atLeast(LEAST_RATIO))
            .run(bench, this, "a count is sent"),
            match(python, config, "vehicle:*.position", null).run(bench, this, "the places of all cars are sent"));
    }

    private static PythonMatch match(final String python, final Path config, final String variable,
        final Bound bound) {
        return new PythonMatch(new OneNetwork(python, config, variable), "libsumo", "sumo_steps",
            List.of(config.toString(), variable), bound);
    }
}
