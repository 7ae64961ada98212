package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The C library and its header for C++ compile without a warning for other machines, by the clang of Zig's package: no
 * more is known of macOS.
 */
@Tag("long")
@EnabledIfSystemProperty(named = "takt.slow", matches = "true")
class CrossCompileIT {
    private static final List<String> WARNINGS = List.of("-Wall", "-Wextra", "-Wshadow", "-Wpedantic", "-Werror");

    @TempDir
    Path folder;

    private void compile(final String compiler, final String target, final String standard, final String source)
        throws Exception {
        final List<String> command = new ArrayList<>(List.of(
            PythonTools.program("cross", "python", folder).toString(), "-m", "ziglang", compiler, "-target", target,
            "-std=" + standard, "-O2", "-c", "-I" + CLibrary.HOME.resolve("include"), "-o", "compiled.o",
            CLibrary.HOME.resolve(source).toString()));
        command.addAll(WARNINGS);
        final TaktProcess run = TaktProcess.start(folder, folder, command).awaitEnd(PythonTools.LONG_S);
        assertThat(run.out() + run.err()).as(target).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x86_64-linux-gnu", "aarch64-linux-gnu", "aarch64-linux-musl", "x86_64-macos",
        "aarch64-macos"})
    void compilesFor(final String target) throws Exception {
        compile("cc", target, "c11", "takt.c");
        for (final String source : List.of("test/wrapper.cpp", "examples/pendulum.cpp")) {
            compile("c++", target, "c++17", source);
        }
    }
}
