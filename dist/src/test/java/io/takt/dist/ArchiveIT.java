package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The archives of classes that the launcher makes, in a home with the jars that were built. If one is unusable in any
 * way, programs start without it as they would with it.
 */
class ArchiveIT {
    private static final Path BUILT = Path.of(System.getProperty("takt.home", "..")).toAbsolutePath().normalize();
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final String ARCHIVED = "source: shared objects file (top)";

    @TempDir
    private static Path shared;

    private static Path home;
    private static Path lib;
    private static Path archive;

    @TempDir
    private Path temp;

    private final List<Process> started = new ArrayList<>();

    private record Result(int exit, String out, String err) {
    }

    @BeforeAll
    static void makeHome() throws Exception {
        home = Files.createDirectories(shared.toRealPath().resolve("home"));
        Files.copy(BUILT.resolve("takt"), home.resolve("takt"));
        lib = Files.createDirectories(home.resolve("dist/target/lib"));
        try (Stream<Path> jars = Files.list(BUILT.resolve("dist/target/lib"))) {
            for (final Path jar : jars.filter(each -> each.toString().endsWith(".jar")).toList()) {
                Files.copy(jar, lib.resolve(jar.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        setTimes(jars("shm-transport", "picocli"), FileTime.from(Instant.EPOCH.plusSeconds(1_500_000_000)));
        final ArchiveIT maker = new ArchiveIT();
        maker.temp = shared;
        assertThat(maker.make().exit()).isZero();
        try (Stream<Path> files = Files.walk(lib)) {
            archive = files.filter(each -> each.endsWith("asset.args")).findFirst().orElseThrow().getParent();
        }
        assertThat(archive.resolveSibling(archive.getFileName() + ".lock")).doesNotExist();
        copy(archive, shared.resolve("kept"));
    }

    @BeforeEach
    void restoreArchive() throws IOException {
        delete(lib.resolve(".archive"));
        Files.createDirectories(archive);
        copy(shared.resolve("kept"), archive);
    }

    @AfterEach
    void endProcesses() {
        for (final Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void assetsAndCommandsTakeTheirClassesFromIt() throws Exception {
        assertThat(loadedByAsset()).contains("io.takt.shm.asset.ShmHubConnection " + ARCHIVED);

        final Path loads = temp.resolve("loads");
        final Result result = run(Map.of("TAKT_JAVA_OPTS", "-Xlog:class+load:file=" + loads), "--version");

        assertThat(result.err()).isEmpty();
        assertThat(Files.readString(loads)).contains("io.takt.hub.command.Main " + ARCHIVED);
    }

    @Test
    void aSourceFileIsCompiledByClassesFromIt() throws Exception {
        final Path loads = temp.resolve("loads");
        Files.writeString(temp.resolve("Own.java"), source());

        assertThat(run(Map.of(), "java", "-Xlog:class+load:file=" + loads, "Own.java"))
            .isEqualTo(new Result(0, "started\n", ""));
        assertThat(Files.readString(loads)).contains("com.sun.tools.javac.main.JavaCompiler " + ARCHIVED);
    }

    @Test
    void knowsThatSleepersCanBeWokenWithoutTheKernel() throws Exception {
        Files.writeString(temp.resolve("Own.java"), """
            public class Own {
                public static void main(String[] args) {
                    System.%s.println(io.takt.shm.waiting.Doorbell.canWake());
                }
            }
            """.formatted("out"));
        final Path loads = temp.resolve("loads");

        assertThat(run(Map.of(), "java", "-Xlog:class+load:file=" + loads, "Own.java").out()).isEqualTo("true\n");
        assertThat(Files.readString(loads)).doesNotContain("com.sun.jna.Native");
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "empty", "cut short", "garbage", "garbage at its start", "of other jars"})
    void oneThatIsOfNoUseIsPassedOverWithoutAWord(final String what) throws Exception {
        for (final String name : List.of("asset.jsa", "takt.jsa")) {
            spoil(archive.resolve(name), what);
        }
        final List<Path> jars = jars("shm-transport", "picocli");
        final FileTime before = Files.getLastModifiedTime(jars.get(0));
        if (what.equals("of other jars")) {
            setTimes(jars, FileTime.from(Instant.EPOCH.plusSeconds(1_000_000_000)));
        }
        try {
            startsWithout();
        } finally {
            setTimes(jars, before);
        }
    }

    private void startsWithout() throws Exception {
        // As if a hub had launched it: a new one is not made meanwhile.
        final Map<String, String> launched = Map.of("TAKT_ASSET", "a");
        assertThat(loadedByAsset(launched)).contains("io.takt.shm.asset.ShmHubConnection source: file:");
        final Result result = run(launched, "--version");
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).startsWith("takt ");
        assertThat(result.exit()).isZero();
    }

    private static void spoil(final Path file, final String what) throws IOException {
        if (what.equals("of other jars")) {
            return;
        }
        assertThat(file.toFile().setWritable(true)).isTrue();
        try (RandomAccessFile archived = new RandomAccessFile(file.toFile(), "rw")) {
            switch (what) {
                case "missing" -> Files.delete(file);
                case "empty" -> archived.setLength(0);
                case "cut short" -> archived.setLength(archived.length() / 2);
                case "garbage" -> Files.writeString(file, "garbage\n".repeat(10_000));
                default -> archived.write("garbage".getBytes());
            }
        }
    }

    private static List<Path> jars(final String... names) throws IOException {
        try (Stream<Path> jars = Files.list(lib)) {
            return jars.filter(each -> List.of(names).stream().anyMatch(each.getFileName().toString()::startsWith))
                .toList();
        }
    }

    private static void setTimes(final List<Path> files, final FileTime time) throws IOException {
        for (final Path file : files) {
            Files.setLastModifiedTime(file, time);
        }
    }

    @Test
    void aJvmWithAnArchiveOfItsOwnIsLeftAlone() throws Exception {
        final Path loads = temp.resolve("loads");
        final Result own =
            startOwn("-XX:SharedArchiveFile=" + temp.resolve("own.jsa"), "-Xlog:class+load:file=" + loads);
        assertThat(own.out()).endsWith("started\n");
        assertThat(own.exit()).isZero();
        assertThat(Files.readString(loads)).doesNotContain(ARCHIVED);
        assertThat(startOwn("-Xshare:off")).isEqualTo(new Result(0, "started\n", ""));
        assertThat(startOwn("-Xshare:off", "-Dx").out()).isEqualTo("started\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:-UseCompressedOops",
        "-XX:-UseCompressedClassPointers", "--limit-modules=java.base,jdk.unsupported,java.logging"})
    void flagsThatDoNotGoWithItAreNoTrouble(final String flag) throws Exception {
        final Result started = startOwn(flag);

        assertThat(started.exit()).isZero();
        assertThat(started.out()).isEqualTo("started\n");
        // A newer JVM says of some of these flags that it will not have them for ever, whatever the archive is.
        assertThat(started.err().lines().filter(each -> !each.contains(" was deprecated in version "))).isEmpty();
    }

    @Test
    void itIsMadeInTheBackgroundOfAStartOnceAndTriedAgainAfterADay() throws Exception {
        delete(lib.resolve(".archive"));
        final Path lock = Files.createDirectories(archive.resolveSibling(archive.getFileName() + ".lock"));

        make();
        assertThat(archive).doesNotExist();

        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(Duration.ofHours(25))));
        assertThat(run(Map.of(), "--version").err()).isEmpty();
        await(() -> Files.exists(archive.resolve("asset.args")) && !Files.exists(lock));
        assertThat(loadedByAsset()).contains("io.takt.shm.asset.ShmHubConnection " + ARCHIVED);
        assertThat(Files.readString(archive.resolve("takt.args"))).contains(archive.toString());
    }

    @Test
    void whereNoneCanBeMadeProgramsStartAllTheSame() throws Exception {
        delete(lib.resolve(".archive"));
        Files.createFile(lib.resolve(".archive"));

        make();
        assertThat(startOwn()).isEqualTo(new Result(0, "started\n", ""));
        assertThat(run(Map.of(), "--version").err()).isEmpty();
    }

    @Test
    void itIsMadeInTheUsersCacheWhereJarsAreNotHis() throws Exception {
        delete(lib.resolve(".archive"));
        final Path cache = Files.createDirectories(temp.resolve("cache"));
        assertThat(lib.toFile().setWritable(false)).isTrue();
        try {
            assumeThat(Files.isWritable(lib)).as("root may write everywhere").isFalse();
            final Map<String, String> env = Map.of("XDG_CACHE_HOME", cache.toString());
            assertThat(run(with(env, "TAKT_MAKES_ARCHIVE", "yes")).err()).isEmpty();

            assertThat(loadedByAsset(env)).contains(ARCHIVED);
            try (Stream<Path> files = Files.walk(cache)) {
                assertThat(files.filter(each -> each.endsWith("asset.args"))).hasSize(1);
            }
        } finally {
            assertThat(lib.toFile().setWritable(true)).isTrue();
        }
    }

    @Test
    void anAssetJoinsWithoutWhatTheHubNeeds() throws Exception {
        Files.writeString(temp.resolve("one.json"), """
            {"hub": "one", "coreStep": "10ms", "maxDelay": "20ms",
             "assets": [{"name": "a", "step": "10ms", "launch": ["%s", "metronome"]}]}
            """.formatted(home.resolve("takt")));
        final Map<String, String> env = Map.of("TAKT_JAVA_OPTS", "-Xlog:class+load:file=" + temp + "/loads-%p",
            "TAKT_DIR", temp.resolve("hubs").toString());

        assertThat(run(env, "run", "-c", "one.json", "--until", "50ms").exit()).isZero();

        final List<String> loads = new ArrayList<>();
        try (Stream<Path> files = Files.list(temp)) {
            for (final Path file : files.filter(each -> each.getFileName().toString().startsWith("loads-")).toList()) {
                loads.add(Files.readString(file));
            }
        }
        loads.removeIf(each -> !each.contains("io.takt.hub.command.Metronome "));
        assertThat(loads).hasSize(1);
        assertThat(loads.get(0)).contains("io.takt.shm.asset.AssetSession ", ARCHIVED)
            .doesNotContain("com.fasterxml", "picocli", "org.slf4j", "io.aeron.driver");
    }

    @Test
    void metronomesWithNothingButNamesReadNoCommandLine() throws Exception {
        final Path loads = temp.resolve("loads");
        final Map<String, String> env = Map.of("TAKT_JAVA_OPTS", "-Xlog:class+load:file=" + loads,
            "TAKT_DIR", temp.resolve("hubs").toString());

        final Result light = run(env, "metronome", "a", "b");
        assertThat(Files.readString(loads)).contains("io.takt.hub.command.Metronome ").doesNotContain("picocli");
        assertThat(light.err()).startsWith("takt: no hub is running").hasLineCount(1);
        assertThat(light.exit()).isEqualTo(1);

        assertThat(run(env, "metronome", "a", "--step", "1ms")).isEqualTo(light);
        assertThat(Files.readString(loads)).contains("picocli");
        assertThat(run(env, "metronome").err()).contains("a NAME is missing");
    }

    private String loadedByAsset() throws Exception {
        return loadedByAsset(Map.of());
    }

    /** The classes that a program with a class path of its own loads. */
    private String loadedByAsset(final Map<String, String> env) throws Exception {
        final Path loads = temp.resolve("loads-of-asset");
        assertThat(startOwn(env, "-Xlog:class+load:file=" + loads)).isEqualTo(new Result(0, "started\n", ""));
        return Files.readString(loads);
    }

    private Result startOwn(final String... flags) throws Exception {
        return startOwn(Map.of(), flags);
    }

    private Result startOwn(final Map<String, String> env, final String... flags) throws Exception {
        final Path classes = Files.createDirectories(temp.resolve("classes"));
        final Path file = Files.writeString(temp.resolve("Own.java"), source());
        assertThat(javax.tools.ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(),
            file.toString())).isZero();
        final List<String> args = new ArrayList<>(List.of("java"));
        args.addAll(List.of(flags));
        args.addAll(List.of("-cp", classes.toString(), "Own"));
        return run(env, args.toArray(String[]::new));
    }

    private static String source() {
        return """
            public class Own {
                public static void main(String[] args) throws Exception {
                    Class.forName("io.takt.shm.asset.ShmHubConnection");
                    System.%s.println("started");
                }
            }
            """.formatted("out");
    }

    private Result make() throws Exception {
        return run(Map.of("TAKT_MAKES_ARCHIVE", "yes"));
    }

    private static Map<String, String> with(final Map<String, String> env, final String name, final String value) {
        return Map.ofEntries(Map.entry(name, value), env.entrySet().iterator().next());
    }

    private Result run(final Map<String, String> env, final String... args) throws Exception {
        final List<String> command = new ArrayList<>(List.of(home.resolve("takt").toString()));
        command.addAll(List.of(args));
        final Path out = Files.createTempFile(temp, "out", "");
        final Path err = Files.createTempFile(temp, "err", "");
        final ProcessBuilder builder = new ProcessBuilder(command).directory(temp.toFile())
            .redirectInput(Path.of("/dev/null").toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TAKT_") || name.contains("JAVA"));
        builder.environment().putAll(Map.of("JAVA_HOME", JDK.toString(), "TAKT_NO_BUILD", "1"));
        builder.environment().putAll(env);
        final Process process = builder.start();
        started.add(process);
        assertThat(process.waitFor(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)).as("ended in time").isTrue();
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(final Condition condition) throws Exception {
        final long startNs = System.nanoTime();
        while (!condition.holds()) {
            assertThat(System.nanoTime() - startNs).as("came in time").isLessThan(TIMEOUT.toNanos());
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private static void copy(final Path from, final Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static void delete(final Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (final Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
