package io.takt.bench;

import io.takt.asset.TaktException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** HELICS, as its Python wheel brings it: library, headers and broker; and programs in C that use it. */
final class HelicsLibrary {
    private static final String FOLDER_VARIABLE = "TAKT_HELICS";
    private static final long COMPILE_WITHIN_NS = 60 * WallTime.SECOND;

    private final Bench bench;
    private final Path folder;

    private HelicsLibrary(final Bench bench, final Path folder) {
        this.bench = bench;
        this.folder = folder;
    }

    /** The note where there is no HELICS. */
    static String missing() {
        return "not compared: there is no HELICS; 'pip install helics' for the python3 on the PATH, or the folder"
            + " 'helics/install' of its wheel in " + FOLDER_VARIABLE + ", and a C compiler";
    }

    /** Null when it is not there, or no compiler is. */
    static HelicsLibrary found(final Bench bench) throws IOException, InterruptedException {
        final Path folder = folder(bench);
        return folder == null || !Commands.exists(compiler().get(0)) ? null : new HelicsLibrary(bench, folder);
    }

    private static List<String> compiler() {
        return List.of(CProgram.compiler().split(" +"));
    }

    private static Path folder(final Bench bench) throws IOException, InterruptedException {
        final String given = System.getenv(FOLDER_VARIABLE);
        if (given != null && !given.isBlank()) {
            return Files.isDirectory(Path.of(given, "lib64")) ? Path.of(given) : null;
        }
        if (!Commands.exists("python3")) {
            return null;
        }
        try {
            final String found = bench.workplace().start("python3", List.of("python3", "-c",
                "import importlib.util as u; s = u.find_spec('helics'); print(s.submodule_search_locations[0])"),
                Map.of()).awaitOutput(COMPILE_WITHIN_NS).trim();
            final Path folder = Path.of(found, "install");
            return Files.isDirectory(folder.resolve("lib64")) ? folder : null;
        } catch (final TaktException e) {
            // That Python does not have it.
            return null;
        }
    }

    /** The program that is a broker. */
    String broker() {
        return folder.resolve("bin/helics_broker").toString();
    }

    /** Compiles a program, or takes what was compiled before in this run. */
    Path compiled(final String name) throws IOException, InterruptedException {
        final Path program = bench.workplace().file(name);
        if (!Files.exists(program)) {
            final Path source = bench.workplace().file(name + ".c");
            try (InputStream text = HelicsLibrary.class.getResourceAsStream(name + ".c")) {
                Files.write(source, text.readAllBytes());
            }
            final List<String> command = new ArrayList<>(compiler());
            command.addAll(List.of("-std=gnu11", "-O2", "-I" + folder.resolve("include"), "-o", program.toString(),
                source.toString(), "-L" + folder.resolve("lib64"), "-lhelics", "-lm",
                "-Wl,-rpath," + folder.resolve("lib64")));
            bench.workplace().start(CProgram.compiler(), command, Map.of()).awaitOutput(COMPILE_WITHIN_NS);
        }
        return program;
    }

    /** The rate that a program has printed; 0 for none. */
    static double rate(final String printed) {
        return Double.parseDouble(printed.lines().filter(line -> line.startsWith("rate ")).findFirst()
            .orElse("rate 0").substring("rate ".length()));
    }
}
