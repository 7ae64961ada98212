package io.takt.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test with a folder for its files, and another for the hubs that it starts. */
abstract class HubTest {
    /** For configurations and output. */
    @TempDir
    Path folder;

    /** In which the hubs live; its path is short enough for sockets. */
    Path base;

    /** A configuration whose programs have time for their last words on a busy host, too; usually it is 0.8 s. */
    static String patient(final String configuration) {
        return configuration.replaceFirst(" *\"endWithin\": \"[^\"]*\",\\R?", "")
            .replaceFirst("\\{", "{ \"endWithin\": \"1min\",");
    }

    /** Copies files of an example; its configurations are {@link #patient}. */
    static void copyExample(final String example, final String files, final Path to) throws IOException {
        try (var found = Files.newDirectoryStream(TaktProcess.HOME.resolve("examples").resolve(example), files)) {
            for (final Path file : found) {
                final Path copy = to.resolve(file.getFileName());
                Files.copy(file, copy);
                if (copy.toString().endsWith(".json")) {
                    Files.writeString(copy, patient(Files.readString(copy)));
                }
            }
        }
    }

    @BeforeEach
    final void makeBase() throws IOException {
        base = TaktProcess.newBase();
    }

    @AfterEach
    final void removeBase() {
        IoUtil.delete(base.toFile(), true);
    }
}
