package io.takt.wrapper.fmu;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.asset.SimTime;
import io.takt.asset.name.Names;
import io.takt.wrapper.fmu.SspSystem.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A system of FMUs as the configuration of a hub: each FMU is an asset, each connected output a channel. */
final class SspConfiguration {
    /** So many steps an FMU may be ahead of another. */
    private static final int STEPS_AHEAD = 10;

    private final SspSystem system;
    private final Map<String, String> assets = new HashMap<>();
    /** By the sender's output, the receivers of each of its channels. A receiver may want it for several inputs. */
    private final Map<Port, List<Map<String, Port>>> channels = new LinkedHashMap<>();
    private final Map<String, ArrayNode> commands = new LinkedHashMap<>();

    private SspConfiguration(final SspSystem system) {
        this.system = system;
    }

    /** Makes it; all steps have one length, in nanoseconds. */
    static ObjectNode of(final SspSystem system, final String hub, final long stepNs) {
        return new SspConfiguration(system).make(hub, stepNs);
    }

    private ObjectNode make(final String hub, final long stepNs) {
        final ObjectNode all = JsonNodeFactory.instance.objectNode().put("hub", valid(hub))
            .put("coreStep", SimTime.format(stepNs)).put("maxDelay", SimTime.format(STEPS_AHEAD * stepNs));
        final ArrayNode assetNodes = all.putArray("assets");
        system.components().forEach((path, component) -> {
            final ObjectNode asset = assetNodes.addObject().put("name", asset(path))
                .put("step", SimTime.format(stepNs));
            final ArrayNode command = asset.putArray("launch").add("takt").add("fmu").add(component.source());
            component.starts().forEach((name, value) -> command.add("--set").add(name + "=" + value));
            commands.put(path, command);
        });
        system.links().forEach((end, start) -> {
            if (system.components().containsKey(end.element())) {
                add(start, end);
            }
        });
        final ArrayNode channelNodes = all.putArray("channels");
        final List<String> names = new ArrayList<>();
        channels.forEach((start, copies) -> {
            for (final Map<String, Port> ends : copies) {
                final String name = unique(valid(start.toString()), names);
                final ObjectNode channel = channelNodes.addObject().put("name", name)
                    .put("from", asset(start.element()));
                final ArrayNode to = channel.putArray("to");
                ends.keySet().forEach(path -> to.add(asset(path)));
                connect(name, start, ends);
            }
        });
        return all;
    }

    private void add(final Port start, final Port end) {
        final List<Map<String, Port>> copies = channels.computeIfAbsent(start, port -> new ArrayList<>());
        for (final Map<String, Port> each : copies) {
            if (each.putIfAbsent(end.element(), end) == null) {
                return;
            }
        }
        copies.add(new LinkedHashMap<>(Map.of(end.element(), end)));
    }

    /** Real numbers go as such where both sides have them. */
    private void connect(final String channel, final Port start, final Map<String, Port> ends) {
        final boolean isReal = system.isReal(start) && ends.values().stream().allMatch(system::isReal);
        commands.get(start.element()).add("--out").add(channel + "=" + start.name());
        ends.forEach((path, end) -> commands.get(path).add("--in").add(channel + "=" + end.name()));
        if (isReal) {
            commands.get(start.element()).add("--as").add(channel + "=double");
            ends.keySet().stream().filter(path -> !path.equals(start.element()))
                .forEach(path -> commands.get(path).add("--as").add(channel + "=double"));
        }
    }

    private String asset(final String path) {
        return assets.computeIfAbsent(path, each -> unique(valid(each), new ArrayList<>(assets.values())));
    }

    private static String valid(final String name) {
        final String plain = name.replaceAll("[^A-Za-z0-9._-]+", "_").replaceFirst("^[._-]+", "");
        return plain.isEmpty() ? "system" : plain.substring(0, Math.min(plain.length(), Names.MAX_LENGTH - 4));
    }

    /** Adds it to those that are taken. */
    private static String unique(final String name, final List<String> taken) {
        String found = name;
        for (int i = 2; taken.contains(found); i++) {
            found = name + "-" + i;
        }
        taken.add(found);
        return found;
    }
}
