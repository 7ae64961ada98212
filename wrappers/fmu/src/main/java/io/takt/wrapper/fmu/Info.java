package io.takt.wrapper.fmu;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Prints what an FMU says of itself. */
final class Info {
    private Info() {
    }

    static void print(final Path file, final PrintStream out) throws IOException {
        final ModelDescription model;
        final List<String> binaries;
        try (FmuArchive archive = new FmuArchive(file, FmuArchive.MOST_BYTES)) {
            model = archive.description();
            binaries = archive.foldersIn(FmuArchive.BINARIES);
        }
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
