package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.IoUtil;

/** Programs from pinned packages of Python, in a virtual environment of this module that is made when first needed. */
final class PythonTools {
    private static final Path LISTS = TaktProcess.HOME.resolve("dist/src/test/python");
    /** Started by no build, each JVM of the tests is one. */
    private static final String BUILD = System.getProperty("takt.build", ProcessHandle.current().pid() + "");
    private static final Path ENVIRONMENTS = TaktProcess.HOME.resolve("dist/target/python");
    private static final Path WITH_PIP = ENVIRONMENTS.resolve("pip");

    /** Of a download, a compilation or a set of tests, on a machine that does other things beside. */
    static final long LONG_S = 900;

    /** What pip says where it gets no answer at all. */
    private static final Pattern UNREACHABLE =
        Pattern.compile("NewConnectionError|ConnectTimeoutError|NameResolutionError|name resolution");

    static final boolean SLOW = Boolean.getBoolean("takt.slow");

    private PythonTools() {
    }

    /** Whether a program is on the path. */
    static boolean isThere(final String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    /**
     * The path of a program of the packages that a list names; without Python the test is skipped; a line says
     * so.
     *
     * @param list   name of a file beside which there are others; without its ".txt".
     * @param folder for output.
     */
    static Path program(final String list, final String name, final Path folder) throws Exception {
        assumeThat(isThere("python3")).as("left out: %s needs python3 (Debian: python3-venv)", name).isTrue();
        final Path made = ENVIRONMENTS.resolve(list);
        return OneAtATime.make(made, () -> {
            final String packages = Files.readString(LISTS.resolve(list + ".txt"));
            final Path installed = made.resolve("installed.txt");
            if (!Files.exists(installed) || !Files.readString(installed).equals(packages)) {
                IoUtil.delete(made.toFile(), true);
                makeEnvironment(made, folder);
                run(folder, made.resolve("bin/python").toString(), "-m", "pip", "install", "--quiet", "--no-compile",
                    "--disable-pip-version-check", "-r", LISTS.resolve(list + ".txt").toString());
                Files.writeString(installed, packages);
            }
            return made.resolve("bin").resolve(name);
        });
    }

    /** An environment whose pip is a copy: to unpack and compile it takes seconds in each. */
    private static void makeEnvironment(final Path made, final Path folder) throws Exception {
        run(folder, "python3", "-m", "venv", "--without-pip", made.toString());
        final Path pip;
        try (Stream<Path> versions = Files.list(made.resolve("lib"))) {
            pip = made.relativize(versions.findFirst().orElseThrow().resolve("site-packages/pip"));
        }
        final Path source = OneAtATime.make(WITH_PIP, () -> {
            final Path whole = WITH_PIP.resolve("whole.txt");
            if (!Files.exists(whole) || !Files.exists(WITH_PIP.resolve(pip))) {
                IoUtil.delete(WITH_PIP.toFile(), true);
                run(folder, "python3", "-m", "venv", WITH_PIP.toString());
                Files.createFile(whole);
            }
            return WITH_PIP.resolve(pip);
        });
        run(folder, "cp", "-Rp", source.toString(), made.resolve(pip).toString());
    }

    /**
     * An interpreter that has the package in bindings/python, and what its tests need; without a C compiler, Python or
     * its headers the test is skipped. The package is installed once in a build.
     *
     * @param folder for output.
     */
    static Path withTakt(final Path folder) throws Exception {
        return withOurs(SLOW ? "package-slow" : "package", folder, "bindings/python");
    }

    /**
     * Likewise one that has the wrappers in wrappers/python, and the simulators that they wrap; without a registry of
     * packages the test is skipped.
     *
     * @param list   with the simulators.
     * @param folder for output.
     */
    static Path withWrappers(final String list, final Path folder) throws Exception {
        return withOurs(list, folder, "bindings/python", "wrappers/python");
    }

    private static Path withOurs(final String list, final Path folder, final String... packages) throws Exception {
        assumeThat(isThere("cc")).as("left out: needs a C compiler (Debian: gcc)").isTrue();
        final Path python = program(list, "python", folder);
        return OneAtATime.make(ENVIRONMENTS.resolve(list), () -> {
            final Path installed = ENVIRONMENTS.resolve(list).resolve("takt.txt");
            if (!Files.exists(installed) || !Files.readString(installed).equals(BUILD)) {
                final List<String> command = new ArrayList<>(List.of(python.toString(), "-m", "pip", "install",
                    "--quiet", "--disable-pip-version-check", "--no-build-isolation", "--no-deps", "--no-index"));
                Stream.of(packages).map(TaktProcess.HOME::resolve).map(Path::toString).forEach(command::add);
                final TaktProcess pip = TaktProcess.start(folder, folder, command).awaitEnd(LONG_S);
                assumeHeaders(pip.out() + pip.err());
                assertThat(pip.exitCode()).as(pip.out() + pip.err()).isZero();
                Files.writeString(installed, BUILD);
            }
            return python;
        });
    }

    /**
     * Runs tests of ours, without the slow ones where the profile is not that; fails with what they print, which names
     * each test before it runs and has all stacks of one that takes minutes.
     */
    static void pytest(final Path python, final String file, final Path folder, final Path base) throws Exception {
        pytest(List.of(python.toString()), file, folder, base);
    }

    /** Likewise by the words of a command that ends with an interpreter. */
    static void pytest(final List<String> interpreter, final String file, final Path folder, final Path base)
        throws Exception {
        // The first import of a package leaves its bytecode to the many programs that the tests start.
        final List<String> command = new ArrayList<>(List.of("env", "-u", "PYTHONDONTWRITEBYTECODE"));
        command.addAll(interpreter);
        command.addAll(List.of("-m", "pytest", "-v", "-o", "faulthandler_timeout=120", "-p", "no:cacheprovider",
            TaktProcess.HOME.resolve(file).toString()));
        if (!SLOW) {
            command.addAll(List.of("-m", "not slow"));
        }
        final TaktProcess tests = TaktProcess.start(folder, base, command).awaitEnd(LONG_S);
        assertThat(tests.exitCode()).as(tests.out() + tests.err()).isZero();
    }

    /** Skips the test where that is what pip says without a registry of packages, or with too old a Python. */
    static void assumeInstallable(final String said) {
        assumeThat(UNREACHABLE.matcher(said).find()).as("left out: needs the registry of Python's packages").isFalse();
        assumeThat(said).as("left out: needs a newer Python, for the pinned versions")
            .doesNotContain("versions that require a different python version");
    }

    /** Skips the test where that is what the build of our package says without Python's headers. */
    static void assumeHeaders(final String said) {
        assumeThat(said).as("left out: needs Python's headers (Debian: python3-dev)")
            .doesNotContain("Python.h: No such file");
    }

    private static void run(final Path folder, final String... command) throws Exception {
        final TaktProcess process = TaktProcess.start(folder, folder, List.of(command)).awaitEnd(LONG_S);
        assumeInstallable(process.out() + process.err());
        assertThat(process.exitCode()).as(process.out() + process.err()).isZero();
    }
}
