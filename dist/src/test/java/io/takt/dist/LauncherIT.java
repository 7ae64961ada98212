package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launcher, as a process. Most tests run a copy of it in a home of their own, with a main class that prints what it
 * was given and a Maven that only notes that it was called; the others run the takt that was built.
 */
class LauncherIT {
    private static final Path LAUNCHER = Path.of(System.getProperty("takt.home", ".."), "takt").toAbsolutePath();
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    private static final List<String> TOOLS = List.of("sh", "cat", "cp", "date", "env", "find", "flock", "ln", "mkdir",
        "mv", "readlink", "rm", "sed", "sleep", "stty", "tail", "touch", "uname");
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);

    @SuppressWarnings("checkstyle:regexp")
    private static final String MAIN = """
        package io.takt.hub.command;

        public class Main {
            public static void main(String[] args) {
                for (String arg : args) {
                    System.out.println("<" + arg + ">");
                }
                for (String name : new String[] {"takt.home", "takt.launcher", "takt.terminal", "takt.columns"}) {
                    System.out.println(name + "=" + System.getProperty(name));
                }
                System.out.println("java=" + System.getProperty("java.home"));
                System.out.println(java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments());
                System.exit(args.length);
            }
        }
        """;

    private static final String MAVEN = """
        #!/bin/sh
        echo "$@" >> "$NOTES/calls"
        if [ -e "$NOTES/hold" ]; then
            : > "$NOTES/holding"
            while [ -e "$NOTES/hold" ]; do sleep 0.05; done
        fi
        echo "$JAVA_HOME" > "$NOTES/jdk"
        if [ -e "$NOTES/broken" ]; then
            echo "line 1 of many"; echo "cannot find symbol"
            exit 1
        fi
        mkdir -p dist/target/lib
        cp "$NOTES/main.jar" dist/target/lib
        date -u +%Y-%m-%dT%H:%M:%S.000Z > dist/target/lib/.started
        """;

    @TempDir
    private static Path shared;

    @TempDir
    private Path temp;

    private Path home;
    private Path notes;
    private Path tools;
    private final List<Process> started = new ArrayList<>();

    private record Run(Process process, Path out, Path err) {
        Result result() throws Exception {
            assertThat(process.waitFor(TIMEOUT_NS, TimeUnit.NANOSECONDS)).as("ended in time").isTrue();
            return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
        }

        /** Waits for something that happens while the process runs. */
        void await(final BooleanSupplier condition) throws Exception {
            final long deadline = System.nanoTime() + TIMEOUT_NS;
            while (!condition.getAsBoolean()) {
                assertThat(process.waitFor(5, TimeUnit.MILLISECONDS)).as("ended: %s", Files.readString(err)).isFalse();
                assertThat(System.nanoTime()).as("came in time").isLessThan(deadline);
            }
        }
    }

    private record Result(int exit, String out, String err) {
    }

    @BeforeAll
    static void compileMain() throws IOException {
        compile(shared.resolve("Main.java"), MAIN, shared);
        final String entry = "io/takt/hub/command/Main.class";
        try (OutputStream file = Files.newOutputStream(shared.resolve("main.jar"));
            JarOutputStream jar = new JarOutputStream(file)) {
            jar.putNextEntry(new JarEntry(entry));
            Files.copy(shared.resolve(entry), jar);
        }
    }

    @BeforeEach
    void makeHome() throws IOException {
        home = Files.createDirectories(temp.toRealPath().resolve("a home"));
        notes = Files.createDirectories(temp.resolve("notes"));
        tools = Files.createDirectories(temp.resolve("tools"));
        Files.copy(LAUNCHER, home.resolve("takt"));
        Files.copy(shared.resolve("main.jar"), notes.resolve("main.jar"));
        script(tools.resolve("mvn"), MAVEN);
        for (final String tool : TOOLS) {
            for (final String folder : System.getenv("PATH").split(":")) {
                if (!Files.exists(tools.resolve(tool)) && Files.isExecutable(Path.of(folder, tool))) {
                    script(tools.resolve(tool), "#!/bin/sh\nexec '" + Path.of(folder, tool) + "' \"$@\"\n");
                }
            }
        }
        final Path sources = Files.createDirectories(home.resolve("part/src/main"));
        Files.writeString(home.resolve("pom.xml"), "");
        Files.writeString(sources.resolve("A.java"), "");
        Files.writeString(sources.resolve("B.java"), "");
        age(home.resolve("pom.xml"), sources.resolve("A.java"), sources.resolve("B.java"), sources);
    }

    @AfterEach
    void endProcesses() {
        for (final Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void helpOfTheBuiltTaktIsQuiet() throws Exception {
        final Result result = run(temp, Map.of("TAKT_NO_BUILD", "1"), LAUNCHER, "--help");

        assertThat(result.err()).isEmpty();
        assertThat(result.exit()).isZero();
        assertThat(result.out()).contains("  check  ", "'takt example [NAME]'", "'takt java ARGS...'");
    }

    @Test
    @SuppressWarnings("checkstyle:regexp")
    void javaRunsASingleSourceFileWithTheJarsOfTakt() throws Exception {
        Files.writeString(temp.resolve("MyAsset.java"), """
            public class MyAsset {
                public static void main(String[] args) throws Exception {
                    System.out.println(Class.forName("io.takt.hub.command.Main").getName() + args[0] + args[1]);
                    System.exit(7);
                }
            }
            """);

        final Result result = run(temp, Map.of("TAKT_NO_BUILD", "1"), LAUNCHER, "java", "MyAsset.java", "-cp", "a b");

        assertThat(result).isEqualTo(new Result(7, "io.takt.hub.command.Main-cpa b\n", ""));
        assertThat(run(temp, Map.of("TAKT_NO_BUILD", "1"), LAUNCHER, "help", "java").out()).startsWith("Usage: java ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-cp", "-classpath", "--class-path", "--class-path="})
    void javaExtendsAClassPath(final String option) throws Exception {
        compile(temp.resolve("Drone.java"), """
            package my;

            public class Drone {
                public static void main(String[] args) throws Exception {
                    Class.forName("io.takt.hub.command.Main");
                    Class.forName("jdk.internal.misc.Unsafe").getDeclaredField("theUnsafe").setAccessible(true);
                    System.out.println(String.join("|", args));
                }
            }
            """, Files.createDirectories(temp.resolve("my classes")));
        final List<String> command = new ArrayList<>(List.of("java", "--add-modules", "java.sql"));
        command.addAll(option.endsWith("=") ? List.of(option + "my classes") : List.of(option, "my classes"));
        command.addAll(List.of("my.Drone", "-cp", "x", "", "*"));

        final Result result = run(temp, Map.of("TAKT_NO_BUILD", "1"), LAUNCHER, command.toArray(String[]::new));

        assertThat(result).isEqualTo(new Result(0, "-cp|x||*\n", ""));
    }

    @Test
    void anExampleIsItsScriptAndOthersAreListed() throws Exception {
        final Path examples = home.resolve("examples");
        for (final String name : List.of("city", "room")) {
            Files.createDirectories(examples.resolve(name));
            Files.writeString(examples.resolve(name).resolve("README.md"), "# A " + name + "\n\nIt is big.\n");
        }
        script(examples.resolve("city/run.sh"), "#!/bin/sh\ncommand -v takt\necho \"<$*>\"\nexit 7\n");
        final Path takt = home.resolve("takt");

        assertThat(run(temp, Map.of(), takt, "example").out().lines().map(line -> line.split(" {2,}")))
            .containsExactly(new String[] {"city", "A city", takt + " example city"},
                new String[] {"room", "A room", examples + "/room/README.md"});
        assertThat(run(temp, Map.of(), takt, "help", "example"))
            .isEqualTo(run(temp, Map.of(), takt, "example", "--help")).isEqualTo(run(temp, Map.of(), takt, "example"));
        assertThat(run(temp, Map.of(), takt, "example", "city", "a b", "c"))
            .isEqualTo(new Result(7, takt + "\n<a b c>\n", ""));
        assertThat(run(temp, Map.of(), takt, "example", "room")).isEqualTo(new Result(2, "",
            "takt: the example 'room' has no script; " + examples + "/room/README.md says how to run it\n"));
        for (final String name : List.of("town", "../examples/city", ".")) {
            assertThat(run(temp, Map.of(), takt, "example", name))
                .isEqualTo(new Result(2, "", "takt: there is no example '" + name + "', but city, room\n"));
        }
        IoUtil.delete(examples.toFile(), false);
        assertThat(run(temp, Map.of(), takt, "example")).isEqualTo(new Result(1, "",
            "takt: there are no examples in " + home + "; they are in Takt's repository\n"));
    }

    @Test
    void findsItsHomeFromAnywhere() throws Exception {
        install();
        final Path elsewhere = Files.createDirectories(temp.resolve("else where"));
        Files.createSymbolicLink(elsewhere.resolve("there"), elsewhere.relativize(temp.resolve("a home/takt")));
        Files.createSymbolicLink(elsewhere.resolve("takt-link"), Path.of("there"));

        for (final Path launcher : List.of(Path.of("./takt-link"), elsewhere.resolve("there"), home.resolve("takt"))) {
            final Result result = run(elsewhere, Map.of("TAKT_NO_BUILD", "1"), launcher, "hub", "a b", "*", "");

            assertThat(result.err()).isEmpty();
            assertThat(result.exit()).isEqualTo(4);
            assertThat(result.out()).startsWith("<hub>\n<a b>\n<*>\n<>\n");
            assertThat(result.out().lines()).contains("takt.home=" + home, "takt.launcher=" + home.resolve("takt"),
                "takt.terminal=", "takt.columns=null");
        }
    }

    @Test
    void shortCommandsStartQuicklyAndLongOnesRunFast() throws Exception {
        install();
        Files.createFile(temp.resolve("-Dpattern=of-a-file"));
        final Map<String, String> options =
            Map.of("TAKT_NO_BUILD", "1", "TAKT_JAVA_OPTS", "-Xmx64m  -Dpattern=* -XX:+UseParallelGC");

        assertThat(run(temp, options, home.resolve("takt"), "--json", "status").out())
            .contains("TieredStopAtLevel", "-Xmx64m", "-Dpattern=*").doesNotContain("SerialGC");
        assertThat(run(temp, Map.of("TAKT_NO_BUILD", "1"), home.resolve("takt"), "run", "check").out())
            .contains("SerialGC").doesNotContain("TieredStopAtLevel");
    }

    @Test
    void flagsForAssetsGoToNoCommand() throws Exception {
        install();
        Files.createFile(temp.resolve("-Dpattern=of-a-file"));
        final Map<String, String> options = Map.of("TAKT_NO_BUILD", "1", "TAKT_ASSET_OPTS", "-Xmx64m  -Dpattern=*");

        assertThat(run(temp, options, home.resolve("takt"), "java", "-Dgiven", "io.takt.hub.command.Main").out())
            .contains("-Xmx64m, -Dpattern=*, -Dgiven");
        assertThat(run(temp, options, home.resolve("takt"), "status").out()).doesNotContain("-Xmx64m", "pattern");
    }

    @Test
    void collectionsOfAHubAreShort() throws Exception {
        install();
        final Map<String, String> options = Map.of("TAKT_NO_BUILD", "1");
        for (final String hub : List.of("run", "hub", "record")) {
            assertThat(run(temp, options, home.resolve("takt"), hub, "x").out()).contains("-Xmn8m");
        }
        assertThat(run(temp, options, home.resolve("takt"), "bench").out()).contains("SerialGC")
            .doesNotContain("-Xmn");
        assertThat(run(temp, Map.of("TAKT_NO_BUILD", "1", "TAKT_JAVA_OPTS", "-XX:+UseG1GC"), home.resolve("takt"),
            "run", "x").out()).as("it is for the serial collector").doesNotContain("-Xmn");
    }

    @Test
    void passesOverJavasThatDoNotFit() throws Exception {
        install();
        fakeJdk("1-old", "11.0.2", "echo 'openjdk version \"11.0.2\"' >&2");
        fakeJdk("2-broken", "21.0.1", "exit 1");
        assertThat(fakeJdk("3-locked", "21.0.1", "").resolve("bin/java").toFile().setExecutable(false)).isTrue();
        fakeJdk("4-good", "", "exec '" + JDK + "/bin/java' \"$@\"");
        Files.createSymbolicLink(tools.resolve("java"), fakeJdk("0-ancient", "", "echo 'java version \"1.8.0_9\"' >&2")
            .resolve("bin/java"));
        final Map<String, String> env = Map.of("TAKT_NO_BUILD", "1", "JAVA_HOME", "/not there",
            "TAKT_JDKS", temp.resolve("jdks").toString(), "PATH", tools.toString());

        final Result result = run(temp, env, home.resolve("takt"), "check");

        assertThat(result.err()).isEmpty();
        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out()).contains("java=" + JDK);
    }

    @Test
    void saysInOneLineThatThereIsNoJava() throws Exception {
        install();
        final Path old = fakeJdk("old", "11.0.2", "exit 1");
        final Map<String, String> env = Map.of("JAVA_HOME", "/not there", "TAKT_JDKS", old.getParent().toString(),
            "PATH", tools.toString());

        final Result result = run(temp, env, home.resolve("takt"), "check");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err()).contains("17", "JAVA_HOME", "/not there/bin/java (not there)",
            old.resolve("bin/java") + " (", "install");
    }

    @Test
    void saysInOneLineThatThereIsNoMaven() throws Exception {
        Files.delete(tools.resolve("mvn"));

        final Result result = run(temp, building(), home.resolve("takt"), "check");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err()).contains("Maven", "mvn", "install");
    }

    @Test
    void buildsWhatIsMissingOrOlderThanItsSources() throws Exception {
        final Path source = home.resolve("part/src/main/A.java");

        final Result first = run(temp, building(), home.resolve("takt"), "check");
        assertThat(first.exit()).isEqualTo(1);
        assertThat(first.out()).contains("<check>");
        assertThat(first.err()).startsWith("takt: building").hasLineCount(1);
        assertThat(Files.readString(notes.resolve("jdk"))).isEqualTo(JDK + "\n");
        assertThat(run(temp, building(), home.resolve("takt"), "check").err()).isEmpty();
        assertThat(builds()).isEqualTo(1);

        Files.setLastModifiedTime(source, FileTime.from(Instant.now()));
        assertThat(run(temp, building("TAKT_NO_BUILD", "1"), home.resolve("takt"), "check").err()).isEmpty();
        assertThat(builds()).isEqualTo(1);
        assertThat(run(temp, building(), home.resolve("takt"), "check").err()).startsWith("takt: building");
        assertThat(builds()).isEqualTo(2);

        age(source);
        Files.delete(source);
        assertThat(run(temp, building(), home.resolve("takt"), "check").err()).startsWith("takt: building");
        assertThat(builds()).isEqualTo(3);
    }

    @Test
    void showsTheEndOfAFailedBuild() throws Exception {
        Files.createFile(notes.resolve("broken"));

        final Result result = run(temp, building(), home.resolve("takt"), "check");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("build.log").endsWith("cannot find symbol\n");

        Files.delete(notes.resolve("broken"));
        assertThat(run(temp, building(), home.resolve("takt"), "check").out()).contains("<check>");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void twoAtOnceBuildOnce(final boolean flock) throws Exception {
        chooseLock(flock);
        Files.createFile(notes.resolve("hold"));
        final Run one = start(temp, building(), home.resolve("takt"), "check");
        one.await(() -> Files.exists(notes.resolve("holding")));
        final Run two = start(temp, building(), home.resolve("takt"), "check");
        two.await(() -> two.err().toFile().length() > 0);
        Files.delete(notes.resolve("hold"));

        assertThat(one.result().out()).contains("<check>");
        assertThat(two.result().out()).contains("<check>");
        assertThat(two.result().err()).startsWith("takt: waiting").hasLineCount(1);
        assertThat(builds()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aKilledBuildBlocksNoOther(final boolean flock) throws Exception {
        chooseLock(flock);
        Files.createFile(notes.resolve("hold"));
        final Run killed = start(temp, building(), home.resolve("takt"), "check");
        killed.await(() -> Files.exists(notes.resolve("holding")));
        final List<ProcessHandle> maven = killed.process().descendants().toList();
        killed.process().destroyForcibly().waitFor();
        maven.forEach(ProcessHandle::destroyForcibly);
        Files.delete(notes.resolve("hold"));

        final Result result = run(temp, building(), home.resolve("takt"), "check");

        assertThat(result.out()).contains("<check>");
        assertThat(builds()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEndedLauncherEndsItsBuild(final boolean flock) throws Exception {
        chooseLock(flock);
        Files.createFile(notes.resolve("hold"));
        final Run ended = start(temp, building(), home.resolve("takt"), "check");
        ended.await(() -> Files.exists(notes.resolve("holding")));
        final ProcessHandle maven = ended.process().children().findFirst().orElseThrow();

        ended.process().destroy();

        assertThat(ended.result().exit()).isEqualTo(143);
        maven.onExit().get(TIMEOUT_NS, TimeUnit.NANOSECONDS);
        assertThat(home.resolve("dist/target/.lock.pid")).doesNotExist();
    }

    private static void compile(final Path file, final String source, final Path classes) throws IOException {
        Files.writeString(file, source);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(),
            file.toString())).isZero();
    }

    private static void script(final Path file, final String text) throws IOException {
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static void age(final Path... files) throws IOException {
        for (final Path file : files) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH.plusSeconds(1_000_000_000)));
        }
    }

    private void install() throws IOException {
        final Path lib = Files.createDirectories(home.resolve("dist/target/lib"));
        Files.copy(shared.resolve("main.jar"), lib.resolve("main.jar"));
        Files.createFile(lib.resolve(".stamp"));
    }

    private Path fakeJdk(final String name, final String version, final String body) throws IOException {
        final Path jdk = Files.createDirectories(temp.resolve("jdks").resolve(name));
        Files.createDirectories(jdk.resolve("bin"));
        script(jdk.resolve("bin/java"), "#!/bin/sh\n" + body + "\n");
        if (!version.isEmpty()) {
            Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\nOS_ARCH=\""
                + System.getProperty("os.arch") + "\"\n");
        }
        return jdk;
    }

    private void chooseLock(final boolean flock) throws IOException {
        if (!flock) {
            Files.deleteIfExists(tools.resolve("flock"));
        }
    }

    private long builds() throws IOException {
        try (Stream<String> calls = Files.lines(notes.resolve("calls"))) {
            return calls.count();
        }
    }

    private Map<String, String> building(final String... more) {
        return more.length == 0 ? Map.of("PATH", tools.toString())
            : Map.of("PATH", tools.toString(), more[0], more[1]);
    }

    private Result run(final Path folder, final Map<String, String> env, final Path launcher, final String... args)
        throws Exception {
        return start(folder, env, launcher, args).result();
    }

    /** Starts the launcher with no other settings than {@code env}; without any, JAVA_HOME is the JDK of this test. */
    private Run start(final Path folder, final Map<String, String> env, final Path launcher, final String... args)
        throws IOException {
        final List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(Arrays.asList(args));
        final Path out = Files.createTempFile(temp, "out", "");
        final Path err = Files.createTempFile(temp, "err", "");
        final ProcessBuilder builder = new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TAKT_") || name.contains("JAVA"));
        builder.environment().putAll(Map.of("JAVA_HOME", JDK.toString(), "LC_ALL", "C", "NOTES", notes.toString()));
        builder.environment().putAll(env);
        final Process process = builder.start();
        started.add(process);
        return new Run(process, out, err);
    }
}
