package io.takt.federation.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.HubState;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Output;
import io.takt.federation.OwnHub;
import io.takt.federation.place.PlaceTerms;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.ProgramFinder;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.daemon.ParentLink;
import io.takt.rule.Report;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Event;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One scenario, cut into hubs in some way, and run with real hubs in this process. A hub is named by its path from the
 * root, whose own is empty.
 */
public final class CutScenario {
    private static final int SMALL = 2_000;
    private static final int LARGEST = 1_000_000;
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** Assets with their steps in milliseconds. */
    private final Map<String, Integer> steps = new LinkedHashMap<>();
    private final List<Sending> channels = new ArrayList<>();
    private final Map<String, Asset> programs = new LinkedHashMap<>();
    private String onLost = "halt";

    /** A channel: its receivers with what is said of the link. */
    public record Sending(String channel, String from, int maxBytes, Map<String, String> to) {
    }

    /**
     * Four assets with links of all kinds: no delay, less and more than any D_max, jitter, loss, gates to the end.
     *
     * @return the scenario.
     */
    public static CutScenario usual() {
        return new CutScenario().asset("a", 5).asset("b", 4).asset("c", 10).asset("d", 6)
            .channel("x", "a", Map.of("b", ", \"delay\": \"0ms\"", "c", ", \"delay\": \"7ms\", \"jitter\": \"9ms\"",
                "d", ", \"delay\": \"60ms\""))
            .channel("y", "b", Map.of("a", ", \"delay\": \"3ms\", \"loss\": 0.3", "d", ""))
            .channel("z", "c", Map.of("a", ", \"delay\": \"2ms\", \"gate\": \"end\"", "b", ", \"delay\": \"12ms\""))
            .channel("w", "d", Map.of("c", ", \"delay\": \"1ms\", \"jitter\": \"30ms\", \"loss\": 0.1"));
    }

    /**
     * An asset.
     *
     * @param name   of it.
     * @param stepMs its step.
     * @return this.
     */
    public CutScenario asset(final String name, final int stepMs) {
        steps.put(name, stepMs);
        return this;
    }

    /**
     * A channel of small messages.
     *
     * @param name of it.
     * @param from its sender.
     * @param to   its receivers, with what is said of the link.
     * @return this.
     */
    public CutScenario channel(final String name, final String from, final Map<String, String> to) {
        return channel(name, from, SMALL, to);
    }

    /**
     * A channel.
     *
     * @param name     of it.
     * @param from     its sender.
     * @param maxBytes of a message.
     * @param to       its receivers, with what is said of the link.
     * @return this.
     */
    public CutScenario channel(final String name, final String from, final int maxBytes,
        final Map<String, String> to) {
        channels.add(new Sending(name, from, maxBytes, to));
        return this;
    }

    /**
     * Gives an asset its program; without one, it sends a message in each step.
     *
     * @param asset   its name.
     * @param program of it.
     * @return this.
     */
    public CutScenario program(final String asset, final Asset program) {
        programs.put(asset, program);
        return this;
    }

    /**
     * A child hub that is lost is waited for.
     *
     * @return this.
     */
    public CutScenario withChildrenThatComeBack() {
        onLost = "restart";
        return this;
    }

    List<Sending> channelsOf(final String asset) {
        return channels.stream().filter(each -> each.from().equals(asset)).toList();
    }

    List<String> channelsTo(final String asset) {
        return channels.stream().filter(each -> each.to().containsKey(asset)).map(Sending::channel).distinct().toList();
    }

    /** Ties a hub to its parent. */
    @FunctionalInterface
    public interface Ties {
        /** By shared memory. */
        Ties LOCAL = (hub, parent, terms) -> new LocalLink(HubDirectory.of(parent), terms);

        /**
         * Makes a link.
         *
         * @param hub    the parent, which has started.
         * @param parent its name.
         * @param terms  of the child.
         * @return the link.
         * @throws Exception when that fails.
         */
        ParentLink tie(HubDaemon hub, String parent, PlaceTerms terms) throws Exception;
    }

    /** A running tree. */
    public final class Run implements AutoCloseable {
        final Map<String, HubDaemon> hubs = new TreeMap<>();
        final Map<String, HubConnection> connections = new TreeMap<>();
        private final List<CompletableFuture<?>> running = new ArrayList<>();
        private final String root;

        Run(final String root) {
            this.root = root;
        }

        /**
         * Digests by asset, when the root has ended.
         *
         * @return time and digest of each.
         * @throws Exception when it does not end as it should.
         */
        public Map<String, String> digests() throws Exception {
            final Map<String, String> digests = new TreeMap<>();
            for (final Map.Entry<String, HubDaemon> each : hubs.entrySet()) {
                final HubStatus status = each.getValue().ended().get();
                assertThat(status.end()).as("%s: %s", each.getKey(), status.reason())
                    .isEqualTo(each.getKey().isEmpty() ? End.REACHED : End.WITH_PARENT);
                status.assets().stream().filter(asset -> steps.containsKey(asset.name())).forEach(asset ->
                    digests.put(asset.name(), asset.timeNs() + " " + asset.digest()));
            }
            for (final CompletableFuture<?> each : running) {
                each.get();
            }
            return digests;
        }

        /**
         * Whether all child hubs are lost to their parents.
         *
         * @return true when none is there.
         */
        public boolean areChildrenAway() {
            return hubs.keySet().stream().filter(path -> !path.isEmpty()).allMatch(path ->
                hubs.get(parent(path)).status().assets().stream()
                    .anyMatch(asset -> asset.name().equals(leaf(path)) && asset.away()));
        }

        /** {@return the hub above all} */
        public HubDaemon root() {
            return hubs.get("");
        }

        /** Puts the tree back to its start. */
        public void reset() {
            try (HubControl control = ControlClient.connect(HubDirectory.of(root), new Deaf())) {
                final Reply reply = control.ask(Request.Reset::new, answer -> { });
                assertThat(reply.ok()).as(reply.error()).isTrue();
            }
        }

        /**
         * Begins to put the tree back to its start. Its root has heard when this returns: the run does not end before.
         *
         * @return completes when it is done.
         */
        public CompletableFuture<Void> beginReset() {
            final CompletableFuture<Void> done = CompletableFuture.runAsync(this::reset,
                task -> new Thread(task, "reset").start());
            while (!done.isDone() && hubs.get("").status().state() != HubState.RESETTING) {
                assertThat(Thread.currentThread().isInterrupted()).as("its time is up").isFalse();
                Thread.yield();
            }
            return done;
        }

        @Override
        public void close() throws IOException {
            connections.values().forEach(HubConnection::close);
            final List<String> paths = new ArrayList<>(hubs.keySet());
            Collections.reverse(paths);
            for (final String path : paths) {
                hubs.get(path).close();
            }
        }
    }

    Run start(final Path folder, final Map<String, String> cut, final long untilNs) throws Exception {
        return start(folder, cut, untilNs, Ties.LOCAL);
    }

    /**
     * Starts it, with the hub of each asset; all others of the tree lie between these and the root.
     *
     * @param folder  for configurations.
     * @param cut     path of the hub of each asset.
     * @param untilNs when it ends.
     * @param ties    between the hubs.
     * @return the running tree.
     * @throws Exception when it does not start.
     */
    public Run start(final Path folder, final Map<String, String> cut, final long untilNs, final Ties ties)
        throws Exception {
        final String prefix = "cut-" + NUMBERS.incrementAndGet();
        final TreeSet<String> paths = new TreeSet<>(List.of(""));
        cut.values().forEach(path -> {
            for (String at = path; !at.isEmpty(); at = parent(at)) {
                paths.add(at);
            }
        });
        final Run run = new Run(hub(prefix, ""));
        for (final String path : paths) {
            final Path file = Files.writeString(folder.resolve(hub(prefix, path) + ".json"),
                config(prefix, path, paths, cut));
            final ConfigReader.Result read = ConfigReader.read(file, new ProgramFinder(null, ""));
            assertThat(read.problems()).as(Files.readString(file)).isEmpty();
            final ParentLink link = path.isEmpty() ? null : ties.tie(run.hubs.get(parent(path)),
                hub(prefix, parent(path)), new PlaceTerms(hub(prefix, path), leaf(path), stepMs(path) * 1_000_000L,
                    read.config().maxDelayNs(), Report.CORE, null, Long.MAX_VALUE));
            run.hubs.put(path, HubDaemon.start(read.config(), new HubDaemon.Options(path.isEmpty() ? untilNs
                : Long.MAX_VALUE, false, false, true, Set.of(), false, null, link), event -> { }, () -> false));
        }
        for (final String path : paths) {
            for (final String asset : steps.keySet()) {
                if (cut.get(asset).equals(path)) {
                    final HubConnection connection = Takt.connect(hub(prefix, path));
                    run.connections.put(asset, connection);
                    run.running.add(CompletableFuture.runAsync(() -> drive(connection, asset), task -> {
                        final Thread thread = new Thread(task, "asset-" + asset);
                        thread.setDaemon(true);
                        thread.start();
                    }));
                }
            }
        }
        return run;
    }

    private void drive(final HubConnection connection, final String asset) {
        try {
            connection.join(AssetSpec.named(asset), programs.getOrDefault(asset, new Speaker(asset)));
            connection.run();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int stepMs(final String path) {
        return path.isEmpty() ? 10 : path.length() % 2 == 0 ? 5 : 4;
    }

    private String config(final String prefix, final String path, final TreeSet<String> paths,
        final Map<String, String> cut) {
        final String assets = steps.entrySet().stream().filter(each -> cut.get(each.getKey()).equals(path))
            .map(each -> "{\"name\": \"" + each.getKey() + "\", \"step\": \"" + each.getValue() + "ms\"}")
            .collect(Collectors.joining(", "));
        final String federates = paths.stream().filter(each -> !each.isEmpty() && parent(each).equals(path))
            .map(each -> "{\"name\": \"" + leaf(each) + "\", \"step\": \"" + stepMs(each)
                + "ms\", \"onLost\": \"" + onLost + "\"}")
            .collect(Collectors.joining(", "));
        final List<String> sendings = new ArrayList<>();
        for (final Sending each : channels) {
            final String to = each.to().entrySet().stream()
                .filter(link -> common(cut.get(each.from()), cut.get(link.getKey())).equals(path))
                .map(link -> "{\"asset\": \"" + below(path, cut.get(link.getKey()), link.getKey()) + "\""
                    + link.getValue() + "}").collect(Collectors.joining(", "));
            if (!to.isEmpty()) {
                sendings.add("{\"name\": \"" + each.channel() + "\", \"from\": \""
                    + below(path, cut.get(each.from()), each.from()) + "\", \"maxBytes\": " + each.maxBytes()
                    + ", \"to\": [" + to + "]}");
            }
        }
        return "{\"hub\": \"" + hub(prefix, path) + "\", \"coreStep\": \"" + stepMs(path) + "ms\", \"maxDelay\": \""
            + "40ms\"" + (path.isEmpty() ? ", \"seed\": 7" : "") + ", \"assets\": [" + assets + "], \"federates\": ["
            + federates + "], \"channels\": [" + String.join(", ", sendings) + "]}";
    }

    private static String hub(final String prefix, final String path) {
        return OwnHub.named(prefix + path.replace('/', '_'));
    }

    private static String parent(final String path) {
        return path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "";
    }

    private static String leaf(final String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static boolean isWithin(final String path, final String hub) {
        return hub.isEmpty() || path.equals(hub) || path.startsWith(hub + "/");
    }

    private static String common(final String one, final String other) {
        String common = one;
        while (!isWithin(other, common)) {
            common = parent(common);
        }
        return common;
    }

    private static String below(final String hub, final String path, final String asset) {
        final String rest = path.equals(hub) ? "" : hub.isEmpty() ? path : path.substring(hub.length() + 1);
        return rest.isEmpty() ? asset : rest + "/" + asset;
    }

    /** Says something in each step that depends on what it was told. */
    public class Speaker implements Asset {
        private final String name;
        private final List<Output> outputs = new ArrayList<>();
        private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LARGEST]);
        private long heard;

        /**
         * Has said nothing.
         *
         * @param name of the asset.
         */
        public Speaker(final String name) {
            this.name = name;
        }

        @Override
        public void connect(final Channels with) {
            channelsOf(name).stream().map(Sending::channel).distinct().forEach(each -> outputs.add(with.output(each)));
            channelsTo(name).forEach(channel -> with.subscribe(channel, message ->
                heard = heard * 31 + message.stampNs() + message.length() + message.sender().hashCode()));
        }

        @Override
        public void start(final long timeNs) {
            say(1);
        }

        @Override
        public void reset() {
            heard = 0;
        }

        @Override
        public void step(final long fromNs, final long toNs) {
            say(toNs);
        }

        private void say(final long what) {
            for (final Output output : outputs) {
                for (long left = (heard + what) % 3 & 3; left >= 0; left--) {
                    bytes.putLong(0, heard + left);
                    output.send(bytes, 0,
                        output.maxBytes() > SMALL ? output.maxBytes() : (int) (8 + (heard >>> 3 & 511)));
                }
            }
        }
    }

    private static final class Deaf implements HubControl.Listener {
        @Override
        public void onEvent(final Event event) {
            // Only answers count.
        }

        @Override
        public void onEnd() {
            // The answer that is missing tells of it.
        }
    }
}
