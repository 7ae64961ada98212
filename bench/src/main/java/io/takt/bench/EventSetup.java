package io.takt.bench;

import io.takt.bench.program.PholdAsset;
import io.takt.bench.program.RingAsset;
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
 * Assets that are driven by events, on a grid of a nanosecond, with gated messages without delay.
 *
 * @param assets   how many, each in a process of its own.
 * @param channels as of the configuration.
 * @param programs as arguments of {@code takt}.
 */
record EventSetup(int assets, List<Map<String, Object>> channels, List<List<String>> programs) implements Setup {
    private static final long CORE_STEP_NS = 100;
    private static final long MAX_DELAY_NS = 1_000;
    private static final String PREFIX = "n";

    /** A token goes around so many nodes. */
    static EventSetup ring(final int nodes) {
        final List<Map<String, Object>> channels = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            final List<String> next = List.of(PREFIX + (i + 1) % nodes);
            channels.add(Map.of("name", RingAsset.CHANNEL, "from", PREFIX + i, "to", next));
        }
        return new EventSetup(nodes, channels, IntStream.range(0, nodes).mapToObj(i -> {
            final List<String> program = new ArrayList<>(
                List.of("java", RingAsset.class.getName(), PREFIX + i, Integer.toString(nodes)));
            if (i == 0) {
                program.add("serve");
            }
            return List.copyOf(program);
        }).toList());
    }

    /** Each process sends events to all others. */
    static EventSetup phold(final int processes) {
        final List<Map<String, Object>> channels = new ArrayList<>();
        for (int from = 0; from < processes; from++) {
            for (int to = 0; to < processes; to++) {
                if (from != to) {
                    channels.add(
                        Map.of("name", PholdAsset.CHANNEL + to, "from", PREFIX + from, "to", List.of(PREFIX + to)));
                }
            }
        }
        return new EventSetup(processes, channels, IntStream.range(0, processes)
            .mapToObj(i -> List.of("java", PholdAsset.class.getName(), PREFIX, Integer.toString(i),
                Integer.toString(processes))).toList());
    }

    @Override
    public long stepNs() {
        return CORE_STEP_NS;
    }

    @Override
    public void write(final Path file, final String hub, final String waiting) throws IOException {
        final Map<String, Object> config = new LinkedHashMap<>();
        config.put("hub", hub);
        config.put("coreStep", CORE_STEP_NS + "ns");
        config.put("maxDelay", MAX_DELAY_NS + "ns");
        if (waiting != null) {
            config.put("waiting", waiting);
        }
        config.put("assets", IntStream.range(0, assets)
            .mapToObj(i -> Map.of("name", PREFIX + i, "maxStep", MAX_DELAY_NS + "ns", "granularity", "1ns")).toList());
        config.put("channels", channels);
        Files.writeString(file, Json.line(config));
    }
}
