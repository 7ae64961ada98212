package io.takt.proofs.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.openjdk.jcstress.Main;

/**
 * Runs the {@code ...Stress} classes of this package under jcstress, in processes of their own, for some hundred
 * milliseconds each; with {@code mvn -Pslow} for minutes, with more ways of compiling them, and with the mutants. The
 * report with all figures is in {@code target/jcstress/index.html}.
 *
 * <p>The shipped classes were also run with faults put in by hand (x86-64, 2 processors, 0.6 s for each test and JVM):
 *
 * <pre>
 *  Doorbell                                     forbidden results
 *  as it is                                     none
 *  announce: release store, no fence            lost wake-ups in all four tests, 72 to 3,311 each
 *  fence(), ring(): no fence                    lost wake-ups in all four tests, 44 to 769 each
 *  ring(value): store instead of swap           4,096 announcements wiped out in LateRingStress
 * </pre>
 *
 * <p>An announcement by a volatile store, without the fence behind it, cannot be told apart on x86, where such a store
 * is a fence; {@link WakeUpModelTest} is about that.
 */
@Timeout(3_600)
class WakeUpStressTest {
    private static final Pattern CAUGHT = Pattern.compile("MutantStress\\.(\\w+)\\s+Results across all configurations:"
        + ".*?[\\d,]+\\s+\\S+%\\s+Interesting", Pattern.DOTALL);
    private static final boolean SLOW = Boolean.getBoolean("takt.slow");
    private static final int MOST_ROUNDS = 10;

    @Test
    void noWakeUpIsLost() throws IOException, InterruptedException {
        final String results = run("(AssetSleeps|HubSleeps|HubSleepsAgain|ManyAssets|Command|LateRing)Stress", SLOW);
        assertThat(results).contains("Failed tests: No matches.", "Error tests: No matches.",
            "All remaining tests: 6 matching test results");
    }

    /** How soon depends on how busy the machine is, so there is no telling for how long to search at most. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void theMutantsAreCaught() throws IOException, InterruptedException {
        final Set<String> caught = new TreeSet<>();
        for (int round = 0; round < MOST_ROUNDS && caught.size() < 3; round++) {
            final String results = run("MutantStress", false);
            for (final Matcher match = CAUGHT.matcher(results); match.find();) {
                caught.add(match.group(1));
            }
        }
        assertThat(caught).containsExactly("NoCompareAndSwap", "NoFenceAtTheRinger", "NoFenceAtTheSleeper");
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

    private static List<String> command(final String tests, final boolean inDepth) {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp", classPath(), Main.class.getName(),
            "-t", AssetSleepsStress.class.getPackageName() + "." + tests, "-r", ".", "-f", "1",
            inDepth ? "-jvmArgsPrepend" : "-jvmArgs", System.getProperty("takt.jvm.flags"),
            "-sc", "false", "-iters", inDepth ? "5" : "1", "-time", inDepth ? "500" : "300", "-v"));
        if (!inDepth) {
            command.addAll(List.of("-af", "NONE"));
        }
        return command;
    }

    /** The harness stumbles over folders that do not exist. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(each -> Files.exists(Path.of(each))).collect(Collectors.joining(File.pathSeparator));
    }
}
