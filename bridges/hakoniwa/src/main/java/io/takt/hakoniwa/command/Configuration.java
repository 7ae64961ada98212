package io.takt.hakoniwa.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.asset.SimTime;
import io.takt.hakoniwa.read.Pdu;
import io.takt.hakoniwa.read.Service;
import io.takt.hub.command.Json;
import io.takt.shm.message.MessageLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The configuration of a hub while it is made. */
final class Configuration {
    private final String hub;
    private final Map<String, Long> stepsNs;
    private final boolean isGated;
    private final Map<String, List<String>> commands = new HashMap<>();
    private final List<ObjectNode> channels = new ArrayList<>();
    private final Map<String, Integer> sent = new HashMap<>();
    private long coreStepNs;
    private long maxDelayNs;

    Configuration(final String hub, final Map<String, Long> stepsNs, final boolean isGated) {
        this.hub = hub;
        this.stepsNs = stepsNs;
        this.isGated = isGated;
    }

    void launch(final String asset, final List<String> command) {
        commands.put(asset, command);
    }

    /**
     * A PDU that some assets write, and all others read.
     *
     * @param writers null for all.
     */
    void add(final Pdu pdu, final Set<String> writers) {
        for (final String from : writers == null ? stepsNs.keySet() : writers) {
            connect(pdu.channel(), from, others(from), pdu.bytes(), isGated ? "gated" : "latest");
        }
    }

    /**
     * A service of some assets for all others.
     *
     * @param servers null for all.
     */
    void add(final Service service, final Set<String> servers) {
        final List<String> clients = stepsNs.keySet().stream()
            .filter(each -> servers == null || !servers.contains(each)).toList();
        for (final String from : clients) {
            connect(service.requests(), from, servers == null ? others(from) : List.copyOf(servers),
                service.requestBytes(), "gated");
        }
        for (final String from : servers == null ? stepsNs.keySet() : servers) {
            connect(service.answers(), from, servers == null ? others(from) : clients, service.answerBytes(),
                "gated");
        }
    }

    private List<String> others(final String asset) {
        return stepsNs.keySet().stream().filter(each -> !each.equals(asset)).toList();
    }

    private void connect(final String name, final String from, final List<String> to, final int bytes,
        final String delivery) {
        if (to.isEmpty()) {
            return;
        }
        if (sent.merge(from, 1, Integer::sum) > MessageLog.MOST_CHANNELS) {
            throw new IllegalArgumentException("'" + from + "' would send more than " + MessageLog.MOST_CHANNELS
                + " channels, which is the most of an asset; name the writers of PDUs by --writes, and servers by"
                + " --serves");
        }
        final ObjectNode channel = JsonNodeFactory.instance.objectNode().put("name", name).put("from", from);
        to.forEach(channel.putArray("to")::add);
        channels.add(channel.put("delivery", delivery).put("maxBytes", bytes));
    }

    /** What is null becomes what Hakoniwa's programs ask of their conductor where all have one step: that step. */
    void times(final Long wantedCoreStepNs, final Long wantedMaxDelayNs) {
        coreStepNs = wantedCoreStepNs != null ? wantedCoreStepNs
            : stepsNs.values().stream().mapToLong(Long::longValue).min().orElseThrow();
        if (coreStepNs == 0) {
            throw new IllegalArgumentException("--core-step is 0; a core counts up by more than that");
        }
        final long leastNs = stepsNs.values().stream()
            .mapToLong(stepNs -> Math.addExact(coreStepNs - gcd(coreStepNs, stepNs), stepNs)).max().orElseThrow();
        if (wantedMaxDelayNs != null && wantedMaxDelayNs < leastNs) {
            throw new IllegalArgumentException("--max-delay " + SimTime.format(wantedMaxDelayNs)
                + " would stop the run for good; the least is " + SimTime.format(leastNs));
        }
        maxDelayNs = wantedMaxDelayNs != null ? wantedMaxDelayNs : leastNs;
    }

    private static long gcd(final long one, final long other) {
        return other == 0 ? one : gcd(other, one % other);
    }

    /** The file: a line for each asset and channel. */
    String text() {
        final List<ObjectNode> assets = new ArrayList<>();
        stepsNs.forEach((name, stepNs) -> {
            final ObjectNode asset =
                JsonNodeFactory.instance.objectNode().put("name", name).put("step", SimTime.format(stepNs));
            if (commands.containsKey(name)) {
                commands.get(name).forEach(asset.putArray("launch")::add);
            }
            assets.add(asset);
        });
        return "{\n  \"hub\": " + Json.line(hub) + ",\n  \"coreStep\": \"" + SimTime.format(coreStepNs)
            + "\",\n  \"maxDelay\": \"" + SimTime.format(maxDelayNs) + "\",\n  \"assets\": " + lines(assets)
            + ",\n  \"channels\": " + lines(channels) + "\n}\n";
    }

    private static String lines(final List<ObjectNode> nodes) {
        return nodes.isEmpty() ? "[]"
            : nodes.stream().map(Json::line).collect(Collectors.joining(",\n    ", "[\n    ", "\n  ]"));
    }
}
