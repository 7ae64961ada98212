package io.takt.wrapper.fmu;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Prints what an FMU says of itself. */
final class Info {
    private Info() {
    }

    /** For people, or as one JSON object. */
    static void print(final Path file, final boolean asJson, final PrintStream out) throws IOException {
        try (FmuArchive archive = new FmuArchive(file)) {
            final ModelDescription model = archive.description();
            final List<String> binaries = archive.foldersIn(FmuArchive.BINARIES);
            if (asJson) {
                out.println(json(model, binaries));
            } else {
                print(model, binaries, out);
            }
        }
    }

    private static ObjectNode json(final ModelDescription model, final List<String> binaries) {
        final ObjectNode all = JsonNodeFactory.instance.objectNode().put("model", model.modelName())
            .put("description", model.text()).put("madeBy", model.tool()).put("fmiVersion", model.fmiVersion());
        binaries.forEach(all.putArray("binaries")::add);
        if (model.coSimulation() == null) {
            all.putNull("coSimulation");
        } else {
            model.coSimulation().abilities().forEach(all.putObject("coSimulation")::put);
        }
        model.otherKinds().forEach(all.putArray("others")::add);
        final ArrayNode variables = all.putArray("variables");
        for (final Variable each : model.variables().values()) {
            final ObjectNode variable = variables.addObject().put("name", each.name()).put("type", each.type().word())
                .put("causality", each.causality()).put("variability", each.variability()).put("start", each.start())
                .put("unit", each.unit()).put("description", each.description());
            final ArrayNode dimensions = variable.putArray("dimensions");
            for (final Variable.Dimension size : each.dimensions()) {
                if (size.reference() == null) {
                    dimensions.add(size.size());
                } else {
                    dimensions.add(model.name(size.reference()));
                }
            }
        }
        return all;
    }

    private static void print(final ModelDescription model, final List<String> binaries, final PrintStream out) {
        line(out, "model", model.modelName());
        line(out, "description", model.text());
        line(out, "made by", model.tool());
        line(out, "FMI", model.fmiVersion());
        line(out, "binaries", String.join(", ", binaries));
        line(out, "co-simulation", model.coSimulation() == null ? "none" : abilities(model));
        line(out, "others", String.join(", ", model.otherKinds()));
        out.println();
        final int width = model.variables().keySet().stream().mapToInt(String::length).max().orElse(0);
        final String format = "%-" + Math.max(8, Math.min(40, width)) + "s  %-8s  %-12s  %-10s  %s%n";
        out.printf(format, "variable", "type", "causality", "changes", "start, unit, meaning");
        for (final Variable each : model.variables().values()) {
            out.printf(format, each.name(), each.type().word() + "[]".repeat(each.dimensions().size()),
                each.causality(), each.variability(), meaning(each));
        }
    }

    private static void line(final PrintStream out, final String what, final String text) {
        if (!text.isEmpty()) {
            out.printf("%-14s %s%n", what, text);
        }
    }

    private static String abilities(final ModelDescription model) {
        return String.join(", ", model.coSimulation().abilities().entrySet().stream()
            .filter(each -> !each.getValue().equals("false") && !each.getKey().equals("modelIdentifier"))
            .map(each -> each.getValue().equals("true") ? each.getKey() : each.getKey() + " " + each.getValue())
            .toList());
    }

    private static String meaning(final Variable variable) {
        final StringBuilder text = new StringBuilder();
        if (variable.start() != null) {
            text.append("= ").append(variable.start()).append(' ');
        }
        if (variable.unit() != null) {
            text.append('[').append(variable.unit()).append("] ");
        }
        if (variable.description() != null) {
            text.append(variable.description());
        }
        return text.toString().strip();
    }
}
