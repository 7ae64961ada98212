package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.status.HubStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Three levels of hubs of which any is killed at any moment and started again, stopped and let go on, paused or reset,
 * while an observer looks at the clocks of all. In the end time goes on.
 */
@Tag("long")
class TreeStormIT extends HubTest {
    private static final long MS = 1_000_000;
    private static final List<String> HUBS = List.of("root", "mid", "leaf");

    /** The slow profile takes a hundred. */
    private static final int KILLS = Integer.getInteger("takt.hub.kills", 6);

    private final Map<String, TaktProcess> hubs = new HashMap<>();
    private final List<TaktProcess> assets = new ArrayList<>();

    private void file(final String name, final String text) throws IOException {
        Files.writeString(folder.resolve(name + ".json"), text.replace('\'', '"'));
    }

    private void start(final String hub) throws IOException {
        hubs.put(hub, TaktProcess.start(folder, base, "hub", "-c", folder.resolve(hub + ".json").toString()));
    }

    private TaktProcess takt(final String... args) throws Exception {
        return TaktProcess.run(folder, base, args);
    }

    @Test
    void timeGoesOnWhateverIsKilled() throws Exception {
        file("root", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '40ms', 'federates': [{'name': 'mid', 'config':"
            + " 'mid.json', 'onLost': 'restart', 'restart': {'limit': 1000}}]}");
        file("mid", "{'hub': 'mid', 'coreStep': '5ms', 'maxDelay': '30ms', 'parent': {'hub': 'root', 'report':"
            + " 'slowest'}, 'federates': [{'name': 'leaf', 'config': 'leaf.json', 'onLost': 'restart', 'restart':"
            + " {'limit': 1000}}], 'assets': [{'name': 'b', 'step': '10ms', 'onHubLost': 'attach'}]}");
        file("leaf", "{'hub': 'leaf', 'coreStep': '2ms', 'maxDelay': '10ms', 'parent': {'hub': 'mid'}, 'assets':"
            + " [{'name': 'a', 'step': '3ms', 'onHubLost': 'attach'}]}");
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        try (TreeObserver observer = new TreeObserver().edge(base, "root", "mid", 40 * MS)
            .edge(base, "mid", "leaf", 30 * MS).start()) {
            for (final String hub : HUBS) {
                start(hub);
                hubs.get(hub).awaitStatus(base, hub, status -> true);
            }
            assets.add(TaktProcess.start(folder, base, "metronome", "--hub", "mid", "b"));
            assets.add(TaktProcess.start(folder, base, "metronome", "--hub", "leaf", "a"));
            goesOn("the start, seed " + seed);
            for (int kill = 0; kill < KILLS; kill++) {
                final String hub = HUBS.get(random.nextInt(HUBS.size()));
                final String what = "seed " + seed + ", kill " + kill + " of " + hub;
                strike(hub, random);
                if (random.nextBoolean()) {
                    goesOn(what);
                }
            }
            goesOn("the last kill, seed " + seed);
            assertThat(observer.violation()).as("seed %d", seed).isNull();
            final TaktProcess stop = takt("stop", "--hub", HUBS.get(random.nextInt(HUBS.size())));
            assertThat(stop.exitCode()).as(stop.err()).isZero();
            for (final TaktProcess each : hubs.values()) {
                assertThat(each.awaitEnd().exitCode()).as(each.err()).isZero();
            }
            for (final TaktProcess each : assets) {
                assertThat(each.awaitEnd().exitCode()).as(each.err()).isZero();
            }
        } finally {
            hubs.values().forEach(TaktProcess::close);
            assets.forEach(TaktProcess::close);
        }
    }

    private void strike(final String hub, final Random random) throws Exception {
        switch (random.nextInt(5)) {
            case 0 -> {
                final ProcessHandle process = hubs.get(hub).process().toHandle();
                TaktProcess.signal(process, "STOP");
                takt("status", "--hub", hub.equals("root") ? "mid" : "root");
                TaktProcess.signal(process, "CONT");
            }
            case 1 -> takt("pause", "--hub", hub);
            case 2 -> {
                // A simulator that is about to attach to a hub would miss it, and have to be started anew.
                goesOn("what was before a reset");
                final TaktProcess reset = takt("reset", "--hub", hub);
                assertThat(reset.exitCode()).as(reset.err()).isZero();
            }
            default -> {
                hubs.get(hub).close();
                start(hub);
                hubs.get(hub).awaitStatus(base, hub, status -> true);
            }
        }
        takt("resume", "--hub", "root");
    }

    /** Every core moves by more than all delays on the path together. */
    private void goesOn(final String after) throws Exception {
        final Map<String, Long> before = new HashMap<>();
        try {
            for (final String hub : HUBS) {
                final HubStatus status =
                    hubs.get(hub).awaitStatus(base, hub, each -> each.state() == HubState.RUNNING);
                before.put(hub, status.coreTimeNs());
            }
            for (final String hub : HUBS) {
                hubs.get(hub).awaitStatus(base, hub, status -> status.coreTimeNs() > before.get(hub) + 200 * MS);
            }
        } catch (final AssertionError e) {
            final StringBuilder printed = new StringBuilder("no time goes by after " + after);
            for (final String hub : HUBS) {
                printed.append("\n").append(hub).append(": ").append(TaktProcess.status(base, hub)).append("\n")
                    .append(hubs.get(hub).out()).append(hubs.get(hub).err());
            }
            throw new AssertionError(printed.toString(), e);
        }
    }
}
