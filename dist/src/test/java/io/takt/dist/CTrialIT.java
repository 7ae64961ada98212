package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The promises of the C library's headers, tried by programs of its own: by themselves, under sanitizers, and as assets
 * of a hub; its examples; and projects that use it.
 */
@Tag("long")
class CTrialIT extends HubTest {
    private static final boolean IS_SLOW = Boolean.getBoolean("takt.slow");

    @TempDir
    private static Path programs;
    private static CLibrary library;

    @BeforeAll
    static void compile() throws Exception {
        library = CLibrary.compile(programs);
    }

    /** A run with one asset, whose program checks all there is. */
    private TaktProcess run(final String program, final String... args) throws IOException {
        final List<String> launch = new ArrayList<>(List.of(library.program(program)));
        launch.addAll(List.of(args));
        final String config = Files.writeString(folder.resolve("trial.json"), """
            {"hub": "trial", "endWithin": "1min", "coreStep": "10ms", "maxDelay": "100ms", "seed": 7, "assets": [
              {"name": "alpha", "step": "10ms", "launch": ["%s"]},
              {"name": "screen", "step": "10ms", "required": false}],
             "channels": [{"name": "%s", "from": "alpha", "to": ["screen"], "maxBytes": 16, "type": "double",
               "unit": "km/h"}]}
            """.formatted(String.join("\", \"", launch), program.equals("trial") ? "pose" : "other")).toString();
        return TaktProcess.start(folder, base, "run", "-c", config, "--json");
    }

    private static void requireEnd(final TaktProcess run, final String state, final String words) throws Exception {
        run.awaitEnd();
        assertThat(run.err()).contains("all hold").doesNotContain("Sanitizer", "runtime error");
        assertThat(run.json().get("state").textValue()).isEqualTo(state);
        assertThat(run.json().get("violations").longValue()).isZero();
        assertThat(run.json().toString() + run.err()).contains(words);
    }

    @Test
    void unitTestsHoldUnderSanitizers() throws Exception {
        library.requireHolds("unit", CLibrary.HOME.resolve("test/vectors.txt").toString());
    }

    /** The comment that ends in front of a function says the thread and the wait, and the page names the function. */
    @Test
    void theHeaderAndThePageSayOfEachFunctionWhoMayCallIt() throws Exception {
        final String header = Files.readString(CLibrary.HOME.resolve("include/takt.h"));
        final String page = Files.readString(TaktProcess.HOME.resolve("docs/reference/c.md"));
        final Matcher functions = Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s*TAKT_API [^;(]*?(takt_\\w+)\\(",
            Pattern.DOTALL).matcher(header);
        final List<String> found = new ArrayList<>();
        while (functions.find()) {
            final String comment = functions.group(1).replaceAll("\\s*\\*?\\s+", " ");
            final String name = functions.group(2);
            found.add(name);
            assertThat(comment).as(name).containsPattern("Thread: (hub's|any)")
                .containsPattern("Never waits|Waits ");
            assertThat(page).as("the page's table").contains("`" + name + "`");
        }
        assertThat(found).as("functions with a comment of their own").hasSize(header.split("\nTAKT_API ").length - 1);
        assertThat(page).contains("takt_waiting");
    }

    @Test
    void callsThatAreInterruptedHappenOnceOrNotAtAll() throws Exception {
        library.requireHolds("breaks");
    }

    @Test
    void parsersBearWhatABrokenHubSays() throws Exception {
        library.requireHolds("fuzz", IS_SLOW ? Long.toUnsignedString(ThreadLocalRandom.current().nextLong()) : "1",
            IS_SLOW ? "30" : "2");
    }

    @Test
    void anAssetEndsTheRun() throws Exception {
        try (TaktProcess run = run("trial", "stop")) {
            requireEnd(run, "STOPPED", "landed");
        }
    }

    @Test
    void anAssetFails() throws Exception {
        try (TaktProcess run = run("trial", "fail")) {
            requireEnd(run, "FAILED", "its simulator failed");
        }
    }

    @Test
    void anAssetLeaves() throws Exception {
        try (TaktProcess run = run("trial", "leave")) {
            requireEnd(run, "STOPPED", "all assets have left");
        }
    }

    @Test
    void anAssetThatDoesNotAttachEndsWithItsHub() throws Exception {
        try (TaktProcess run = run("trial", "wait")) {
            run.awaitStatus(base, "trial", status -> status.coreTimeNs() > 1_000_000_000L);
            final ProcessHandle asset = run.launched("alpha");
            run.process().destroyForcibly().onExit().join();
            asset.onExit().join();
        }
    }

    @Test
    void theWrapperForCxxHoldsAndPassesExceptionsOn() throws Exception {
        library.compileCxx();
        try (TaktProcess run = run("wrapper-cpp")) {
            requireEnd(run, "STOPPED", "seen enough");
        }
        try (TaktProcess run = run("wrapper-cpp", "throw")) {
            requireEnd(run, "FAILED", "asset 'alpha'");
        }
    }

    @Test
    void pendulumsSwing() throws Exception {
        library.compileCxx();
        for (final String program : List.of("pendulum", "pendulum-cpp")) {
            final String config = Files.writeString(folder.resolve("swing.json"), """
                {"hub": "swing", "endWithin": "1min", "coreStep": "10ms", "maxDelay": "30ms", "assets": [
                  {"name": "pendulum", "step": "5ms", "launch": ["%s"]}]}
                """.formatted(library.program(program))).toString();
            try (TaktProcess run = TaktProcess.run(folder, base, "run", "-c", config, "--until", "20s", "--json")) {
                assertThat(run.exitCode()).as(run.err()).isZero();
                assertThat(run.json().get("violations").longValue()).isZero();
                assertThat(run.json().get("assets").get(0).get("timeNs").longValue()).isEqualTo(20_000_000_000L);
                // The same in both languages.
                assertThat(run.err()).contains("[pendulum] angle at the end: 0.2584");
            }
        }
    }

    /** What runs nowhere else: other instructions, and the branches for a processor without those of x86-64. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void unitTestsHoldOnArm() throws Exception {
        final CLibrary arm = CLibrary.compileForArm(folder, "unit", "breaks", "fuzz");
        arm.requireHolds("unit", CLibrary.HOME.resolve("test/vectors.txt").toString());
        arm.requireHolds("breaks");
        arm.requireHolds("fuzz", "1", "5");
    }

    /** By CMake, as a folder and installed, and by pkg-config. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void projectsUseIt() throws Exception {
        final TaktProcess consumer = TaktProcess.start(folder, folder, List.of(
            CLibrary.HOME.resolve("test/consumer.sh").toString(), folder.resolve("consumer").toString()))
            .awaitEnd(PythonTools.LONG_S);
        assertThat(consumer.exitCode()).as(consumer.out() + consumer.err()).isZero();
        assertThat(consumer.out()).contains("its one file: holds", "its sources: holds");
    }
}
