package io.takt.wrapper.fmu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The FMUs of github.com/modelica/Reference-FMUs against the results that come with them, where the environment
 * variable TAKT_REFERENCE_FMUS names a folder with their sources. They are built in target/reference-fmus.
 */
class ReferenceFmusTest {
    private static final String SOURCES = System.getenv("TAKT_REFERENCE_FMUS");

    private static synchronized Path fmu(final int version, final String model) throws Exception {
        final boolean hasCmake = Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "cmake")));
        assumeThat(SOURCES != null && hasCmake).as("left out: needs TAKT_REFERENCE_FMUS, a folder with the sources of"
            + " github.com/modelica/Reference-FMUs, and cmake").isTrue();
        final Path build = Path.of("target/reference-fmus/" + version);
        run("cmake", "-S", SOURCES, "-B", build.toString(), "-DFMI_VERSION=" + version, "-DCMAKE_BUILD_TYPE=",
            "--compile-no-warning-as-error");
        run("cmake", "--build", build.toString(), "--target", model);
        return build.resolve("fmus").resolve(model + ".fmu");
    }

    private static void run(final String... command) throws Exception {
        final Process process = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        assertThat(process.waitFor()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"2, BouncingBall, 10", "2, Dahlquist, 100", "2, Resource, 1000", "2, Stair, 200", "2, VanDerPol, 10",
        "3, BouncingBall, 10", "3, Dahlquist, 100", "3, Resource, 1000", "3, Stair, 200", "3, VanDerPol, 10",
        "3, StateSpace, 1000"})
    void theResultsAreThoseOfTheReference(final int version, final String model, final long stepMs) throws Exception {
        final Path file = fmu(version, model);
        final List<String[]> rows = new ArrayList<>();
        Files.readAllLines(Path.of(SOURCES, model, model + "_out.csv")).forEach(line -> rows.add(line.split(",")));
        final String[] names = rows.get(0);
        try (Stage stage = new Stage(file).sends(List.of(names).subList(1, names.length).toArray(String[]::new))
            .begin()) {
            for (int row = 1; row < rows.size(); row++) {
                final double timeS = Double.parseDouble(rows.get(row)[0]);
                while (stage.nowS() < timeS - 1e-9) {
                    stage.logged();
                    stage.step(stepMs * Stage.MS);
                }
                final List<String> lines = stage.logged().stream().filter(line -> !line.startsWith("stop")).toList();
                for (int column = 1; column < names.length; column++) {
                    final String line = lines.get(lines.size() - names.length + column);
                    assertThat(line).startsWith(names[column] + " ");
                    requireEqual(rows.get(row)[column], line.substring(line.indexOf(' ') + 1, line.indexOf(" at ")),
                        names[column] + " at " + timeS);
                }
            }
        }
    }

    /** Values of arrays stand with spaces between in the results. */
    private static void requireEqual(final String expected, final String json, final String what) {
        final String[] wanted = expected.strip().split(" +");
        final String[] got = json.replaceAll("[\\[\\]\"]", "").split(",");
        assertThat(got).as(what).hasSize(wanted.length);
        for (int i = 0; i < got.length; i++) {
            final double value = Double.parseDouble(wanted[i]);
            assertThat(Double.parseDouble(got[i])).as(what).isCloseTo(value,
                Offset.offset(1e-12 + 1e-9 * Math.abs(value)));
        }
    }
}
