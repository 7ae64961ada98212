package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Python package in bindings/python beside the takt that was built: it is installed into a virtual environment of
 * this module, and its own tests run there. The profile "slow" runs all of them, with numpy, matplotlib and mypy.
 */
@Tag("long")
class PythonPackageIT extends HubTest {
    @TempDir
    private static Path output;

    private static Path python;

    @BeforeAll
    static void install() throws Exception {
        python = PythonTools.withTakt(output);
    }

    private void pytest(final String file) throws Exception {
        PythonTools.pytest(python, "bindings/python/tests/" + file, folder, base);
    }

    @Test
    void testsOfOneProcessHold() throws Exception {
        pytest("test_hub.py");
    }

    @Test
    void testsOfOddMomentsHold() throws Exception {
        pytest("test_edges.py");
    }

    @Test
    void testsOfCallsHold() throws Exception {
        pytest("test_calls.py");
    }

    @Test
    void testsOfRunsHold() throws Exception {
        pytest("test_runs.py");
    }

    @Test
    void testsOfThePackageItselfHold() throws Exception {
        pytest("test_package.py");
    }

    private List<String> digestsOfTheRadioLoop() throws Exception {
        try (TaktProcess run = TaktProcess.run(folder, base, "run", "-c", "radio.json", "--until", "1s", "--json")) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.json().get("violations").longValue()).isZero();
            final List<String> digests = new ArrayList<>();
            run.json().get("assets").forEach(asset -> digests.add(asset.get("name") + " " + asset.get("digest")));
            return digests;
        }
    }

    @Test
    void theRadioLoopIsTheSameWithItsControllerInPythonAndItsCameraInC() throws Exception {
        final CLibrary library = CLibrary.compile(output);
        RadioLoopIT.copyTo(folder);
        final List<String> java = digestsOfTheRadioLoop();
        assertThat(java).hasSize(5).doesNotHaveDuplicates();
        final Path file = folder.resolve("radio.json");
        final String config = Files.readString(file);
        final String controller = TaktProcess.HOME.resolve("examples/radio-loop/controller.py").toString();
        final String mixed = config
            .replace("\"takt\", \"java\", \"Camera.java\"", "\"" + library.program("camera") + "\"")
            .replace("\"takt\", \"java\", \"Controller.java\"", "\"" + python + "\", \"" + controller + "\"");
        assertThat(mixed).doesNotContain("Camera.java", "Controller.java").contains("controller.py", "Wind.java");
        Files.writeString(file, mixed);
        assertThat(digestsOfTheRadioLoop()).isEqualTo(java);
    }
}
