package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Assets in C, by the library in bindings/c: in lock-step with their hub, and with messages from one to another. */
final class CAssets implements Benchmark {
    private static final int BYTES = 64;
    private static final double MOST_TIMES = 1.3;
    private static final int[] BATCHES = {1, 10, 100};

    @Override
    public String name() {
        return "c-assets";
    }

    @Override
    public String title() {
        return "assets in C: lock-step against two spinning processes in C, and messages against those of Java";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final CProgram assets = CProgram.compiledWithLibrary(bench, "assets");
        final List<Result> results = new ArrayList<>();
        final Scenario lockStep = Scenario.lockStep(1);
        if (assets == null) {
            // The assets in Java stand for themselves.
            results.add(new LockStepMatch(bench, this, List.of(), null).play("1 asset in Java", lockStep));
            return results;
        }
        final Setup inC = new OtherPrograms(lockStep, List.of(List.of(assets.path(), "step", "p0-0")));
        results.add(new LockStepMatch(bench, this, List.of(CLockStep.Mode.SPIN), Bound.atMost(MOST_TIMES))
            .play("1 asset in C", lockStep, inC));
        results.add(withCoreInC(bench, inC));
        for (final int batch : BATCHES) {
            results.addAll(messages(bench, assets, batch));
        }
        return results;
    }

    /** What of a lock-step is the asset's part. */
    private Result withCoreInC(final Bench bench, final Setup inC) throws IOException, InterruptedException {
        final String what = "1 asset in C, a core in C in place of the hub's";
        final CProgram core = CProgram.compiled(bench, "core");
        final CLockStep peer = CLockStep.compiled(bench);
        final Samples own = new Samples();
        final Samples spinning = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, what);
            try (LiveHub hub = LiveHub.start(bench, inC)) {
                hub.putCore(core);
                own.add(hub.warmCountUpsPerSecond());
            }
            bench.tell(this, round, what + ", C spin");
            spinning.add(peer.countUpsPerSecond(1, CLockStep.Mode.SPIN, 1, List.of()));
        }
        return Result.compared(this, what, Figure.of("Takt", Figure.PER_SECOND, own),
            Figure.of("C spin", Figure.PER_SECOND, spinning), Figure.ratio("C spin / Takt", spinning.dividedBy(own)),
            Bound.atMost(MOST_TIMES));
    }

    private List<Result> messages(final Bench bench, final CProgram assets, final int batch)
        throws IOException, InterruptedException {
        final MessageSetup java = MessageSetup.flow(batch, BYTES, 1);
        final Setup c = new OtherPrograms(java, List.of(
            List.of(assets.path(), "send", "sender", Integer.toString(batch), Integer.toString(BYTES)),
            List.of(assets.path(), "receive", "receiver-0")));
        final double count = (double) java.assetSteps() * batch;
        return new MessageMatch(bench, this, Bound.atMost(1), "C", "Java").play(BYTES + " bytes, " + batch + " a step",
            () -> LiveHub.start(bench, c), count, () -> LiveHub.start(bench, java), count);
    }
}
