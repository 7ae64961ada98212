package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
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
    void testsOfOddMomentsHoldWithSanitizersInTheExtension() throws Exception {
        final List<String> interpreter = sanitized();
        final List<String> imported = new ArrayList<>(interpreter);
        imported.addAll(List.of("-c", "import takt._core; print(takt._core.__file__)"));
        assertThat(Path.of(said(imported.toArray(String[]::new)))).startsWith(output.resolve("sanitized/takt"));
        PythonTools.pytest(interpreter, "bindings/python/tests/test_edges.py", folder, base);
    }

    /** An interpreter that imports the package from a folder of its own. */
    private List<String> sanitized() throws Exception {
        final String sanitizers = "-fsanitize=address,undefined";
        final String library = said("cc", "-print-file-name=libasan.so");
        assumeThat(Path.of(library).isAbsolute() && CLibrary.has(sanitizers, folder))
            .as("left out: needs GCC's sanitizers (Debian: gcc)").isTrue();
        final Path bindings = TaktProcess.HOME.resolve("bindings");
        final Path made = Files.createDirectories(output.resolve("sanitized/takt"));
        for (final Path file : list(bindings.resolve("python/src/takt"), ".py")) {
            Files.copy(file, made.resolve(file.getFileName()));
        }
        final List<String> compile = new ArrayList<>(List.of("cc", "-shared", "-fPIC", "-std=c11",
            "-fvisibility=hidden", "-DPy_LIMITED_API=0x03090000", "-O1", "-g", sanitizers,
            "-fno-sanitize-recover=all", "-o", made.resolve("_core.abi3.so").toString(), "-I" + said(python.toString(),
            "-c", "import sysconfig; print(sysconfig.get_paths()['include'])"), "-I" + bindings.resolve("c/include"),
            bindings.resolve("c/takt.c").toString()));
        list(bindings.resolve("python/ext"), ".c").forEach(file -> compile.add(file.toString()));
        said(compile.toArray(String[]::new));
        // A hub that the tests start is no program for a sanitizer.
        Files.writeString(made.resolveSibling("sitecustomize.py"), "import os\n\nos.environ.pop('LD_PRELOAD', None)\n");
        // A sanitizer ends the process after its words, which are not to be captured.
        return List.of("env", "LD_PRELOAD=" + library, "ASAN_OPTIONS=detect_leaks=0", "PYTEST_ADDOPTS=--capture=sys",
            "PYTHONPATH=" + made.getParent(), python.toString());
    }

    private String said(final String... command) throws Exception {
        final TaktProcess process = TaktProcess.start(folder, base, List.of(command)).awaitEnd(PythonTools.LONG_S);
        assertThat(process.exitCode()).as(process.out() + process.err()).isZero();
        return process.out().strip();
    }

    private static List<Path> list(final Path folder, final String end) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(end)).toList();
        }
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

    /** Once: a start from the source would compile it each time. */
    private void compile(final List<Path> sources) {
        final List<String> args = new ArrayList<>(List.of("-d", folder.toString()));
        sources.forEach(each -> args.add(each.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, args.toArray(String[]::new))).isZero();
    }

    @Test
    void theRadioLoopIsTheSameWithItsControllerInPythonAndItsCameraInC() throws Exception {
        final CLibrary library = CLibrary.compile(output);
        RadioLoopIT.copyTo(folder);
        compile(list(folder, ".java"));
        final Path file = folder.resolve("radio.json");
        final String config = Files.readString(file).replaceAll("(\\w+)\\.java\"", "-cp\", \".\", \"$1\"");
        Files.writeString(file, config);
        final List<String> java = digestsOfTheRadioLoop();
        assertThat(java).hasSize(5).doesNotHaveDuplicates();
        final String controller = TaktProcess.HOME.resolve("examples/radio-loop/controller.py").toString();
        final String mixed = config
            .replace("\"takt\", \"java\", \"-cp\", \".\", \"Camera\"", "\"" + library.program("camera") + "\"")
            .replace("\"takt\", \"java\", \"-cp\", \".\", \"Controller\"",
                "\"" + python + "\", \"" + controller + "\"");
        assertThat(mixed).doesNotContain("\"Camera\"", "\"Controller\"").contains("controller.py", "\"Wind\"");
        Files.writeString(file, mixed);
        assertThat(digestsOfTheRadioLoop()).isEqualTo(java);
    }
}
