package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The C library in bindings/c, compiled once in a build, with its examples and the programs of its tests. */
final class CLibrary {
    static final Path HOME = TaktProcess.HOME.resolve("bindings/c");

    private static final Path COMPILED = TaktProcess.HOME.resolve("dist/target/c");
    private static final String ARM_COMPILER = "aarch64-linux-gnu-gcc";
    private static final String ARM_EMULATOR = "qemu-aarch64";
    /** Where Debian puts those of its package libc6-dev-arm64-cross. */
    private static final String ARM_LIBRARIES = "/usr/aarch64-linux-gnu";

    private final Path compiled;
    /** For what the programs print. */
    private final Path folder;
    /** In front of a program's name. */
    private final List<String> emulator;

    private CLibrary(final Path compiled, final Path folder, final String... emulator) {
        this.compiled = compiled;
        this.folder = folder;
        this.emulator = List.of(emulator);
    }

    /**
     * Compiles what is not compiled yet; without a C compiler the tests are skipped.
     *
     * @param folder for what the programs print.
     */
    static CLibrary compile(final Path folder) throws Exception {
        assumeThat(PythonTools.isThere("cc") && PythonTools.isThere("make"))
            .as("left out: needs a C compiler and make (Debian: gcc make)").isTrue();
        final CLibrary library = new CLibrary(COMPILED, folder);
        library.make("programs");
        return library;
    }

    /** Compiles some programs of its tests for ARM64, without sanitizers; they run by an emulator. */
    static CLibrary compileForArm(final Path folder, final String... programs) throws Exception {
        assumeThat(PythonTools.isThere(ARM_COMPILER) && PythonTools.isThere(ARM_EMULATOR)
            && PythonTools.isThere("make")).as("left out: on ARM64, needs a compiler and an emulator for it (Debian: "
                + "gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user make)").isTrue();
        final CLibrary library = new CLibrary(folder, folder, ARM_EMULATOR, "-L", ARM_LIBRARIES);
        for (final String program : programs) {
            library.make("CC=" + ARM_COMPILER, "SANITIZERS=-O2 -g", folder.resolve(program).toString());
        }
        return library;
    }

    /** Whether the C compiler has an option, and a program that it makes with it runs. */
    static boolean has(final String option, final Path folder) throws Exception {
        final Path program = Files.createTempFile(folder, "none", "");
        Files.writeString(folder.resolve("none.c"), "int main(void) { return 0; }\n");
        return isDone(folder, "cc", option, "-o", program.toString(), "none.c") && isDone(folder, program.toString());
    }

    private static boolean isDone(final Path folder, final String... command) throws Exception {
        return TaktProcess.start(folder, folder, List.of(command)).awaitEnd(PythonTools.LONG_S).exitCode() == 0;
    }

    /** Compiles the programs in C++; without a compiler for that the test is skipped. */
    void compileCxx() throws Exception {
        assumeThat(PythonTools.isThere("c++")).as("left out: needs a C++ compiler (Debian: g++)").isTrue();
        make("cxx-programs");
    }

    private void make(final String... args) throws Exception {
        final List<String> command =
            new ArrayList<>(List.of("make", "-s", "-j2", "-C", HOME.toString(), "OUT=" + compiled));
        command.addAll(List.of(args));
        final TaktProcess make = OneAtATime.make(compiled,
            () -> TaktProcess.start(folder, folder, command).awaitEnd(PythonTools.LONG_S));
        assertThat(make.err()).isEmpty();
        assertThat(make.exitCode()).isZero();
    }

    /** Where a program is. */
    String program(final String name) {
        return compiled.resolve(name).toString();
    }

    /** Runs a program that ends by itself, without a hub, and says that all holds. */
    void requireHolds(final String name, final String... args) throws Exception {
        final List<String> command = new ArrayList<>(emulator);
        command.add(program(name));
        command.addAll(List.of(args));
        final TaktProcess run = TaktProcess.start(folder, folder, command).awaitEnd();
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("all hold");
    }
}
