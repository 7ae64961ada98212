package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.hub.core.status.HubStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One talk among assets in Java, C and Python has the same digests however a seed mixes it: languages, processes, their
 * order, processors, processes that are stopped for a while, and processes that are killed and restarted. The profile
 * "slow" tries many seeds.
 */
@Tag("long")
class MixedIT extends HubTest {
    private static final List<String> LANGUAGES = List.of("J", "C", "P");
    private static final String REALTIME = ", \"pace\": {\"mode\": \"realtime\", \"speed\": 5}";
    private static final String RESTART = ", \"onLost\": \"restart\", \"restart\": {\"pause\": \"10ms\"}";
    private static final int STOPS = 3;
    private static final int KILLS = 3;

    /** For each asset one that hears it, and need not go on for it to do its loud step. */
    private static final Map<String, String> HEARER = Map.of("a", "b", "b", "d", "c", "a", "d", "c");

    /** Where a log says that its sender waits for room. */
    private static final int WAITS = 256;

    @TempDir
    private static Path programs;
    private static CLibrary library;
    private static Path python;

    @BeforeAll
    static void prepare() throws Exception {
        library = CLibrary.compile(programs);
        python = PythonTools.withTakt(programs);
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, PythonTools.SLOW ? 20 : 1);
    }

    /** A language; with "loud" the chatter that does not depend on what it hears, with a number on that processor. */
    private static List<String> program(final String word) {
        final List<String> command = new ArrayList<>();
        if (word.contains("0") && PythonTools.isThere("taskset")) {
            command.addAll(List.of("taskset", "-c", "0"));
        }
        switch (word.charAt(0)) {
            case 'J' -> command.addAll(Talk.java());
            case 'C' -> command.add(library.program("chatter"));
            default -> command.addAll(List.of(python.toString(),
                TaktProcess.HOME.resolve("bindings/python/tests/chatter.py").toString()));
        }
        if (word.contains("loud")) {
            command.add("loud");
        }
        return command;
    }

    private TaktProcess start(final List<String> groups, final String more, final String ofEach) throws Exception {
        final String config = Talk.write(folder, groups, MixedIT::program, more, ofEach);
        return TaktProcess.start(folder, base, "run", "-c", config, "--until", "10s", "--json");
    }

    private static Map<String, String> digestsOf(final TaktProcess run) throws Exception {
        assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
        assertThat(run.json().get("violations").longValue()).isZero();
        final Map<String, String> digests = new TreeMap<>();
        run.json().get("assets").forEach(asset -> digests.put(asset.get("name").textValue(),
            asset.get("digest").textValue()));
        return digests;
    }

    private Map<String, String> undisturbed(final String word) throws Exception {
        try (TaktProcess run = start(List.of(word + " a b c d"), "", "")) {
            return digestsOf(run);
        }
    }

    private static String language(final Random random) {
        return LANGUAGES.get(random.nextInt(LANGUAGES.size())) + (random.nextBoolean() ? "0" : "");
    }

    /** The assets in any order, in any processes. */
    private static List<String> mixed(final Random random) {
        final List<String> assets = new ArrayList<>(Talk.ASSETS);
        Collections.shuffle(assets, random);
        final List<String> groups = new ArrayList<>();
        for (final String asset : assets) {
            if (groups.isEmpty() || random.nextBoolean()) {
                groups.add(language(random) + " " + asset);
            } else {
                groups.set(groups.size() - 1, groups.get(groups.size() - 1) + " " + asset);
            }
        }
        return groups;
    }

    private static void signal(final String name, final ProcessHandle process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor()).isZero();
    }

    /** All are running, and none in the process that is gone: the hub may not have seen yet that it is. */
    private HubStatus awaitTime(final TaktProcess run, final long timeNs, final long gonePid) throws Exception {
        return run.awaitStatus(base, "talk", status -> status.coreTimeNs() > timeNs && status.assets().stream()
            .allMatch(asset -> asset.state() == AssetState.RUNNING && asset.pid() != gonePid));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anyMixtureHasTheSameDigests(final long seed) throws Exception {
        final Random random = new Random(seed);
        final Map<String, String> expected = undisturbed("C");
        final List<String> groups = mixed(random);
        final Path held = Talk.hold(folder, "d");
        try (TaktProcess run = start(groups, REALTIME, "")) {
            for (int i = 1; i <= STOPS; i++) {
                awaitTime(run, i * 2_000_000_000L, 0);
                final ProcessHandle stopped = run.launched(groups.get(random.nextInt(groups.size())).split(" ")[1]);
                signal("STOP", stopped);
                // Until time stands still: no step of any asset goes on without it.
                final long[] before = {-1};
                run.awaitStatus(base, "talk", status -> before[0] == (before[0] = status.coreTimeNs()));
                signal("CONT", stopped);
            }
            Files.delete(held);
            assertThat(digestsOf(run)).as("seed " + seed + ": " + groups).isEqualTo(expected);
        }
    }

    /** Waits until a part of a step can be read: its sender waits for room, since one that hears it does nothing. */
    private void awaitHalfStep(final TaktProcess run, final String sender) throws Exception {
        final Path log = base.resolve(".messages-talk").resolve(sender + ".log");
        run.await("a sender without room", () -> {
            try (FileChannel file = FileChannel.open(log)) {
                final ByteBuffer waits = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
                return file.read(waits, WAITS) == Long.BYTES && waits.getLong(0) == 1;
            } catch (final IOException e) {
                return false;
            }
        });
    }

    /**
     * The last is killed in the middle of a step of which others have read a part: that part is void, and the next
     * process sends it again.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    void processesThatAreKilledLoseAndDoubleNothing(final long seed) throws Exception {
        final Random random = new Random(seed);
        final Map<String, String> expected = undisturbed("C-loud");
        final List<String> groups = Talk.ASSETS.stream().map(asset -> language(random) + "-loud " + asset).toList();
        final String killed = Talk.ASSETS.get(random.nextInt(Talk.ASSETS.size()));
        final Path held = Talk.hold(folder, HEARER.get(killed));
        try (TaktProcess run = start(groups, REALTIME, RESTART)) {
            long sinceNs = 500_000_000L;
            long gonePid = 0;
            for (int i = 0; i < KILLS; i++) {
                final HubStatus status = awaitTime(run, sinceNs, gonePid);
                final ProcessHandle gone = run.launched(Talk.ASSETS.get(random.nextInt(Talk.ASSETS.size())));
                gonePid = gone.pid();
                gone.destroyForcibly();
                gone.onExit().join();
                // Before the step in which one is held, and time stands.
                sinceNs = Math.min(status.coreTimeNs() + 700_000_000L, 8_500_000_000L);
            }
            awaitTime(run, sinceNs, gonePid);
            awaitHalfStep(run, killed);
            final ProcessHandle process = run.launched(killed);
            process.destroyForcibly();
            process.onExit().join();
            Files.delete(held);
            assertThat(digestsOf(run)).as("seed " + seed + ": " + groups).isEqualTo(expected);
            assertThat(run.err()).contains("was lost");
        }
    }
}
