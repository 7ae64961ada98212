package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The C library in bindings/c, compiled once for all tests, with its examples and the programs of its tests. */
final class CLibrary {
    static final Path HOME = TaktProcess.HOME.resolve("bindings/c");

    private final Path folder;

    private CLibrary(final Path folder) {
        this.folder = folder;
    }

    /** Compiles into a folder; without a C compiler the tests are skipped. */
    static CLibrary compile(final Path folder) throws Exception {
        assumeThat(PythonTools.isThere("cc") && PythonTools.isThere("make"))
            .as("left out: needs a C compiler and make (Debian: gcc make)").isTrue();
        final CLibrary library = new CLibrary(folder);
        library.make("programs");
        return library;
    }

    /** Compiles the programs in C++; without a compiler for that the test is skipped. */
    void compileCxx() throws Exception {
        assumeThat(PythonTools.isThere("c++")).as("left out: needs a C++ compiler (Debian: g++)").isTrue();
        make("cxx-programs");
    }

    private void make(final String target) throws Exception {
        final TaktProcess make = TaktProcess.start(folder, folder,
            List.of("make", "-s", "-j2", "-C", HOME.toString(), "OUT=" + folder, target))
            .awaitEnd(PythonTools.LONG_S);
        assertThat(make.err()).isEmpty();
        assertThat(make.exitCode()).isZero();
    }

    /** Where a program is. */
    String program(final String name) {
        return folder.resolve(name).toString();
    }

    /** Runs a program that ends by itself, without a hub, and says that all holds. */
    void requireHolds(final String name, final String... args) throws Exception {
        final List<String> command = new ArrayList<>(List.of(program(name)));
        command.addAll(List.of(args));
        final TaktProcess run = TaktProcess.start(folder, folder, command).awaitEnd();
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("all hold");
    }
}
