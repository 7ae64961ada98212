package io.takt.bench;

import io.takt.bench.program.EchoAsset;
import io.takt.bench.program.FlowAsset;
import io.takt.hub.command.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Assets that send and receive gated messages without delay, all with the same step.
 *
 * @param stepNs     ΔT_c; a multiple of the assets' step.
 * @param maxDelayNs D_max.
 * @param channel    name of all channels.
 * @param links      from each sender to its receivers.
 * @param programs   as arguments of {@code takt}.
 */
record MessageSetup(long stepNs, long maxDelayNs, String channel, Map<String, List<String>> links,
    List<List<String>> programs) implements Setup {
    private static final long ASSET_STEP_NS = 1_000;

    /** Steps of the assets that the core counts up at once, and that it may be ahead: so the assets need not wait. */
    private static final int CORE_STEPS = 100;
    private static final int STEPS_AHEAD = 1_000;

    /** One asset sends so many messages in each step, others receive them; all receivers are in one process. */
    static MessageSetup flow(final int messages, final int bytes, final int receivers) {
        final List<String> names = IntStream.range(0, receivers).mapToObj(i -> "receiver-" + i).toList();
        final List<String> receive = new ArrayList<>(List.of("java", FlowAsset.class.getName(), "receive"));
        receive.addAll(names);
        return new MessageSetup(CORE_STEPS * ASSET_STEP_NS, STEPS_AHEAD * ASSET_STEP_NS, FlowAsset.CHANNEL,
            Map.of("sender", names), List.of(List.of("java", FlowAsset.class.getName(), "send", "sender",
                Integer.toString(messages), Integer.toString(bytes)), receive));
    }

    /** Two assets play a ball; the core is so many of their steps ahead, and counts up by as many at once as fit in. */
    static MessageSetup echo(final int bytes, final int stepsAhead) {
        final String size = Integer.toString(bytes);
        return new MessageSetup(Math.min(CORE_STEPS, stepsAhead) * ASSET_STEP_NS, stepsAhead * ASSET_STEP_NS,
            EchoAsset.CHANNEL, Map.of("a", List.of("b"), "b", List.of("a")),
            List.of(List.of("java", EchoAsset.class.getName(), "a", size, "serve"),
                List.of("java", EchoAsset.class.getName(), "b", size)));
    }

    /** How many steps of an asset a count-up of the core is. */
    int assetSteps() {
        return (int) (stepNs / ASSET_STEP_NS);
    }

    @Override
    public void write(final Path file, final String hub, final String waiting) throws IOException {
        final Map<String, Object> config = new LinkedHashMap<>();
        config.put("hub", hub);
        config.put("coreStep", stepNs + "ns");
        config.put("maxDelay", maxDelayNs + "ns");
        if (waiting != null) {
            config.put("waiting", waiting);
        }
        config.put("assets", links.entrySet().stream()
            .flatMap(link -> Stream.concat(Stream.of(link.getKey()),
                link.getValue().stream()))
            .distinct().map(name -> asset(name, waiting)).toList());
        config.put("channels", links.entrySet().stream()
            .map(link -> Map.of("name", channel, "from", link.getKey(), "to", link.getValue())).toList());
        Files.writeString(file, Json.line(config));
    }

    private static Map<String, Object> asset(final String name, final String waiting) {
        final Map<String, Object> asset = new LinkedHashMap<>();
        asset.put("name", name);
        asset.put("step", ASSET_STEP_NS + "ns");
        if (waiting != null) {
            asset.put("waiting", waiting);
        }
        return asset;
    }
}
