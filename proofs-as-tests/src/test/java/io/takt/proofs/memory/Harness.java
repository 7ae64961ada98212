package io.takt.proofs.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs {@code ...Stress} classes of this package under jcstress, in processes of their own, for some hundred
 * milliseconds each; with {@code mvn -Pslow} for minutes, and with more ways of compiling them. The report with all
 * figures is in {@code target/jcstress/index.html}.
 */
final class Harness {
    private static final boolean SLOW = Boolean.getBoolean("takt.slow");

    private static final Pattern MUTANT = Pattern.compile("MutantStress\\.(\\w+)\\s+Results across all configurations:"
        + "(?:(?!Results across).)*?\\s[1-9][\\d,]*\\s+\\S+%\\s+Interesting", Pattern.DOTALL);
    private static final int STRIDE_SIZE = 64;
    private static final int STRIDE_COUNT = 8;
    private static final int MOST_ROUNDS = 10;

    /** At most so many trials are under way at once; each needs clocks of its own. */
    static final int TRIALS = STRIDE_SIZE * STRIDE_COUNT;

    private Harness() {
    }

    /** Runs tests, all of which have to pass. */
    static void assertAllPass(final int count, final String tests) throws IOException, InterruptedException {
        assertThat(run(tests, SLOW)).contains("Failed tests: No matches.", "Error tests: No matches.",
            "All remaining tests: " + count + " matching test results");
    }

    /**
     * Runs mutants until all have been caught.
     *
     * <p>How soon depends on how busy the machine is, so there is no telling for how long to search at most.
     */
    static void assertCaught(final String tests, final String... mutants) throws IOException, InterruptedException {
        final Set<String> caught = new TreeSet<>();
        for (int round = 0; round < MOST_ROUNDS && caught.size() < mutants.length; round++) {
            for (final Matcher match = MUTANT.matcher(run(tests, false)); match.find();) {
                caught.add(match.group(1));
            }
        }
        assertThat(caught).containsExactlyInAnyOrder(mutants);
    }

    /** Gives the harness' summary. */
    private static String run(final String tests, final boolean inDepth) throws IOException, InterruptedException {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "on one processor nothing happens at the same time");
        final Path folder = Files.createDirectories(Path.of("target", "jcstress"));
        final Path log = folder.resolve("log.txt");
        final Process process = new ProcessBuilder(command(tests, inDepth)).directory(folder.toFile())
            .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            assertThat(process.waitFor()).as("exit status; see %s", log).isZero();
        } finally {
            process.destroy();
        }
        final String said = Files.readString(log);
        return said.substring(said.lastIndexOf("RUN RESULTS"));
    }

    /** Options of the harness' own JVM would be those of the tests' JVMs, too, which need the second compiler. */
    private static List<String> command(final String tests, final boolean inDepth) {
        return List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp", classPath(), PlainLocking.class.getName(),
            "-t", Harness.class.getPackageName() + "." + tests, "-r", ".", "-f", "1",
            inDepth ? "-jvmArgsPrepend" : "-jvmArgs", System.getProperty("takt.jvm.flags"),
            "-strideSize", "" + STRIDE_SIZE, "-strideCount", "" + STRIDE_COUNT,
            "-sc", "false", "-af", "NONE", "-pth", "false",
            "-iters", inDepth ? "5" : "1", "-time", inDepth ? "500" : "200", "-v");
    }

    /** The harness stumbles over folders that do not exist. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(each -> Files.exists(Path.of(each))).collect(Collectors.joining(File.pathSeparator));
    }
}
