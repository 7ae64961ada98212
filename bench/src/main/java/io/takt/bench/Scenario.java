package io.takt.bench;

import io.takt.hub.command.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A hub with assets that are all alike.
 *
 * @param stepNs     ΔT_c.
 * @param assetStepNs ΔT_i of each asset.
 * @param maxDelayNs D_max.
 * @param assets     how many.
 * @param processes  in how many processes; each has the same number of assets.
 * @param prefix     of the command line of each process, to pin it for instance.
 * @param realtime   whether the core keeps to the wall clock.
 */
record Scenario(long stepNs, long assetStepNs, long maxDelayNs, int assets, int processes, List<String> prefix,
    boolean realtime) implements Setup {
    private static final long LOCK_STEP_NS = 1_000;

    /** Each asset in a process of its own, D_max = ΔT_c = ΔT_i. */
    static Scenario lockStep(final int assets) {
        return new Scenario(LOCK_STEP_NS, LOCK_STEP_NS, LOCK_STEP_NS, assets, assets, List.of(), false);
    }

    /** Each asset in a process of its own, a core that keeps to the wall clock, D_max of two of the assets' steps. */
    static Scenario realtime(final long stepNs, final long assetStepNs, final int assets) {
        return new Scenario(stepNs, assetStepNs, 2 * assetStepNs, assets, assets, List.of(), true);
    }

    /** The same with a D_max of so many steps. */
    Scenario withAhead(final int steps) {
        return new Scenario(stepNs, assetStepNs, stepNs * steps, assets, processes, prefix, realtime);
    }

    /** The same with all assets in one process. */
    Scenario inOneProcess() {
        return new Scenario(stepNs, assetStepNs, maxDelayNs, assets, 1, prefix, realtime);
    }

    /** The same with another beginning of all command lines. */
    Scenario withPrefix(final List<String> newPrefix) {
        return new Scenario(stepNs, assetStepNs, maxDelayNs, assets, processes, newPrefix, realtime);
    }

    /** Name of the assets of a process, to which metronome adds a number. */
    private static String group(final int process) {
        return "p" + process;
    }

    @Override
    public List<List<String>> programs() {
        return IntStream.range(0, processes)
            .mapToObj(i -> List.of("metronome", group(i), "--count", Integer.toString(assetsPerProcess()))).toList();
    }

    private int assetsPerProcess() {
        return assets / processes;
    }

    @Override
    public void write(final Path file, final String hub, final String waiting) throws IOException {
        write(file, hub, waiting, List.of());
    }

    /**
     * Writes the configuration.
     *
     * @param file    to be written.
     * @param hub     the hub's name.
     * @param waiting how all are to wait; null to leave it out.
     * @param launch  what the hub is to launch as each asset; empty for nothing.
     */
    void write(final Path file, final String hub, final String waiting, final List<String> launch) throws IOException {
        final Map<String, Object> config = new LinkedHashMap<>();
        config.put("hub", hub);
        config.put("coreStep", stepNs + "ns");
        config.put("maxDelay", maxDelayNs + "ns");
        if (realtime) {
            config.put("pace", Map.of("mode", "realtime"));
        }
        if (waiting != null) {
            config.put("waiting", waiting);
        }
        final List<Map<String, Object>> entries = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            for (int i = 0; i < assetsPerProcess(); i++) {
                final Map<String, Object> asset = new LinkedHashMap<>();
                asset.put("name", group(process) + "-" + i);
                asset.put("step", assetStepNs + "ns");
                if (waiting != null) {
                    asset.put("waiting", waiting);
                }
                if (!launch.isEmpty()) {
                    asset.put("launch", launch);
                }
                entries.add(asset);
            }
        }
        config.put("assets", entries);
        Files.writeString(file, Json.line(config));
    }
}
