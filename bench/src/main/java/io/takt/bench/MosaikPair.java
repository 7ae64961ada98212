package io.takt.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** mosaik's two example simulators, one of which gets the other's value in each step, each in a process, over TCP. */
final class MosaikPair implements Benchmark {
    private static final long STEP_NS = WallTime.SECOND;
    private static final int LEAST_RATIO = 3;

    /** The first simulator may go a hundred steps ahead. */
    private record TwoSimulators(String python) implements Setup {
        @Override
        public long stepNs() {
            return STEP_NS;
        }

        @Override
        public void write(final Path file, final String hub, final String waiting) throws IOException {
            Files.writeString(file, """
                {"hub": "%s", "coreStep": "1s", "maxDelay": "100s", %s"assets": [
                  {"name": "a", "maxStep": "100s", "granularity": "1ns"},
                  {"name": "b", "maxStep": "100s", "granularity": "1ns"}],
                 "channels": [{"name": "value", "from": "a", "to": ["b"]}]}""".formatted(hub,
                waiting == null ? "" : "\"waiting\": \"" + waiting + "\", "));
        }

        @Override
        public List<List<String>> programs() {
            return List.of(simulator("a", "A", "--out", "value=0.0.val_out"),
                simulator("b", "B", "--in", "value=0.0.val_in", "--order", "1"));
        }

        private List<String> simulator(final String name, final String model, final String... more) {
            final List<String> words = new ArrayList<>(List.of(python, "-m", "takt_mosaik", "--name", name,
                "--create", model + "={\"init_val\": 0}"));
            words.addAll(List.of(more));
            words.addAll(List.of("--", "%(python)s", "-m", "example_sim.mosaik", "%(addr)s"));
            return words;
        }
    }

    @Override
    public String name() {
        return "mosaik";
    }

    @Override
    public String title() {
        return "two simulators of mosaik over TCP: steps against mosaik itself";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final String python = PythonSteps.pythonWith(bench, "takt_mosaik, example_sim");
        if (python == null) {
            return List.of(Result.skipped(this, "steps", null, "not measured: the python3 on the PATH has not both"
                + " takt_mosaik and mosaik; 'pip install ./bindings/python ./wrappers/python[mosaik]' for them"));
        }
        return List.of(new PythonMatch(new TwoSimulators(python), "mosaik", "mosaik_pair", List.of(),
            Bound.atLeast(LEAST_RATIO))
            .run(bench, this, "steps"));
    }
}
