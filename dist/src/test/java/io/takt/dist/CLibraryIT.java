package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.control.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The C library in bindings/c beside the takt that was built: the same talk among assets in C and in Java, undisturbed
 * and with processes that are killed, has the same digests.
 */
@Tag("long")
class CLibraryIT extends HubTest {
    private static final List<String> ALL_JAVA = List.of("J a", "J b", "J c", "J d");
    private static final List<String> ALL_C = List.of("C a", "C b", "C c", "C d");
    private static final String UNTIL = "10s";
    private static final String REALTIME = ", \"pace\": {\"mode\": \"realtime\", \"speed\": 5}";

    @TempDir
    private static Path programs;
    private static CLibrary library;

    @BeforeAll
    static void compile() throws Exception {
        library = CLibrary.compile(programs);
    }

    private String talk(final List<String> groups, final String more, final String ofEach) throws IOException {
        return Talk.write(folder, groups, this::program, more, ofEach);
    }

    /** The letter in front says the language; D is C that does not depend on what it has heard. */
    private List<String> program(final String language) {
        return switch (language) {
            case "J" -> Talk.java();
            case "D" -> List.of(library.program("chatter"), "deaf");
            default -> List.of(library.program("chatter"));
        };
    }

    private TaktProcess start(final String config) throws IOException {
        return start(config, UNTIL);
    }

    private TaktProcess start(final String config, final String until) throws IOException {
        return TaktProcess.start(folder, base, "run", "-c", config, "--until", until, "--json");
    }

    private Map<String, String> digestsOf(final TaktProcess run) throws Exception {
        assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
        final Map<String, String> digests = new TreeMap<>();
        run.json().get("assets").forEach(asset -> digests.put(asset.get("name").textValue(),
            asset.get("digest").textValue()));
        assertThat(run.json().get("violations").longValue()).isZero();
        return digests;
    }

    private Map<String, String> digests(final List<String> groups, final String more) throws Exception {
        try (TaktProcess run = start(talk(groups, more, ""))) {
            return digestsOf(run);
        }
    }

    @Test
    void digestsAreThoseOfJava() throws Exception {
        final Map<String, String> java = digests(ALL_JAVA, "");
        assertThat(java).hasSize(4).doesNotContainValue("0000000000000000");
        assertThat(digests(ALL_C, "")).as("each in a process").isEqualTo(java);
        assertThat(digests(List.of("C d b", "J a", "C c"), ", \"checks\": true")).as("mixed").isEqualTo(java);
        assertThat(digests(List.of("C a b c d"), "")).as("all in one process").isEqualTo(java);
    }

    /** The programs have languages: Java, C, and C that writes its messages in their place in the log. */
    private Map<String, String> eventful(final List<String> languages) throws Exception {
        final String classPath = Path.of(System.getProperty("user.dir")).resolve("target/test-classes").toString();
        final List<String> assets = new ArrayList<>();
        for (int i = 0; i < languages.size(); i++) {
            final String program = switch (languages.get(i)) {
                case "Java" -> "\"takt\", \"java\", \"-cp\", \"" + classPath + "\", \""
                    + Eventful.class.getName() + "\"";
                case "claim" -> "\"" + library.program("eventful") + "\", \"claim\"";
                default -> "\"" + library.program("eventful") + "\"";
            };
            final String way = List.of("fixed", "event", "whole").get(i);
            assets.add("{\"name\": \"" + way + "\", " + List.of("\"step\": \"5ms\"",
                "\"maxStep\": \"20ms\", \"granularity\": \"1us\"",
                "\"maxStep\": \"10ms\", \"granularity\": \"1ms\", \"wholeSteps\": true").get(i)
                + ", \"launch\": [" + program + ", \"" + way + "\"]}");
        }
        final String config = Files.writeString(folder.resolve("eventful.json"), """
            {"hub": "eventful", "coreStep": "5ms", "maxDelay": "25ms", "seed": 7, "channels": [
              { "name": "talk", "from": "event", "to": [ { "asset": "fixed", "delay": "1ms" },
                { "asset": "whole", "delay": "2ms", "jitter": "9ms" } ] },
              { "name": "talk", "from": "fixed", "to": [
                { "asset": "event", "delay": "30ms", "loss": 0.3, "gate": "end" }, { "asset": "whole" } ] },
              { "name": "talk", "from": "whole", "to": [ { "asset": "event", "jitter": "4ms" }, "fixed" ] } ],
             "assets": [""" + String.join(", ", assets) + "]}").toString();
        try (TaktProcess run = start(config, "2s")) {
            return digestsOf(run);
        }
    }

    @Test
    void stepsThatVaryAreThoseOfJava() throws Exception {
        final Map<String, String> java = eventful(List.of("Java", "Java", "Java"));
        assertThat(java).hasSize(3).doesNotContainValue("0000000000000000");
        assertThat(eventful(List.of("C", "claim", "C"))).isEqualTo(java);
        assertThat(eventful(List.of("claim", "C", "Java"))).isEqualTo(java);
    }

    /** The camera of the example, in C; beside a controller in Python it is in each build, in PythonPackageIT. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void theRadioLoopIsTheSameWithItsCameraInC() throws Exception {
        RadioLoopIT.copyTo(folder);
        final Map<String, String> java;
        try (TaktProcess run = start("radio.json", "1s")) {
            java = digestsOf(run);
        }
        final String config = Files.readString(folder.resolve("radio.json"));
        final String inC = config.replace("\"takt\", \"java\", \"Camera.java\"",
            "\"" + library.program("camera") + "\"");
        assertThat(inC).isNotEqualTo(config);
        Files.writeString(folder.resolve("radio.json"), inC);
        try (TaktProcess run = start("radio.json", "1s")) {
            assertThat(digestsOf(run)).isEqualTo(java).hasSize(5);
        }
    }

    @Test
    void aHubThatIsKilledTakesNoMessageWithIt() throws Exception {
        final Map<String, String> undisturbed = digests(ALL_C, "");
        final String config = talk(List.of("C a", "C b", "C c d"), REALTIME, ", \"onHubLost\": \"attach\"");
        final Path held = Talk.hold(folder, "d");
        try (TaktProcess killed = start(config)) {
            killed.awaitStatus(base, "talk", status -> status.coreTimeNs() > 3_000_000_000L);
            killed.process().destroyForcibly().onExit().join();
            Files.delete(held);
            try (TaktProcess next = start(config)) {
                assertThat(digestsOf(next)).isEqualTo(undisturbed);
                assertThat(next.err()).contains("takes over from a killed hub");
            }
        }
    }

    /**
     * Its assets' messages depend on the time alone, so a successor sends the same as its predecessor would have sent.
     */
    @Test
    void aProcessInThePlaceOfAKilledOneLosesAndDoublesNothing() throws Exception {
        final List<String> deaf = List.of("D a", "D b", "D c", "D d");
        final Map<String, String> undisturbed = digests(deaf, "");
        final Path held = Talk.hold(folder, "d");
        final String config = talk(deaf, REALTIME, ", \"onLost\": \"restart\", \"restart\": {\"pause\": \"10ms\"}");
        try (TaktProcess run = start(config)) {
            long sinceNs = 500_000_000L;
            long lastPid = 0;
            for (final String killed : List.of("b", "d", "c", "a", "d")) {
                final long fromNs = sinceNs;
                final long gonePid = lastPid;
                final HubStatus status = run.awaitStatus(base, "talk", now -> now.coreTimeNs() > fromNs
                    && now.assets().stream().allMatch(asset -> asset.state() == AssetState.RUNNING
                        && asset.pid() != gonePid));
                final ProcessHandle process = run.launched(killed);
                lastPid = process.pid();
                process.destroyForcibly();
                process.onExit().join();
                // Before the step in which one is held, and time stands.
                sinceNs = Math.min(status.coreTimeNs() + 700_000_000L, 8_500_000_000L);
            }
            Files.delete(held);
            assertThat(digestsOf(run)).isEqualTo(undisturbed);
            assertThat(run.err()).contains("asset 'd' was lost").contains("(2 of 5)");
        }
    }

    @Test
    void startsAnewAfterAReset() throws Exception {
        // Longer than the test takes on a busy machine: it ends the run itself.
        try (TaktProcess run = start(talk(List.of("C a", "J b", "C c d"), REALTIME, ""), "300s")) {
            // The question of the status how long steps take is answered by C, too.
            final HubStatus before = run.awaitStatus(base, "talk", status -> status.coreTimeNs() > 1_000_000_000L
                && status.assets().stream().allMatch(asset -> asset.busyNs() > 0 && !asset.sent().isEmpty()
                    && asset.sent().get(0).latestNs() != null));
            assertThat(before.assets()).allMatch(asset -> asset.sent().get(0).messages() > 0
                && asset.sent().get(0).latestNs() <= before.coreTimeNs());
            TaktProcess.ask(base, "talk", Request.Reset::new);
            final HubStatus after = run.awaitStatus(base, "talk", status -> status.epoch() != before.epoch()
                && status.assets().stream().allMatch(asset -> asset.sent().get(0).latestNs() != null));
            assertThat(after.assets()).allMatch(asset -> asset.sent().get(0).latestNs() <= after.coreTimeNs());
            TaktProcess.stop(base, "talk");
            run.awaitEnd();
            assertThat(run.json().get("violations").longValue()).isZero();
            assertThat(run.json().get("coreTimeNs").longValue()).isLessThan(300_000_000_000L);
        }
    }
}
