package io.takt.bench;

import java.io.IOException;
import java.util.List;

/** Jobs that go from one logical process to another, against nothing but a heap of jobs. */
final class StewardPhold implements Benchmark {
    private static final int PROCESSES = 8_192;

    @Override
    public String name() {
        return "steward-phold";
    }

    @Override
    public String title() {
        return "events of PHOLD per processor second, against a plain loop in Java with a heap of jobs";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        return new StewardMatch(bench, this, null, null)
            .play(PROCESSES + " processes", new StewardRun.Of("phold", PROCESSES, "", 0, 0));
    }
}
