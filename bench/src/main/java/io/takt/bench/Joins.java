package io.takt.bench;

import io.takt.asset.TaktException;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Joins into a running hub: how long they take, and how much they delay an asset that is running there. */
final class Joins implements Benchmark {
    private static final int ASSETS = 10_000;
    private static final int LARGE = 64 * 1024 * 1024;
    private static final long STEP_NS = WallTime.MS;

    /** Those that join do not step, and are not to hold the core. */
    private static final long MAX_DELAY_NS = 3_600 * WallTime.SECOND;
    private static final Bound AT_MOST_MS = Bound.atMost(2_000);
    private static final Bound LONGEST_MS = Bound.atMost(5);
    private static final String RUNNING = "p0-0";

    @Override
    public String name() {
        return "joins";
    }

    @Override
    public String title() {
        return "10,000 joins over one connection, and one with a channel of 64 MiB, into a hub in which an asset steps";
    }

    /** Of one kind of join. */
    private static final class Figures {
        private final Samples wallMs = new Samples();
        private final Samples coreMs = new Samples();
        private final Samples longestMs = new Samples();
        private final Samples usualMs = new Samples();
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final Figures many = new Figures();
        final Figures apart = new Figures();
        final Figures large = new Figures();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, ASSETS + " assets");
            measure(bench, null, ASSETS, List.of(), many);
            bench.tell(this, round, "a large channel");
            measure(bench, null, 1, List.of(OutputSpec.named("scan").maxBytes(LARGE)), large);
        }
        final Pinning pinning = new Pinning(bench);
        pinning.leaveIt();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, ASSETS + " assets, core and asset on a processor of their own");
            measure(bench, pinning, ASSETS, List.of(), apart);
        }
        pinning.useAll();
        final List<Result> results = new ArrayList<>();
        results.add(Result.bounded(this, "10,000 joins, all", Figure.of("Takt", "ms", many.wallMs), AT_MOST_MS));
        results.add(Result.reported(this, "10,000 joins, the core's thread", Figure.of("Takt", "ms", many.coreMs)));
        results.add(longest("10,000 joins", many));
        final String own = "the same, core and asset on a processor of their own";
        results.add(Result.bounded(this, own, Figure.of("Takt", "ms", apart.longestMs), LONGEST_MS)
            .withNote(pinning.note()));
        results.add(Result.reported(this, own + ", without joins", Figure.of("Takt", "ms", apart.usualMs)));
        results.add(Result.reported(this, "64 MiB channel", Figure.of("Takt", "ms", large.wallMs)));
        results.add(Result.reported(this, "64 MiB channel, the core's thread", Figure.of("Takt", "ms", large.coreMs)));
        results.add(longest("64 MiB channel", large));
        return results;
    }

    private Result longest(final String what, final Figures figures) {
        return Result.compared(this, what + ", the longest step of a running asset",
            Figure.of("Takt", "ms", figures.longestMs), Figure.of("without", "ms", figures.usualMs),
            Figure.ratio("with / without", figures.longestMs.dividedBy(figures.usualMs)), null);
    }

    /** With a pinning, core and asset have its processor. */
    private static void measure(final Bench bench, final Pinning pinning, final int assets,
        final List<OutputSpec> outputs, final Figures figures) throws IOException, InterruptedException {
        final Scenario scenario = new Scenario(STEP_NS, STEP_NS, MAX_DELAY_NS, 1, 1, List.of(), true);
        try (LiveHub hub = LiveHub.start(bench, scenario); ControlClient client = hub.connect()) {
            hub.awaitCompiled();
            if (pinning != null) {
                pinning.pin(hub.pid(), "takt-core");
                pinning.pin(hub.assetPid(), "java");
            }
            try (LongestStep usual = new LongestStep(hub.assetClock(RUNNING))) {
                WallTime.sleep(bench.measuredNs());
                figures.usualMs.add(usual.endMs());
            }
            final ProcessorTime core = ProcessorTime.isKnown() ? ProcessorTime.ofCore(hub.pid()) : null;
            try (LongestStep during = new LongestStep(hub.assetClock(RUNNING))) {
                final long startNs = System.nanoTime();
                join(client, assets, outputs);
                figures.wallMs.add((double) (System.nanoTime() - startNs) / WallTime.MS);
                figures.coreMs.add(core == null ? Double.NaN : (double) core.usedNs() / WallTime.MS);
                figures.longestMs.add(during.endMs());
            }
        }
    }

    private static void join(final ControlClient client, final int assets, final List<OutputSpec> outputs) {
        final List<Supplier<Reply>> asked = new ArrayList<>(assets);
        for (int i = 0; i < assets; i++) {
            final String name = "j-" + i;
            asked.add(client.begin(
                id -> Request.Join.of(id, name).stepNs(STEP_NS).outputs(outputs).process(ownPid(), 0), reply -> { }));
        }
        for (final Supplier<Reply> each : asked) {
            final Reply reply = each.get();
            if (!reply.ok()) {
                throw new TaktException("the hub refuses an asset: " + reply.error());
            }
        }
    }

    private static long ownPid() {
        return ProcessHandle.current().pid();
    }
}
