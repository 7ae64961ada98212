package io.takt.bench;

import io.takt.asset.TaktException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * HELICS' own workloads on HELICS, by a program in C against the library that its Python wheel brings. Where that is
 * not installed nothing is compared.
 */
final class HelicsPeer {
    private static final String PROGRAM = "helics_workloads";
    private static final String FOLDER_VARIABLE = "TAKT_HELICS";
    private static final long COMPILE_WITHIN_NS = 60 * WallTime.SECOND;
    private static final long WITHIN_NS = 60 * WallTime.SECOND;
    private static final List<String> CORE_TYPES = List.of("zmq", "ipc");

    private final Bench bench;
    private final Path program;
    private final Path folder;

    private HelicsPeer(final Bench bench, final Path program, final Path folder) {
        this.bench = bench;
        this.program = program;
        this.folder = folder;
    }

    /** The note where there is no HELICS. */
    static String missing() {
        return "not compared: there is no HELICS; 'pip install helics' for the python3 on the PATH, or the folder"
            + " 'helics/install' of its wheel in " + FOLDER_VARIABLE + ", and a C compiler";
    }

    /** Compiles the program; null when there is no HELICS or no compiler. */
    static HelicsPeer compiled(final Bench bench) throws IOException, InterruptedException {
        final Path folder = folder(bench);
        final List<String> command = new ArrayList<>(List.of(CProgram.compiler().split(" +")));
        if (folder == null || !Commands.exists(command.get(0))) {
            return null;
        }
        final Path program = bench.workplace().file(PROGRAM);
        if (!Files.exists(program)) {
            final Path source = bench.workplace().file(PROGRAM + ".c");
            try (InputStream text = HelicsPeer.class.getResourceAsStream(PROGRAM + ".c")) {
                Files.write(source, text.readAllBytes());
            }
            command.addAll(List.of("-std=gnu11", "-O2", "-I" + folder.resolve("include"), "-o", program.toString(),
                source.toString(), "-L" + folder.resolve("lib64"), "-lhelics", "-lm",
                "-Wl,-rpath," + folder.resolve("lib64")));
            bench.workplace().start(CProgram.compiler(), command, Map.of()).awaitOutput(COMPILE_WITHIN_NS);
        }
        return new HelicsPeer(bench, program, folder);
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

    /**
     * Runs a workload once, over each of HELICS' transports for one host.
     *
     * @param workload  {@code ring} or {@code phold}.
     * @param federates how many.
     * @return what it does per second, by the quicker transport; 0 when it came to its end by none of them.
     */
    double perSecond(final String workload, final int federates) throws IOException, InterruptedException {
        double best = 0;
        for (final String type : CORE_TYPES) {
            final Program run = bench.workplace().start("helics " + workload, List.of(program.toString(), workload,
                Integer.toString(federates), type, folder.resolve("bin/helics_broker").toString()), Map.of());
            try {
                best = Math.max(best, Double.parseDouble(run.awaitOutput(WITHIN_NS).lines()
                    .filter(line -> line.startsWith("rate ")).findFirst().orElse("rate 0").substring(5)));
            } catch (final TaktException e) {
                bench.tell("HELICS", type + " did not come to its end");
            } finally {
                bench.workplace().end(List.of(run));
            }
        }
        return best;
    }
}
