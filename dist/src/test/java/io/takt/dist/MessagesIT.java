package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Messages arrive the same way in every run, however the processes are scheduled. */
@Tag("long")
class MessagesIT extends HubTest {
    private static final Map<String, String> STEPS = Map.of("a", "5ms", "b", "10ms", "c", "20ms", "d", "7ms");
    private static final List<String> MANY = List.of("a", "b", "c", "d");
    private static final boolean IS_SLOW = Boolean.getBoolean("takt.slow");
    private static final long STOP_NS = Duration.ofSeconds(Integer.getInteger("takt.stop.seconds", 1)).toNanos();
    private static final String CHANNELS = """
        "channels": [
          { "name": "talk", "from": "a", "delay": "3ms",
            "to": [ { "asset": "b", "delay": "0ms" },
              { "asset": "c", "delay": "30ms", "jitter": "9ms", "loss": 0.2 } ] },
          { "name": "talk", "from": "b", "to": [ { "asset": "a", "delay": "10ms" },
            { "asset": "d", "gate": "end", "delay": "12ms" } ] },
          { "name": "talk", "from": "c", "to": [ { "asset": "a", "delay": "5ms", "loss": 0.5 } ] },
          { "name": "news", "from": "c", "delivery": "retroactive", "jitter": "40ms", "to": [ "d" ] },
          { "name": "talk", "from": "d", "delay": "50ms", "to": [ "c", "b" ] } ]
        """;

    /** Of an undisturbed run; null before there was one. */
    private static Map<String, String> expected;

    private Path file(final String name, final String waiting, final String prefix, final List<String> groups)
        throws IOException {
        return file(name, waiting, prefix, groups, "", "");
    }

    /** One process for each group of assets; the first of a group is launched, and hosts the others. */
    private Path file(final String name, final String waiting, final String prefix, final List<String> groups,
        final String more, final String ofEach) throws IOException {
        final String classPath = Path.of(System.getProperty("user.dir")).resolve("target/test-classes").toString();
        final List<String> assets = new ArrayList<>();
        for (final String group : groups) {
            final String[] names = group.split(" ");
            for (final String asset : names) {
                final String launch = asset.equals(names[0]) ? ", \"launch\": [" + prefix
                    + "\"takt\", \"java\", \"-cp\", \"" + classPath + "\", \"" + Chatter.class.getName() + "\", \""
                    + String.join("\", \"", names) + "\"]" : "";
                assets.add("{\"name\": \"" + asset + "\", \"step\": \"" + STEPS.get(asset) + "\"" + ofEach + launch
                    + "}");
            }
        }
        return Files.writeString(folder.resolve(name + ".json"), "{\"hub\": \"" + name + "\", \"coreStep\": \"5ms\","
            + " \"maxDelay\": \"40ms\", \"seed\": 7, \"waiting\": \"" + waiting + "\"" + more + ", \"assets\": ["
            + String.join(", ", assets) + "],\n" + CHANNELS + "}");
    }

    private TaktProcess start(final Path file) throws IOException {
        return TaktProcess.start(folder, base, "run", "-c", file.toString(), "--until", "20s", "--json");
    }

    private Map<String, String> digests(final TaktProcess run) throws IOException, InterruptedException {
        run.awaitEnd();
        assertThat(run.exitCode()).as(run.err()).isZero();
        final Map<String, String> digests = new TreeMap<>();
        for (final JsonNode asset : run.json().get("assets")) {
            digests.put(asset.get("name").textValue(), asset.get("digest").textValue());
        }
        assertThat(run.json().get("violations").longValue()).isZero();
        return digests;
    }

    private Map<String, String> expected() throws IOException, InterruptedException {
        if (expected == null) {
            try (TaktProcess run = start(file("calm", "adaptive", "", MANY))) {
                expected = digests(run);
            }
        }
        return expected;
    }

    @Test
    void digestsAreTheSameUnderAnyScheduling() throws IOException, InterruptedException {
        final Map<String, String> digests = expected();
        assertThat(digests).containsOnlyKeys(MANY).doesNotContainValue(null).doesNotContainValue("0000000000000000");
        if (IS_SLOW) {
            try (TaktProcess run = start(file("asleep", "sleep", "", MANY))) {
                assertThat(digests(run)).as("each wait a sleep").isEqualTo(digests);
            }
            try (TaktProcess run = start(file("one", "adaptive", "", List.of("a b c d")))) {
                assertThat(digests(run)).as("all in one process").isEqualTo(digests);
            }
        }
        try (TaktProcess run = start(file("two", "yield", "", List.of("d b", "a c")))) {
            assertThat(digests(run)).as("two processes, joined in another order").isEqualTo(digests);
        }
        try (TaktProcess run = start(file("pinned", "spin", "\"taskset\", \"-c\", \"0\", ", List.of("a", "b c d")))) {
            assertThat(digests(run)).as("on one processor, spinning").isEqualTo(digests);
        }
    }

    @Test
    void digestsAreTheSameWhenProcessesAreStoppedAtRandom() throws IOException, InterruptedException {
        final Map<String, String> digests = expected();
        final Random random = new Random(11);
        try (TaktProcess run = start(file("storm", "adaptive", "", MANY))) {
            while (run.process().isAlive()) {
                final Optional<ProcessHandle> victim = run.launchedIfAny(MANY.get(random.nextInt(MANY.size())));
                if (victim.isPresent()) {
                    TaktProcess.signal(victim.get(), "STOP");
                    LockSupport.parkNanos(random.nextInt(20_000_000));
                    TaktProcess.signal(victim.get(), "CONT");
                }
                LockSupport.parkNanos(random.nextInt(5_000_000));
            }
            assertThat(digests(run)).isEqualTo(digests);
        }
    }

    @Test
    void oneThatIsStoppedForLongLosesNothing() throws IOException, InterruptedException {
        final Map<String, String> digests = expected();
        for (final String victim : IS_SLOW ? MANY : List.of("c")) {
            final Path held = Talk.hold(folder, "d");
            try (TaktProcess run = start(file("stop-" + victim, "adaptive", "", MANY))) {
                run.awaitRunning(base, "stop-" + victim);
                TaktProcess.signal(run.launched(victim), "STOP");
                LockSupport.parkNanos(STOP_NS);
                assertThat(run.process().isAlive()).as("it is waited for").isTrue();
                TaktProcess.signal(run.launched(victim), "CONT");
                Files.delete(held);
                assertThat(digests(run)).isEqualTo(digests);
            }
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void aHubThatIsKilledTakesNoMessageWithIt() throws IOException, InterruptedException {
        final Map<String, String> digests = expected();
        final Path file = file("killed", "adaptive", "", MANY, ", \"pace\": {\"mode\": \"realtime\", \"speed\": 5}",
            ", \"onHubLost\": \"attach\"");
        final Path held = Talk.hold(folder, "d");
        try (TaktProcess killed = start(file)) {
            killed.awaitStatus(base, "killed", status -> status.coreTimeNs() > 5_000_000_000L);
            killed.process().destroyForcibly().onExit().join();
            Files.delete(held);
            try (TaktProcess next = start(file)) {
                assertThat(digests(next)).isEqualTo(digests);
                assertThat(next.err()).contains("takes over from a killed hub");
            }
        }
    }

    @Test
    void theDeathOfOneLeavesNoAssetWaitingForEver() throws IOException, InterruptedException {
        for (final String policy : IS_SLOW ? List.of("halt", "drop", "restart") : List.of("drop", "restart")) {
            for (final String victim : IS_SLOW ? MANY : List.of("restart".equals(policy) ? "b" : "a")) {
                final String hub = policy + "-" + victim;
                final Path file = file(hub, "adaptive", "", MANY,
                    ", \"pace\": {\"mode\": \"realtime\", \"speed\": 20}", ", \"onLost\": \"" + policy + "\""
                    + ("restart".equals(policy) ? ", \"restart\": {\"pause\": \"10ms\"}" : ""));
                final Path held = Talk.hold(folder, "d");
                try (TaktProcess run = start(file)) {
                    run.awaitStatus(base, hub, status -> status.coreTimeNs() > 2_000_000_000L);
                    run.launched(victim).destroyForcibly();
                    Files.delete(held);
                    run.awaitEnd();
                    assertThat(run.exitCode()).as(hub + run.err()).isEqualTo("halt".equals(policy) ? 3 : 0);
                    assertThat(run.err()).contains("asset '" + victim + "' was lost");
                    assertThat(run.json().get("violations").longValue()).isZero();
                    if (!"halt".equals(policy)) {
                        assertThat(run.json().get("coreTimeNs").longValue()).isEqualTo(20_000_000_000L);
                    }
                }
            }
        }
    }

    /** On a small file system, where the user may mount one; the receiver fills it before the first step. */
    @Test
    void whereTheHostBecomesFullLogsStayAsTheyAreAndNothingIsLost() throws IOException, InterruptedException {
        final String flow = "takt java io.takt.bench.program.FlowAsset ";
        final Path script = Files.writeString(folder.resolve("full.sh"), """
            mkdir -p small && mount -t tmpfs -o size=60m,mode=700 none small || exit 77
            TAKT_DIR=$PWD/small takt run -c full.json --until 100ms --json
            echo $? > exit.txt
            [ -s small/ballast ] && df -k --output=avail small | tail -n 1 > left.txt
            """);
        Files.writeString(folder.resolve("fill.sh"), """
            while [ ! -e small/.messages-full/sender.log ]; do sleep 0.01; done
            head -c 99m /dev/zero > small/ballast
            truncate -s -256K small/ballast
            """ + "exec " + flow + "receive receiver\n");
        final String start = """
            {"hub": "full", "coreStep": "1ms", "maxDelay": "10ms",
             "assets": [{"name": "sender", "step": "1ms", "launch": ["sh", "-c", "exec %ssend sender 1000 1024"]},
               {"name": "receiver", "step": "1ms", "launch": ["sh", "-c", "exec %s"]}],
             "channels": [{"name": "flow", "from": "sender", "to": ["receiver"]}]}""";
        final Path file = folder.resolve("full.json");
        Files.writeString(file, String.format(start, flow, flow + "receive receiver"));
        final Map<String, String> digests;
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", file.toString(), "--until", "100ms",
            "--json")) {
            digests = digests(run);
        }
        Files.writeString(file, String.format(start, flow, "sh fill.sh"));
        try (TaktProcess run = TaktProcess.start(folder, base, List.of("unshare", "-rm", "sh", script.toString()))) {
            run.awaitEnd();
            assumeThat(Files.exists(folder.resolve("exit.txt"))).as("may mount: " + run.err()).isTrue();
            assertThat(folder.resolve("exit.txt")).as(run.err()).hasContent("0");
            assertThat(folder.resolve("left.txt")).as("the host was full").exists();
            assertThat(digests(run)).isEqualTo(digests).containsKey("receiver");
        }
    }

    @Test
    void gatesThatStopARunForGoodAreRefusedWithWhereThatIs() throws Exception {
        final Path file = Files.writeString(folder.resolve("circle.json"), """
            {"hub": "circle", "coreStep": "10ms", "maxDelay": "40ms",
             "assets": [{"name": "a", "step": "5ms"}, {"name": "b", "step": "5ms"}],
             "channels": [{"name": "x", "from": "a", "to": ["b"], "gate": "end"},
               {"name": "y", "from": "b", "to": ["a"], "gate": "end"}]}""");
        for (final String command : List.of("run", "hub")) {
            final TaktProcess refused = TaktProcess.run(folder, base, command, "-c", file.toString());
            assertThat(refused.exitCode()).as(refused.err()).isEqualTo(2);
            assertThat(refused.err()).doesNotContain("Exception").contains("the gates would stop the simulation")
                .endsWith("  or run it as it is with --force, up to where it stops (40ms)\n");
        }
        final TaktProcess check = TaktProcess.run(folder, base, "check", "-c", file.toString());
        assertThat(check.exitCode()).isEqualTo(2);
        assertThat(check.out()).contains("NOT live: every run stops for good at 40ms", "fix: ");
        assertThat(check.err()).as("nothing twice").isEmpty();
    }

    @Test
    void whereGatesHaveTooManyCasesItIsNotKnownWhetherTheyStopARun() throws Exception {
        final Path file = Files.writeString(folder.resolve("coprime.json"), """
            {"hub": "coprime", "coreStep": "1000003ns", "maxDelay": "90000049ns",
             "assets": [{"name": "a", "step": "999983ns"}, {"name": "b", "step": "1000033ns"},
               {"name": "c", "step": "1000037ns"}],
             "channels": [{"name": "x", "from": "a", "to": ["b"], "gate": "end", "delay": "3ms"},
               {"name": "y", "from": "b", "to": ["c"], "gate": "end"},
               {"name": "z", "from": "c", "to": ["a"], "gate": "end"}]}""");
        final TaktProcess check = TaktProcess.run(folder, base, "check", "-c", file.toString());
        assertThat(check.exitCode()).as(check.err()).isZero();
        assertThat(check.out()).contains("not known whether it can stop for good").contains("warning: channels: ")
            .doesNotContain("live");
        assertThat(TaktProcess.run(folder, base, "check", "-c", file.toString(), "--json").json().get("live").isNull())
            .isTrue();
    }
}
