package io.takt.wrapper.fmu;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.asset.SimTime;
import io.takt.asset.name.Names;
import io.takt.wrapper.fmu.SspSystem.Port;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A system of FMUs as the configuration of a hub: each FMU is an asset, each connected output a channel. */
final class SspConfiguration {
    /** So many steps an FMU may be ahead of another. */
    private static final int STEPS_AHEAD = 10;
    /** Takes the outputs of the whole system. */
    private static final String RESULTS = "results";

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
            if (system.isOfComponent(start) && (system.isOfComponent(end) || end.element().isEmpty())) {
                add(start, end);
            }
        });
        if (channels.values().stream().flatMap(List::stream).anyMatch(ends -> ends.containsKey(""))) {
            assetNodes.addObject().put("name", asset("")).put("step", SimTime.format(stepNs)).putArray("launch")
                .add("takt").add("log").add("--out").add(RESULTS + ".csv").add("--force");
        }
        final ArrayNode channelNodes = all.putArray("channels");
        final List<String> names = new ArrayList<>();
        channels.forEach((start, copies) -> copies.forEach(ends ->
            connect(channelNodes.addObject(), unique(valid(start.toString()), names), start, ends.values())));
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

    /** Real numbers go as such where all have them; those of another unit are converted. */
    private void connect(final ObjectNode channel, final String name, final Port start, final Collection<Port> ends) {
        channel.put("name", name).put("from", asset(start.element()));
        if (system.connectors().get(start).isReal()
            && ends.stream().allMatch(end -> system.connectors().get(end).isReal())) {
            channel.put("type", "double");
        }
        if (ends.stream().anyMatch(end -> system.hasOtherUnit(start, end))) {
            channel.put("unit", system.connectors().get(start).unit());
        }
        commands.get(start.element()).add("--out").add(name + "=" + start.name());
        final ArrayNode to = channel.putArray("to");
        for (final Port end : ends) {
            if (system.hasOtherUnit(start, end)) {
                to.addObject().put("asset", asset(end.element())).put("unit", system.connectors().get(end).unit());
            } else {
                to.add(asset(end.element()));
            }
            if (system.isOfComponent(end)) {
                commands.get(end.element()).add("--in").add(name + "=" + end.name());
            }
        }
    }

    private String asset(final String path) {
        return assets.computeIfAbsent(path, each -> unique(each.isEmpty() ? RESULTS : valid(each),
            new ArrayList<>(assets.values())));
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
