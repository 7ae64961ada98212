package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hakoniwa.command.HakoniwaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A test of programs for Hakoniwa, with the files of the examples. */
@Tag("long")
abstract class HakoniwaTest extends HubTest {
    @TempDir
    static Path output;

    @BeforeAll
    static void compile() throws Exception {
        HakoniwaPrograms.compile(output);
    }

    @BeforeEach
    void copyFiles() throws IOException {
        for (final String each : List.of("examples/custom.json", "examples/pdutypes.json", "test/none.json",
            "test/service.json")) {
            final Path file = HakoniwaPrograms.HOME.resolve(each);
            Files.copy(file, folder.resolve(file.getFileName()));
        }
    }

    /**
     * Writes hub.json as {@code takt import hakoniwa} does, of which other tests start the process; each asset is
     * "NAME=STEP", or "NAME=STEP=COMMAND" with a program of ours.
     */
    final void configure(final List<String> assets, final String... options) throws Exception {
        final List<String> command =
            new ArrayList<>(List.of("--out", folder.resolve("hub.json").toString(), "--force"));
        for (final String asset : assets) {
            final String[] parts = asset.split("=", 3);
            command.addAll(List.of("--asset", parts[0] + "=" + parts[1]));
            if (parts.length == 3) {
                command.addAll(List.of("--launch", parts[0] + "=" + parts[2].replace("./",
                    HakoniwaPrograms.libraries() + "/")));
            }
        }
        for (final String option : options) {
            final Path file = folder.resolve(option);
            command.add(Files.exists(file) ? file.toString() : option);
        }
        assertThat(new CommandLine(new HakoniwaCommand()).execute(command.toArray(new String[0]))).isZero();
        // For what programs do after the end.
        edit("\"coreStep\"", "\"endWithin\": \"1min\",\n  \"coreStep\"");
    }

    final void edit(final String text, final String instead) throws IOException {
        final Path file = folder.resolve("hub.json");
        assertThat(Files.readString(file)).contains(text);
        Files.writeString(file, Files.readString(file).replace(text, instead));
    }

    final TaktProcess run(final String until) throws Exception {
        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", "hub.json", "--until", until, "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().get("violations").longValue()).isZero();
        return run;
    }

    /** The lines that an asset has printed. */
    static List<String> lines(final TaktProcess run, final String asset) throws IOException {
        final String before = "[" + asset + "] ";
        return run.err().lines().filter(line -> line.startsWith(before)).map(line -> line.substring(before.length()))
            .filter(line -> !line.contains("the run has ended")).toList();
    }

    static String line(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    final void configureCart(final String... options) throws Exception {
        configure(List.of("Plant=10ms=./plant custom.json", "Controller=10ms=./controller custom.json"), options);
    }

    /** Has the core count up in real time. */
    final void pace() throws IOException {
        edit("\"coreStep\"", "\"pace\": { \"mode\": \"realtime\" },\n  \"coreStep\"");
    }

    final TaktProcess say(final String... command) throws Exception {
        final List<String> words = new ArrayList<>(List.of("env", "LD_LIBRARY_PATH=" + HakoniwaPrograms.libraries()));
        words.addAll(List.of(command));
        return TaktProcess.start(folder, base, words).awaitEnd();
    }
}
