package io.takt.bench;

import io.takt.asset.TaktException;
import io.takt.bench.program.TreeAssets;
import io.takt.bench.program.TreeHubs;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A tree of many hubs, with a process for each hub and one for its assets, as far as the machine has memory for them.
 * Its work is to count up, at the root.
 */
final class LargeTree extends Running {
    private final TreeShape shape;
    private final long untilNs;
    private final List<TreeClocks> clocks = new ArrayList<>();
    private long startedInNs;

    private LargeTree(final Bench bench, final TreeShape shape, final long untilNs) {
        super(bench);
        this.shape = shape;
        this.untilNs = untilNs;
    }

    /** Starts it and waits until all cores have moved; its run has no end. */
    static LargeTree start(final Bench bench, final TreeShape shape) throws IOException, InterruptedException {
        return start(bench, shape, Long.MAX_VALUE);
    }

    /** The same with an end, at a simulation time which is not reached before all cores have moved. */
    static LargeTree start(final Bench bench, final TreeShape shape, final long untilNs)
        throws IOException, InterruptedException {
        return started(new LargeTree(bench, shape, untilNs));
    }

    @Override
    void launch() throws IOException, InterruptedException {
        for (final TreeShape.Node each : shape.nodes()) {
            shape.write(config(each), each, bench().waiting());
        }
        final long startNs = System.nanoTime();
        for (final List<TreeShape.Node> each : shape.processes()) {
            add(takt(hubProgram(each)));
        }
        for (final TreeShape.Node each : shape.nodes()) {
            await("hub '" + each.hub() + "' to open", () -> Files.exists(directory(each).socket()));
        }
        for (final List<TreeShape.Node> each : shape.processes()) {
            if (each.stream().anyMatch(node -> node.assets() > 0)) {
                add(takt(assetProgram(each)));
            }
        }
        for (final TreeShape.Node each : shape.nodes()) {
            awaitCore(each);
        }
        startedInNs = System.nanoTime() - startNs;
        for (final TreeShape.Node each : shape.nodes()) {
            clocks.add(new TreeClocks(each, directory(each).cncFile()));
        }
    }

    private Path config(final TreeShape.Node node) {
        return bench().workplace().file(node.hub() + ".json");
    }

    private HubDirectory directory(final TreeShape.Node node) {
        return bench().workplace().hub(node.hub());
    }

    private Program takt(final List<String> args) throws IOException {
        return bench().workplace().takt(List.of(), "", args);
    }

    private List<String> hubProgram(final List<TreeShape.Node> hubs) {
        final TreeShape.Node first = hubs.get(0);
        if (first.isRoot() && untilNs < Long.MAX_VALUE) {
            return List.of("run", "-c", config(first).toString(), "--until", untilNs + "ns");
        }
        if (hubs.size() == 1) {
            return List.of("hub", "-c", config(first).toString());
        }
        final List<String> program = new ArrayList<>(List.of("java", "-XX:+UseSerialGC", TreeHubs.class.getName()));
        hubs.forEach(each -> program.add(config(each).toString()));
        return program;
    }

    private static List<String> assetProgram(final List<TreeShape.Node> hubs) {
        final List<String> program = new ArrayList<>(List.of("java", "-XX:+UseSerialGC", TreeAssets.class.getName()));
        hubs.forEach(each -> program.addAll(List.of(each.hub(), Integer.toString(each.assets()))));
        return program;
    }

    private void awaitCore(final TreeShape.Node node) throws IOException, InterruptedException {
        try (ClockFile file = ClockFile.forReading(directory(node).cncFile())) {
            final Clock core = LiveHub.coreClock(file, node.hub());
            await("hub '" + node.hub() + "' to run", () -> core.read() > 0);
        }
    }

    /** From the start of the first process until all cores had moved. */
    long startedInNs() {
        return startedInNs;
    }

    /** Looks at the bounds, once it is started. */
    TreeObserver observer() {
        return new TreeObserver(shape, clocks);
    }

    /** Memory of all processes; two that share some count half of it each. */
    long memoryBytes() throws IOException {
        long kib = 0;
        for (final long pid : allPids()) {
            kib += Long.parseLong(Files.readString(Path.of("/proc", Long.toString(pid), "smaps_rollup")).lines()
                .filter(line -> line.startsWith("Pss:")).findFirst().orElse("Pss: 0 kB").split(" +")[1]);
        }
        return kib * 1024;
    }

    /** Waits until all processes have ended by themselves; null when all clocks are at the end then, or the trouble. */
    String awaitEnd(final long atMostNs) throws IOException, InterruptedException {
        final long startNs = System.nanoTime();
        try {
            for (int i = 0; i < allPids().size(); i++) {
                program(i).awaitOutput(Math.max(0, atMostNs - (System.nanoTime() - startNs)));
            }
        } catch (final TaktException e) {
            return e.getMessage();
        }
        return clocks.stream().filter(each -> !each.isAt(untilNs)).map(TreeClocks::text).findFirst().orElse(null);
    }

    @Override
    double done() {
        return (double) clocks.get(0).coreNs() / shape.stepNs();
    }

    @Override
    public void close() {
        super.close();
        clocks.forEach(TreeClocks::close);
    }
}
