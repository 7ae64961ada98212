package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The libraries in bridges/hakoniwa/c, compiled once in a build, and programs for Hakoniwa. */
final class HakoniwaPrograms {
    static final Path HOME = TaktProcess.HOME.resolve("bridges/hakoniwa/c");

    private static final Path COMPILED = TaktProcess.HOME.resolve("dist/target/hakoniwa");
    /** The sources of hakoniwa-core-pro with those of its submodules, where a person has them. */
    private static final String SOURCES = System.getProperty("takt.hakoniwa");

    private HakoniwaPrograms() {
    }

    /** Compiles what is not compiled yet; without a C compiler the tests are skipped. */
    static void compile(final Path folder) throws Exception {
        assumeThat(PythonTools.isThere("cc") && PythonTools.isThere("make"))
            .as("left out: needs a C compiler and make (Debian: gcc make)").isTrue();
        OneAtATime.make(COMPILED, () -> {
            run(folder, List.of("make", "-s", "-j2", "-C", HOME.toString(), "OUT=" + COMPILED, "programs"));
            return null;
        });
    }

    /** Compiles those in races/; without the sanitizer that finds races the test is skipped. */
    static void compileRaces(final Path folder) throws Exception {
        assumeThat(CLibrary.has("-fsanitize=thread", folder)).as("left out: needs a C compiler with -fsanitize=thread"
            + " (Debian: libtsan2, with gcc)").isTrue();
        OneAtATime.make(COMPILED, () -> {
            run(folder, List.of("make", "-s", "-j2", "-C", HOME.toString(), "OUT=" + COMPILED, "races"));
            return null;
        });
    }

    /** Where the libraries are. */
    static Path libraries() {
        return COMPILED;
    }

    /** Where a program is. */
    static String program(final String name) {
        return COMPILED.resolve(name).toString();
    }

    /** The folder of Hakoniwa's own sources; without it the test is skipped. */
    static Path sources() {
        assumeThat(SOURCES).as("left out: Hakoniwa's own examples need its sources, "
            + "-Dtakt.hakoniwa=FOLDER of hakoniwa-core-pro with its submodules").isNotNull();
        return Path.of(SOURCES);
    }

    /** Compiles one of Hakoniwa's own examples as it is, against its own headers, and our libraries. */
    static void compileExample(final String source, final Path program, final Path folder) throws Exception {
        final Path file = sources().resolve("examples").resolve(source);
        final boolean isCxx = source.endsWith(".cpp");
        assumeThat(!isCxx || PythonTools.isThere("c++")).as("left out: needs a C++ compiler (Debian: g++)").isTrue();
        final List<String> command = new ArrayList<>(List.of(isCxx ? "c++" : "cc", "-O1", "-w", "-o",
            program.toString(), file.toString(), "-I" + sources().resolve("include")));
        final Path own = file.resolveSibling("include");
        command.add("-I" + (Files.isDirectory(own) ? own : sources().resolve("hakoniwa-pdu-registry/pdu/types")));
        command.addAll(List.of("-L" + COMPILED, "-l:libassets.so.1", "-l:libconductor.so.1"));
        if (isCxx) {
            command.add("-std=c++17");
        }
        run(folder, command);
    }

    /** Compiles Hakoniwa's own hako-cmd as it is, against its own headers, and our library. */
    static Path compileCommand(final Path folder) throws Exception {
        final Path own = sources().resolve("sources/command/src");
        return compileCxx(folder, "hako-cmd", List.of(own.resolve("hako_cmd.cpp").toString(),
            own.resolve("dump_meta.cpp").toString()));
    }

    /** Compiles Hakoniwa's own module for Python in the same way. */
    static Path compilePython(final Path folder) throws Exception {
        final TaktProcess headers = TaktProcess.start(folder, folder, List.of("python3", "-c",
            "import sysconfig; print(sysconfig.get_paths()['include'])")).awaitEnd();
        final Path include = Path.of(headers.out().strip());
        assumeThat(include.resolve("Python.h")).as("left out: needs Python's headers (Debian: python3-dev)").exists();
        return compileCxx(folder, "hakopy.so", List.of("-fPIC", "-shared", "-DHAKO_CORE_EXTENSION",
            sources().resolve("sources/assets/bindings/python/src/hako_asset_python.cpp").toString(), "-I" + include,
            "-I" + sources().resolve("include"), "-I" + sources().resolve("sources/core/include"), "-L" + COMPILED,
            "-l:libassets.so.1", "-l:libconductor.so.1"));
    }

    private static Path compileCxx(final Path folder, final String name, final List<String> words) throws Exception {
        final Path core = sources().resolve("hakoniwa-core-cpp/src");
        final Path made = folder.resolve(name);
        assumeThat(PythonTools.isThere("c++") && Files.isDirectory(core)).as("left out: needs a C++ compiler (Debian:"
            + " g++), and hakoniwa-core-cpp where its submodule belongs").isTrue();
        Files.writeString(folder.resolve("needs.cpp"), "#include <cxxopts.hpp>\n#include <nlohmann/json.hpp>\n");
        assumeThat(TaktProcess.start(folder, folder, List.of("c++", "-std=c++17", "-fsyntax-only", "needs.cpp"))
            .awaitEnd(PythonTools.LONG_S).exitCode()).as("left out: needs cxxopts and nlohmann-json (Debian:"
            + " libcxxopts-dev nlohmann-json3-dev)").isZero();
        run(folder, List.of("make", "-s", "-C", HOME.toString(), "OUT=" + COMPILED, "command"));
        final List<String> command = new ArrayList<>(List.of("c++", "-std=c++17", "-w", "-o", made.toString()));
        command.addAll(words);
        command.addAll(List.of("-I" + core.resolve("include"), "-I" + core.resolve("hako"), "-L" + COMPILED, "-lhako"));
        run(folder, command);
        return made;
    }

    private static void run(final Path folder, final List<String> command) throws Exception {
        final TaktProcess process = TaktProcess.start(folder, folder, command).awaitEnd(PythonTools.LONG_S);
        assertThat(process.err()).isEmpty();
        assertThat(process.exitCode()).isZero();
    }
}
