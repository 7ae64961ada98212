package io.takt.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A counterpart in C, compiled by the machine's own compiler. */
final class CProgram {
    private static final long COMPILE_WITHIN_NS = 60 * WallTime.SECOND;
    private static final long GRACE_NS = 30 * WallTime.SECOND;

    private final Bench bench;
    private final String name;
    private final Path program;

    private CProgram(final Bench bench, final String name, final Path program) {
        this.bench = bench;
        this.name = name;
        this.program = program;
    }

    /** Name of the compiler. */
    static String compiler() {
        final String given = System.getenv("CC");
        return given == null || given.isBlank() ? "cc" : given.trim();
    }

    /** The note where there is no such compiler. */
    static String missing() {
        return "not compared: there is no C compiler (" + compiler() + "); CC names one";
    }

    /** Compiles it, or takes what was compiled before in this run; null when there is no compiler. */
    static CProgram compiled(final Bench bench, final String name) throws IOException, InterruptedException {
        return compiled(bench, name, "-O2", List.of());
    }

    /** The same with the C library, compiled as by its own builds; null, too, when the project has no folder of it. */
    static CProgram compiledWithLibrary(final Bench bench, final String name)
        throws IOException, InterruptedException {
        final Path library = bench.workplace().part("bindings/c");
        if (!Files.isDirectory(library)) {
            return null;
        }
        return compiled(bench, name, "-O3",
            List.of("-I" + library.resolve("include"), library.resolve("takt.c").toString()));
    }

    private static CProgram compiled(final Bench bench, final String name, final String level,
        final List<String> more) throws IOException, InterruptedException {
        final Path program = bench.workplace().file(name);
        if (!Files.exists(program)) {
            final List<String> command = new ArrayList<>(List.of(compiler().split(" +")));
            if (!Commands.exists(command.get(0))) {
                return null;
            }
            final Path source = bench.workplace().file(name + ".c");
            try (InputStream text = CProgram.class.getResourceAsStream(name + ".c")) {
                Files.write(source, text.readAllBytes());
            }
            command.addAll(List.of("-std=c11", level, "-o", program.toString(), source.toString()));
            command.addAll(more);
            bench.workplace().start(compiler(), command, Map.of()).awaitOutput(COMPILE_WITHIN_NS);
        }
        return new CProgram(bench, name, program);
    }

    /** Where it is. */
    String path() {
        return program.toString();
    }

    /**
     * Runs it once, for the time of a measurement.
     *
     * @param prefix of the command line.
     * @param args   of the program.
     * @return what it has printed.
     */
    String run(final List<String> prefix, final List<String> args) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(prefix);
        command.add(program.toString());
        command.addAll(args);
        final Program run = bench.workplace().start(name + ".c", command, Map.of());
        final String printed = run.awaitOutput(bench.measuredNs() + GRACE_NS);
        bench.workplace().end(List.of(run));
        return printed.trim();
    }
}
