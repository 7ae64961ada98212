package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.federation.gateway.Relay;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.control.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Three levels of hubs, tied by links through networks that are bad in all ways, with assets that send each other
 * messages across them. Any process is killed or stopped at any moment, and any hub paused or reset, while an observer
 * looks at the clocks of all. When the networks are fair again, time goes on everywhere.
 *
 * <p>A seed says what befalls which of them, in which order; {@code -Dtakt.storm.seed=7} takes that one, and
 * {@code 1-20} each of these.
 */
@Tag("long")
@EnabledIfSystemProperty(named = "takt.slow", matches = "true")
class LinkStormIT extends HubTest {
    private static final long MS = 1_000_000;
    private static final long MOVES_NS = 200 * MS;
    private static final long CALM_WITHIN_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int BLOWS = 14;
    private static final List<String> HUBS = List.of("root", "mid", "leaf");
    private static final Map<String, String> ASSETS = Map.of("r", "root", "b", "mid", "a", "leaf");
    private static final String LIVES_ON = "'onLost': 'restart', 'restart': {'limit': 100000}";

    private final Map<String, TaktProcess> processes = new TreeMap<>();
    private final List<Relay> relays = new ArrayList<>();
    private final List<String> blows = new ArrayList<>();
    private final List<CompletableFuture<Void>> asked = new ArrayList<>();

    static LongStream seeds() {
        final String[] ends = System.getProperty("takt.storm.seed", "1").split("-");
        return LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]));
    }

    private void file(final String name, final String text) throws IOException {
        Files.writeString(folder.resolve(name + ".json"), text.replace('\'', '"'));
    }

    private void files(final Random random) throws IOException {
        final int[] ports = {Ports.free(), Ports.free()};
        for (final int port : ports) {
            relays.add(new Relay(port));
        }
        final String asset = "', 'onHubLost': 'attach', " + LIVES_ON + "}";
        file("root", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '40ms', 'seed': 7, 'listen': '127.0.0.1:"
            + ports[0] + "', 'pace': {'mode': 'realtime', 'speed': " + (1 + random.nextInt(5)) + "}, 'federates':"
            + " [{'name': 'mid', 'config': 'mid.json', " + LIVES_ON + "}], 'assets': [{'name': 'r', 'step': '10ms"
            + asset + "], 'channels': [{'name': 'talk', 'from': 'mid/leaf/a', 'to': [{'asset': 'r', 'delay': '10ms'}"
            + "]}, {'name': 'talk', 'from': 'r', 'to': [{'asset':"
            + " 'mid/leaf/a', 'delay': '10ms', 'loss': 0.2}]}, {'name': 'talk', 'from': 'mid/b', 'to': [{'asset': 'r',"
            + " 'delay': '30ms'}]}]}");
        file("mid", "{'hub': 'mid', 'coreStep': '5ms', 'maxDelay': '40ms', 'parent': {'address': '127.0.0.1:"
            + relays.get(0).port() + "', 'report': 'slowest'}, 'listen': '127.0.0.1:" + ports[1] + "', 'federates':"
            + " [{'name': 'leaf', 'config': 'leaf.json', " + LIVES_ON + "}], 'assets': [{'name': 'b', 'step': '10ms"
            + asset + "], 'channels': [{'name': 'talk', 'from': 'leaf/a', 'to': [{'asset': 'b', 'delay': '0ms',"
            + " 'jitter': '9ms'}]}]}");
        file("leaf", "{'hub': 'leaf', 'coreStep': '2ms', 'maxDelay': '10ms', 'parent': {'address': '127.0.0.1:"
            + relays.get(1).port() + "'}, 'assets': [{'name': 'a', 'step': '3ms" + asset + "]}");
    }

    private void start(final String name) throws IOException {
        final String hub = ASSETS.get(name);
        if (hub == null) {
            processes.put(name, TaktProcess.start(folder, base, "hub", "-c", name + ".json"));
            return;
        }
        final List<String> command = new ArrayList<>(List.of("env", "TAKT_HUB=" + hub));
        command.addAll(Talk.java());
        command.addAll(List.of("deaf", name));
        processes.put(name, TaktProcess.start(folder, base, command));
    }

    private void kill(final String name) {
        processes.get(name).close();
    }

    private static String one(final List<String> names, final Random random) {
        return names.get(random.nextInt(names.size()));
    }

    /** Asks a hub when it can; the answer may take as long as the network does. */
    private void ask(final String hub, final LongFunction<Request> request) {
        asked.add(CompletableFuture.runAsync(() -> {
            try {
                TaktProcess.ask(base, hub, request);
            } catch (final TaktException e) {
                // It is killed, stopped or not there yet.
                return;
            }
        }));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void timeGoesOnAndNoBoundIsBroken(final long seed) throws Exception {
        final Random random = new Random(seed);
        files(random);
        try (TreeObserver observer = new TreeObserver().edge(base, "root", "mid", 40 * MS)
            .edge(base, "mid", "leaf", 40 * MS).hub(base, "root", 40 * MS).hub(base, "mid", 40 * MS)
            .hub(base, "leaf", 10 * MS).way("a", 40 * MS + 10 * MS).start()) {
            final List<String> all = new ArrayList<>(HUBS);
            all.addAll(ASSETS.keySet());
            Collections.sort(all);
            for (final String each : HUBS) {
                start(each);
            }
            for (final String each : HUBS) {
                processes.get(each).awaitStatus(base, each, status -> true);
            }
            for (final String each : ASSETS.keySet()) {
                start(each);
            }
            goesOn();
            for (int i = 0; i < BLOWS; i++) {
                strike(random.nextInt(11), all, random);
                if (random.nextInt(3) == 0) {
                    goesOn();
                }
                assertThat(observer.violation()).as("seed %d: %s", seed, blows).isNull();
            }
            goesOn();
            assertThat(observer.violation()).as("seed %d: %s", seed, blows).isNull();
            end(one(HUBS, random));
        } catch (final AssertionError | TaktException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage() + printed(), e);
        } finally {
            processes.values().forEach(TaktProcess::close);
            for (final Relay each : relays) {
                each.close();
            }
        }
    }

    private void strike(final int blow, final List<String> all, final Random random) throws Exception {
        final Relay relay = relays.get(random.nextInt(relays.size()));
        final String name = one(all, random);
        final String hub = one(HUBS, random);
        blows.add(blow + " " + name + " " + hub + " " + relays.indexOf(relay));
        switch (blow) {
            case 0 -> replace(List.of(hub), random);
            case 1 -> replace(List.of(name), random);
            case 2 -> replace(hub.equals("mid") ? HUBS : List.of("mid", hub), random);
            case 3 -> {
                final ProcessHandle stopped = processes.get(name).process().toHandle();
                TaktProcess.signal(stopped, "STOP");
                strike(random.nextInt(11), all, random);
                TaktProcess.signal(stopped, "CONT");
            }
            case 4 -> ask(hub, Request.Pause::new);
            case 5 -> ask(hub, Request.Reset::new);
            case 6 -> relay.drawWeather(random);
            case 7 -> {
                relay.cut();
                strike(random.nextInt(11), all, random);
                relay.mend();
            }
            case 8 -> relay.breakConnections();
            case 9 -> relay.forgetConnections();
            default -> replay(relay, random);
        }
    }

    /** All at once, and in another order. */
    private void replace(final List<String> names, final Random random) throws Exception {
        names.forEach(this::kill);
        final List<String> again = new ArrayList<>(names);
        Collections.shuffle(again, random);
        for (final String each : again) {
            start(each);
        }
        if (random.nextBoolean()) {
            for (final String each : again) {
                if (HUBS.contains(each)) {
                    processes.get(each).awaitStatus(base, each, status -> true);
                }
            }
        }
    }

    private static void replay(final Relay relay, final Random random) throws IOException {
        final List<byte[]> up = relay.seenUp();
        final List<byte[]> down = relay.seenDown();
        if (!up.isEmpty()) {
            relay.injectUp(up.subList(random.nextInt(up.size()), up.size()));
            relay.injectDown(down.isEmpty() ? up : down.subList(random.nextInt(down.size()), down.size()));
        }
    }

    /** After all is well again each core moves on, and with it each clock that it waits for. */
    private void goesOn() throws Exception {
        for (final Relay each : relays) {
            each.clearUp();
        }
        final long startNs = System.nanoTime();
        final Map<String, Long> fromNs = new HashMap<>();
        int going = 0;
        while (going < HUBS.size()) {
            going = 0;
            for (final String hub : HUBS) {
                final HubStatus status = processes.get(hub).awaitStatus(base, hub, each -> true);
                if (status.state() == HubState.PAUSED) {
                    ask("root", Request.Resume::new);
                }
                final long timeNs = status.coreTimeNs();
                // A reset may have come meanwhile.
                final long sinceNs = Math.min(fromNs.getOrDefault(hub, timeNs), timeNs);
                fromNs.put(hub, sinceNs);
                going += status.state() == HubState.RUNNING && timeNs > sinceNs + MOVES_NS ? 1 : 0;
            }
            startAssetsThatHaveEnded();
            if (System.nanoTime() - startNs > CALM_WITHIN_NS) {
                throw new AssertionError("no time goes by");
            }
        }
        CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).get(1, TimeUnit.MINUTES);
        asked.clear();
    }

    /** A simulator that was about to attach when a reset came has to be started anew, and says so. */
    private void startAssetsThatHaveEnded() throws IOException {
        for (final String asset : ASSETS.keySet()) {
            if (!processes.get(asset).process().isAlive()) {
                System.out.println("asset " + asset + " has ended: " + processes.get(asset).err());
                start(asset);
            }
        }
    }

    private void end(final String by) throws Exception {
        TaktProcess.stop(base, by);
        for (final TaktProcess each : processes.values()) {
            assertThat(each.awaitEnd().exitCode()).as(each.err()).isZero();
        }
    }

    private String printed() throws IOException {
        final StringBuilder printed = new StringBuilder("\nwhat has befallen: " + blows);
        for (final Map.Entry<String, TaktProcess> each : processes.entrySet()) {
            printed.append("\n=== ").append(each.getKey()).append(each.getValue().process().isAlive() ? "" : " (ended)")
                .append(": ").append(HUBS.contains(each.getKey()) && each.getValue().process().isAlive()
                    ? TaktProcess.status(base, each.getKey()) : "").append("\n")
                .append(each.getValue().err());
        }
        return printed.toString();
    }
}
