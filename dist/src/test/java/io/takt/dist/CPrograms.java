package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.List;

/** The programs in docs/examples, written in C from the pages there. */
final class CPrograms {
    private CPrograms() {
    }

    /** Compiles some of them into a folder; without a C compiler the test is skipped. */
    static void compile(final Path folder, final String... programs) throws Exception {
        assumeThat(PythonTools.isThere("cc")).as("left out: needs a C compiler (Debian: gcc)").isTrue();
        for (final String program : programs) {
            final Path source = TaktProcess.HOME.resolve("docs/examples").resolve(program + ".c");
            final TaktProcess cc = TaktProcess.start(folder, folder, List.of("cc", "-std=c99", "-Wall", "-Wextra",
                "-Werror", "-O2", "-o", program, source.toString()))
                .awaitEnd(PythonTools.LONG_S);
            assertThat(cc.err()).isEmpty();
            assertThat(cc.exitCode()).isZero();
        }
    }
}
