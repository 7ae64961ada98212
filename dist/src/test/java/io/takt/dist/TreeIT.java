package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.asset.HubState;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.control.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Hubs below hubs on one host, each a process of its own, with assets that only keep time. */
@Tag("long")
class TreeIT extends HubTest {
    private static final long MS = 1_000_000;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long ROOT_MAX_DELAY_NS = 40 * MS;
    private static final long SITE_MAX_DELAY_NS = 30 * MS;
    private static final Pattern WAITS = Pattern.compile("\"waits\":\\[(\\{[^}]*},){2}\\{[^}]*\"radar\"[^}]*}]");
    private static final Pattern CYCLE = Pattern.compile("own ancestor: (\\w) below (\\w) below (\\w) below \\1;");
    private static final String REALTIME = ", 'pace': {'mode': 'realtime'}";

    private Path file(final String name, final String text) throws IOException {
        return Files.writeString(folder.resolve(name), patient(text.replace('\'', '"')));
    }

    private TaktProcess start(final String... args) throws IOException {
        return TaktProcess.start(folder, base, args);
    }

    private TaktProcess takt(final String... args) throws Exception {
        return TaktProcess.run(folder, base, args);
    }

    /**
     * A root with an asset, a child that reports its core, one that reports its slowest, and one below that.
     *
     * @param more of site-a.
     * @param pace of the root. At full speed the tree takes the processors from what the test does meanwhile.
     */
    private void tree(final String more, final String pace) throws IOException {
        file("root.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '40ms', 'seed': 7" + pace + ", 'assets':"
            + " [{'name': 'x', 'step': '10ms', 'launch': ['takt', 'metronome']}], 'federates': [{'name': 'site-a',"
            + " 'config': 'a.json', 'launch': ['takt', 'run', '-c', 'a.json', '--json']" + more + "},"
            + " {'name': 'site-b', 'config': 'b.json', 'launch': ['takt', 'run', '-c', 'b.json', '--json']}]}");
        file("a.json", "{'hub': 'site-a', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'hub': 'root'}, 'assets':"
            + " [{'name': 'drone', 'step': '3ms', 'launch': ['takt', 'metronome']}]}");
        file("b.json", "{'hub': 'site-b', 'coreStep': '4ms', 'maxDelay': '30ms', 'parent': {'hub': 'root', 'report':"
            + " 'slowest'}, 'federates': [{'name': 'room', 'config': 'room.json', 'launch': ['takt', 'run', '-c',"
            + " 'room.json', '--json']}]}");
        file("room.json", "{'hub': 'room', 'coreStep': '2ms', 'maxDelay': '10ms', 'parent': {'hub': 'site-b'},"
            + " 'assets': [{'name': 'radar', 'step': '6ms', 'launch': ['takt', 'metronome']}]}");
    }

    /** The same without the room: the radar is at site-b itself. */
    private void treeOfTwoLevels(final String more) throws IOException {
        tree(more, REALTIME);
        file("b.json", "{'hub': 'site-b', 'coreStep': '4ms', 'maxDelay': '30ms', 'parent': {'hub': 'root', 'report':"
            + " 'slowest'}, 'assets': [{'name': 'radar', 'step': '6ms', 'launch': ['takt', 'metronome']}]}");
    }

    private TreeObserver observer() {
        return new TreeObserver().edge(base, "root", "site-a", ROOT_MAX_DELAY_NS)
            .edge(base, "root", "site-b", ROOT_MAX_DELAY_NS).edge(base, "site-b", "room", SITE_MAX_DELAY_NS).start();
    }

    private static void assertUnbroken(final TreeObserver observer) {
        assertThat(observer.violation()).isNull();
        assertThat(observer.observations()).isPositive();
    }

    /** The last line of a child, which its parent prints behind the child's name. */
    private static JsonNode summary(final String printed, final String... names) throws IOException {
        String prefix = "";
        for (final String name : names) {
            prefix += "[" + name + "] ";
        }
        for (final String line : printed.lines().toList()) {
            if (line.startsWith(prefix + "{")) {
                return JSON.readTree(line.substring(prefix.length()));
            }
        }
        throw new AssertionError("no summary of " + prefix + "in " + printed);
    }

    private static List<Long> times(final TaktProcess run) throws IOException {
        final List<Long> times = new ArrayList<>();
        for (final JsonNode summary : List.of(run.json(), summary(run.err(), "site-a"), summary(run.err(), "site-b"),
            summary(run.err(), "site-b", "room"))) {
            assertThat(summary.get("violations").longValue()).isZero();
            assertThat(summary.get("state").textValue()).isEqualTo("STOPPED");
            times.add(summary.get("coreTimeNs").longValue());
            summary.get("assets").forEach(asset -> times.add(asset.get("timeNs").longValue()));
        }
        return times;
    }

    /** At full speed all is over in a moment; so an asset waits until the observer has found the clocks. */
    @Test
    void threeLevelsEndAtTheSameTimesInEveryRun() throws Exception {
        tree("", "");
        final Path file = folder.resolve("root.json");
        Files.writeString(file, Files.readString(file).replace("\"takt\", \"metronome\"",
            "\"sh\", \"-c\", \"while [ ! -e seen ]; do sleep 0.05; done; exec takt metronome\""));
        for (int run = 0; run < 2; run++) {
            Files.deleteIfExists(folder.resolve("seen"));
            try (TreeObserver observer = observer();
                TaktProcess root = start("run", "-c", "root.json", "--until", "1s", "--json")) {
                root.await("an observation", () -> observer.observations() > 0);
                Files.createFile(folder.resolve("seen"));
                assertThat(root.awaitEnd().exitCode()).as(root.err()).isZero();
                assertUnbroken(observer);
                assertThat(root.json().get("end").textValue()).isEqualTo("REACHED");
                assertThat(times(root)).containsExactly(1_000 * MS, 1_000 * MS, 1_000 * MS, 1_000 * MS, // the root
                    1_000 * MS, 999 * MS, // site-a with its drone
                    1_000 * MS, 1_000 * MS, // site-b with the room
                    1_000 * MS, 996 * MS); // the room with its radar
            }
        }
    }

    @Test
    void allNodesActOnTheWholeTreeAndTellOfIt() throws Exception {
        tree("", REALTIME);
        try (TreeObserver observer = observer(); TaktProcess root = start("run", "-c", "root.json")) {
            root.awaitRunning(base, "room");
            for (final String node : List.of("root", "site-a", "room")) {
                act(node, "pause", Request.Pause::new);
                for (final String hub : List.of("root", "site-a", "site-b", "room")) {
                    root.awaitStatus(base, hub, status -> status.state() == HubState.PAUSED);
                }
                act(node, "resume", Request.Resume::new);
                root.awaitRunning(base, "room");
                final long beforeNs = TaktProcess.status(base, "room").coreTimeNs();
                final long epoch = TaktProcess.status(base, "room").epoch();
                act(node, "reset", Request.Reset::new);
                final HubStatus after = root.awaitStatus(base, "room",
                    status -> status.state() == HubState.RUNNING && status.epoch() != epoch);
                assertThat(after.coreTimeNs()).isLessThan(beforeNs + 1_000_000 * MS);
            }
            assertBlameIsFollowedToTheLeaf(root);
            final TaktProcess stop = takt("stop", "--hub", "room");
            assertThat(stop.exitCode()).as(stop.err()).isZero();
            assertThat(root.awaitEnd().exitCode()).as(root.err()).isZero();
            assertThat(root.err()).contains("[site-b] [room] ");
            assertUnbroken(observer);
        }
    }

    private void assertBlameIsFollowedToTheLeaf(final TaktProcess root) throws Exception {
        final ProcessHandle radar = root.launched("radar");
        TaktProcess.signal(radar, "STOP");
        root.awaitStatus(base, "root", status -> status.waits().size() == 3
            && status.waits().get(2).reason() == HoldReason.SILENT);
        final String chain = "root waits for site-b waits for room waits for radar: silent, its process "
            + radar.pid() + " is stopped";
        assertThat(told(chain, "tree").out()).contains("site-a", "room");
        told(chain, "tree", "--hub", "room");
        told(chain, "status", "--hub", "root");
        told(chain, "watch", "--once", "--hub", "root");
        TaktProcess.look(() -> takt("tree", "--hub", "root", "--json"), WAITS);
        TaktProcess.signal(radar, "CONT");
    }

    /** A hub without a processor for a second is silent itself, and the chain ends there as long. */
    private TaktProcess told(final String words, final String... command) throws Exception {
        return TaktProcess.look(() -> takt(command), words);
    }

    /** All of these end well by that. */
    private void stop(final String hub, final TaktProcess... all) throws Exception {
        TaktProcess.stop(base, hub);
        for (final TaktProcess each : all) {
            assertThat(each.awaitEnd().exitCode()).as(each.err()).isZero();
        }
    }

    /** By the command at one node, and at the others as the command asks. */
    private void act(final String node, final String command, final LongFunction<Request> request) throws Exception {
        if (node.equals("site-a")) {
            final TaktProcess done = takt(command, "--hub", node);
            assertThat(done.exitCode()).as(done.err()).isZero();
        } else {
            TaktProcess.ask(base, node, request);
        }
    }

    @Test
    void aChildThatIsLostHaltsTheTreeOrIsStartedAgainOrDropped() throws Exception {
        treeOfTwoLevels("");
        try (TaktProcess root = start("run", "-c", "root.json")) {
            root.awaitRunning(base, "site-a");
            TaktProcess.signal(root.launched("site-a"), "KILL");
            assertThat(root.awaitEnd().exitCode()).as(root.err()).isEqualTo(3);
            assertThat(root.err()).contains("site-a");
        }
        treeOfTwoLevels(", 'onLost': 'drop'");
        try (TaktProcess root = start("run", "-c", "root.json")) {
            root.awaitRunning(base, "site-a");
            TaktProcess.signal(root.launched("site-a"), "KILL");
            root.awaitStatus(base, "root", status -> status.assets().stream()
                .noneMatch(asset -> asset.name().equals("site-a") && asset.state().name().equals("RUNNING")));
            final long atNs = TaktProcess.status(base, "root").coreTimeNs();
            root.awaitStatus(base, "root", status -> status.coreTimeNs() > atNs + 10 * ROOT_MAX_DELAY_NS);
            stop("root", root);
        }
        tree(", 'onLost': 'restart', 'restart': {'pause': '10ms'}", REALTIME);
        try (TreeObserver observer = observer(); TaktProcess root = start("run", "-c", "root.json")) {
            root.awaitRunning(base, "site-a");
            final long pid = TaktProcess.status(base, "site-a").pid();
            TaktProcess.signal(root.launched("site-a"), "KILL");
            root.awaitStatus(base, "site-a", status -> status.pid() != pid && status.state() == HubState.RUNNING);
            final long atNs = TaktProcess.status(base, "root").coreTimeNs();
            root.awaitStatus(base, "root", status -> status.coreTimeNs() > atNs + 10 * ROOT_MAX_DELAY_NS);
            stop("root", root);
            assertUnbroken(observer);
        }
    }

    @Test
    void anAssetThatIsLostBelowHaltsTheTree() throws Exception {
        tree("", REALTIME);
        try (TaktProcess root = start("run", "-c", "root.json")) {
            root.awaitRunning(base, "room");
            TaktProcess.signal(root.launched("radar"), "KILL");
            assertThat(root.awaitEnd().exitCode()).as(root.err()).isEqualTo(3);
            assertThat(root.err()).contains("site-b").contains("room").contains("radar");
        }
    }

    @Test
    void aParentThatIsKilledFindsItsChildrenAgain() throws Exception {
        file("root.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '40ms', 'federates': [{'name': 'site-a',"
            + " 'config': 'a.json'}]}");
        file("a.json", "{'hub': 'site-a', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'hub': 'root'}, 'assets':"
            + " [{'name': 'drone', 'step': '3ms', 'launch': ['takt', 'metronome']}]}");
        try (TaktProcess child = start("run", "-c", "a.json", "--json")) {
            try (TreeObserver observer =
                new TreeObserver().edge(base, "root", "site-a", ROOT_MAX_DELAY_NS).start()) {
                killTwice(child);
                assertUnbroken(observer);
            }
            try (TaktProcess fresh = start("hub", "-c", "root.json", "--fresh")) {
                child.awaitErr("all simulators go back to their starts");
                fresh.awaitStatus(base, "root", status -> status.state() == HubState.RUNNING
                    && status.coreTimeNs() > 10 * ROOT_MAX_DELAY_NS);
                stop("root", fresh, child);
            }
        }
    }

    /** The root goes on each time where it was killed; in the end there is none. */
    private void killTwice(final TaktProcess child) throws Exception {
        long atNs = 0;
        for (int kill = 0; kill < 2; kill++) {
            try (TaktProcess root = start("hub", "-c", "root.json")) {
                final long beforeNs = atNs;
                root.awaitStatus(base, "root", status -> status.state() == HubState.RUNNING
                    && status.coreTimeNs() > beforeNs + 10 * ROOT_MAX_DELAY_NS);
                atNs = TaktProcess.status(base, "site-a").coreTimeNs();
            }
            final HubStatus alone = child.awaitStatus(base, "site-a",
                status -> status.parent() != null && !status.parent().attached());
            assertThat(alone.state()).isEqualTo(HubState.RUNNING);
            assertThat(alone.parent().why()).contains("root");
        }
        child.awaitStatus(base, "site-a", status -> status.blockerReason() == HoldReason.LINK);
    }

    /** Nothing of the parent's lives, so it begins from 0; the child's assets do, and go back to their starts. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void aParentAndAChildThatAreKilledAtOnceBeginAnewByThemselves() throws Exception {
        file("root.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '40ms', 'federates': [{'name': 'site-a',"
            + " 'config': 'a.json'}]}");
        file("a.json", "{'hub': 'site-a', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'hub': 'root'},"
            + " 'assets': [{'name': 'drone', 'step': '5ms', 'onHubLost': 'attach'}]}");
        TaktProcess root = start("hub", "-c", "root.json");
        TaktProcess child = start("hub", "-c", "a.json");
        try {
            child.awaitStatus(base, "site-a", status -> true);
            try (TaktProcess drone = start("metronome", "--hub", "site-a", "drone")) {
                root.awaitStatus(base, "root", status -> status.coreTimeNs() > 100 * ROOT_MAX_DELAY_NS);
                root.close();
                child.close();
                root = start("hub", "-c", "root.json");
                child = start("hub", "-c", "a.json");
                child.awaitErr("all simulators go back to their starts");
                root.awaitStatus(base, "root", status -> status.state() == HubState.RUNNING
                    && status.coreTimeNs() > 10 * ROOT_MAX_DELAY_NS);
                stop("site-a", root, child, drone);
            }
        } finally {
            child.close();
            root.close();
        }
    }

    /** Its assets live on, and attach; none of them is started again. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void aChildThatIsAwayInAResetTakesPartInTheNewEpochWithOneStart() throws Exception {
        file("root.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '40ms', 'federates': [{'name': 'site-a',"
            + " 'config': 'a.json', 'onLost': 'restart'}]}");
        file("a.json", "{'hub': 'site-a', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'hub': 'root'},"
            + " 'assets': [{'name': 'drone', 'step': '5ms', 'onHubLost': 'attach'}]}");
        try (TaktProcess root = start("hub", "-c", "root.json");
            TreeObserver observer = new TreeObserver().edge(base, "root", "site-a", ROOT_MAX_DELAY_NS)) {
            root.awaitStatus(base, "root", status -> true);
            TaktProcess child = start("hub", "-c", "a.json");
            child.awaitStatus(base, "site-a", status -> true);
            try (TaktProcess drone = start("metronome", "--hub", "site-a", "drone")) {
                root.awaitStatus(base, "root", status -> status.coreTimeNs() > 100 * ROOT_MAX_DELAY_NS);
                child.close();
                takt("reset", "--hub", "root");
                child = start("hub", "-c", "a.json");
                child.awaitErr("all simulators go back to their starts");
                // The clocks that the killed child had left are of the epoch before.
                observer.start();
                root.awaitStatus(base, "root", status -> status.state() == HubState.RUNNING
                    && status.coreTimeNs() > 10 * ROOT_MAX_DELAY_NS && status.totals().resets() == 1);
                stop("site-a", root, child, drone);
                assertUnbroken(observer);
            } finally {
                child.close();
            }
        }
    }

    @Test
    void aChildThatIsKilledIsTakenOverAndAttachesToItsParentAgain() throws Exception {
        file("root.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '40ms', 'federates': [{'name': 'site-a',"
            + " 'config': 'a.json', 'onLost': 'restart'}]}");
        file("a.json", "{'hub': 'site-a', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'hub': 'root', 'report':"
            + " 'slowest'}, 'assets': [{'name': 'drone', 'step': '3ms', 'onHubLost': 'attach'}]}");
        try (TreeObserver observer = new TreeObserver().edge(base, "root", "site-a", ROOT_MAX_DELAY_NS).start();
            TaktProcess root = start("hub", "-c", "root.json")) {
            root.awaitStatus(base, "root", status -> true);
            TaktProcess child = start("hub", "-c", "a.json");
            child.awaitStatus(base, "site-a", status -> true);
            try (TaktProcess drone = start("metronome", "--hub", "site-a", "drone")) {
                for (int kill = 0; kill < 3; kill++) {
                    final long atNs = root.awaitRunning(base, "root").coreTimeNs();
                    root.awaitStatus(base, "root", status -> status.coreTimeNs() > atNs + 5 * ROOT_MAX_DELAY_NS);
                    child.close();
                    child = start("hub", "-c", "a.json");
                    child.awaitErr("takes over from a killed hub");
                }
                final long atNs = root.awaitRunning(base, "root").coreTimeNs();
                root.awaitStatus(base, "root", status -> status.coreTimeNs() > atNs + 5 * ROOT_MAX_DELAY_NS);
                stop("site-a", root, child, drone);
                assertUnbroken(observer);
            } finally {
                child.close();
            }
        }
    }

    @Test
    void aChildThatNoFileNamesComesLateAndLeaves() throws Exception {
        file("root.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '40ms', 'pace': {'mode': 'realtime'},"
            + " 'assets': [{'name': 'x', 'step': '10ms', 'launch': ['takt', 'metronome']}]}");
        file("late.json", "{'hub': 'late', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'hub': 'root'}, 'assets':"
            + " [{'name': 'drone', 'step': '5ms', 'launch': ['takt', 'metronome']}]}");
        try (TaktProcess root = start("run", "-c", "root.json")) {
            final long joinNs = root.awaitRunning(base, "root").coreTimeNs();
            final long untilS = joinNs / 1_000_000_000 + 6;
            final TaktProcess late = takt("run", "-c", "late.json", "--until", untilS + "s", "--json");
            assertThat(late.exitCode()).as(late.err()).isZero();
            assertThat(late.json().get("end").textValue()).isEqualTo("REACHED");
            assertThat(late.json().get("coreTimeNs").longValue()).isGreaterThanOrEqualTo(untilS * 1_000_000_000);
            final long leftNs = late.json().get("coreTimeNs").longValue();
            final HubStatus after = root.awaitStatus(base, "root", status -> status.coreTimeNs()
                > leftNs + 2 * ROOT_MAX_DELAY_NS);
            assertThat(after.state()).isEqualTo(HubState.RUNNING);
            stop("root", root);
        }
    }

    @Test
    void aChildThatIsInterruptedIsLost() throws Exception {
        treeOfTwoLevels("");
        try (TaktProcess root = start("run", "-c", "root.json")) {
            root.awaitRunning(base, "site-a");
            TaktProcess.signal(ProcessHandle.of(TaktProcess.status(base, "site-a").pid()).orElseThrow(), "TERM");
            assertThat(root.awaitEnd().exitCode()).as(root.err()).isEqualTo(3);
            assertThat(root.err()).contains("site-a").contains("interrupted");
        }
    }

    @Test
    void whatCannotBeATreeIsToldInOneLine() throws Exception {
        file("root.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '40ms'" + REALTIME + "}");
        file("a.json", "{'hub': 'one', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'hub': 'root', 'name':"
            + " 'site'}}");
        file("b.json", "{'hub': 'two', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'hub': 'root', 'name':"
            + " 'site'}}");
        file("c.json", "{'hub': 'c', 'coreStep': '5ms', 'maxDelay': '20ms', 'seed': 3, 'parent': {'hub': 'root'}}");
        try (TaktProcess root = start("hub", "-c", "root.json"); TaktProcess one = start("hub", "-c", "a.json")) {
            one.awaitStatus(base, "one", status -> status.parent() != null && status.parent().attached());
            final TaktProcess two = takt("hub", "-c", "b.json");
            assertThat(two.exitCode()).isEqualTo(1);
            assertThat(two.err()).contains("its parent does not take it: an asset named 'site' has joined already");
            final TaktProcess seeded = takt("hub", "-c", "c.json");
            assertThat(seeded.exitCode()).isEqualTo(1);
            assertThat(seeded.err()).contains("its scenario has seed 3, and that of this hub 0");
            assertThat(root.process().isAlive()).isTrue();
        }
        file("p.json", "{'hub': 'p', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'hub': 'q'}}");
        file("q.json", "{'hub': 'q', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'hub': 'r'}}");
        file("r.json", "{'hub': 'r', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'hub': 'p'}}");
        try (TaktProcess p = start("hub", "-c", "p.json"); TaktProcess q = start("hub", "-c", "q.json")) {
            p.awaitStatus(base, "p", status -> true);
            q.awaitStatus(base, "q", status -> true);
            final TaktProcess r = takt("hub", "-c", "r.json");
            assertThat(r.exitCode()).isEqualTo(1);
            // Said by that which comes to its parent last; those below it end with it.
            assertThat(r.hasSaid(CYCLE) || p.awaitEnd().hasSaid(CYCLE) || q.awaitEnd().hasSaid(CYCLE))
                .as("words of the cycle, not " + r.err() + p.err() + q.err()).isTrue();
        }
    }

    @Test
    void theWholeTreeIsJudgedBeforeItStarts() throws Exception {
        tree("", "");
        final TaktProcess live = takt("check", "-c", "root.json");
        assertThat(live.exitCode()).as(live.err()).isZero();
        assertThat(live.out()).contains("the tree of 4 hubs can never stop for good; the root is never more than 60ms"
            + " ahead of any asset in it");
        assertThat(takt("check", "-c", "root.json", "--json").json().get("tree").get("boundNs").longValue())
            .isEqualTo(60 * MS);
        file("root.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '15ms', 'federates': [{'name': 'site',"
            + " 'config': 'site.json', 'launch': ['takt', 'run', '-c', 'site.json']}]}");
        file("site.json", "{'hub': 'site', 'coreStep': '10ms', 'maxDelay': '20ms', 'parent': {'hub': 'root', 'report':"
            + " 'slowest'}, 'assets': [{'name': 'drone', 'step': '7ms', 'launch': ['takt', 'metronome']}]}");
        final TaktProcess stops = takt("check", "-c", "root.json");
        assertThat(stops.exitCode()).isEqualTo(2);
        assertThat(stops.out()).contains("NOT live: the tree stops for good at 20ms: root stands at 20ms then and waits"
            + " for site/drone").contains("  fix: set maxDelay of root (root.json) to 16ms (it is 15ms)");
        final JsonNode json = takt("check", "-c", "root.json", "--json").json();
        assertThat(json.get("live").booleanValue()).isFalse();
        assertThat(json.get("stopsAtNs").longValue()).isEqualTo(20 * MS);
        assertThat(json.get("stoppedBy").textValue()).isEqualTo("site/drone");
        assertThat(json.get("fixes").get(0).get("changes").get(0).get("toNs").longValue()).isEqualTo(16 * MS);
        final TaktProcess refused = takt("run", "-c", "root.json", "--until", "1s");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("the tree stops for good at 20ms").contains("or run it as it is with");
        Files.writeString(folder.resolve("root.json"),
            Files.readString(folder.resolve("root.json")).replace("15ms", "16ms"));
        assertThat(takt("run", "-c", "root.json", "--until", "1s").exitCode()).isZero();
    }

    @Test
    void aChildWithOtherStepsThanItsFileSaidIsRefused() throws Exception {
        file("root.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '40ms', 'federates': [{'name': 'site',"
            + " 'step': '10ms'}]}");
        file("site.json", "{'hub': 'site', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'hub': 'root'}}");
        try (TaktProcess root = start("hub", "-c", "root.json")) {
            root.awaitStatus(base, "root", status -> true);
            final TaktProcess site = takt("hub", "-c", "site.json");
            assertThat(site.exitCode()).isEqualTo(1);
            assertThat(site.err()).contains("its parent does not take it: it declares a step of 5ms, but the"
                + " configuration says a step of 10ms");
        }
    }

    @Test
    void aChildWithoutAParentSaysSoAndGivesUpWhenItIsTo() throws Exception {
        file("lonely.json", "{'hub': 'lonely', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'hub': 'nowhere',"
            + " 'lostAfter': '1h'}, 'assets': [{'name': 'drone', 'step': '5ms', 'launch': ['takt', 'metronome']}]}");
        final String waits = "waiting for its parent, hub 'nowhere': no hub named 'nowhere' is running";
        try (TaktProcess lonely = start("run", "-c", "lonely.json")) {
            lonely.awaitErr(waits);
            assertThat(takt("status", "--hub", "lonely").out()).contains(waits);
            assertThat(takt("watch", "--once", "--hub", "lonely").out()).contains(waits);
            assertThat(takt("tree", "--hub", "lonely").out()).contains("parent: hub 'nowhere', away: ");
            TaktProcess.signal(lonely.process().toHandle(), "TERM");
            assertThat(lonely.awaitEnd().out()).contains("interrupted while " + waits);
        }
        Files.writeString(folder.resolve("lonely.json"),
            Files.readString(folder.resolve("lonely.json")).replace("1h", "300ms"));
        final TaktProcess gone = takt("run", "-c", "lonely.json", "--fresh");
        assertThat(gone.exitCode()).isEqualTo(1);
        assertThat(gone.err()).contains("takt: gave up after 0.3 s without its parent (parent.lostAfter): no hub named"
            + " 'nowhere' is running\n");
    }
}
