package io.takt.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Prometheus' own check of rules and configurations, where it is installed. */
public final class Promtool {
    private Promtool() {
    }

    /** Runs it, and fails with what it says when it finds something wrong. */
    public static String run(final String... args) throws IOException, InterruptedException {
        assumeThat(Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "promtool"))))
            .as("left out: promtool is not on the PATH (Debian: prometheus)").isTrue();
        final List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(args));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
