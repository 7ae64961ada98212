package io.takt.bench;

import io.takt.hub.command.Json;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A hub with a child hub, each a process, and perhaps an asset of each. Its work is to count up, at the root. */
final class LiveTree extends Running {
    /** How the child is tied to its parent. */
    enum Tie { MEMORY, NETWORK }

    /**
     * The two hubs, which are alike.
     *
     * @param tie        of the child.
     * @param stepNs     ΔT_c of both.
     * @param maxDelayNs D_max of both.
     * @param flow       whether the child has an asset that sends to one of the parent, and how much.
     */
    record Plan(Tie tie, long stepNs, long maxDelayNs, MessageSetup flow) {
    }

    private final Plan plan;
    private final HubDirectory root;
    private final HubDirectory child;
    private ClockFile file;
    private Clock core;

    private LiveTree(final Bench bench, final Plan plan) {
        super(bench);
        this.plan = plan;
        this.root = bench.workplace().hub(bench.workplace().newHubName());
        this.child = bench.workplace().hub(bench.workplace().newHubName());
    }

    /** Starts all processes and waits until the root's core has moved. */
    static LiveTree start(final Bench bench, final Plan plan) throws IOException, InterruptedException {
        return started(new LiveTree(bench, plan));
    }

    @Override
    void launch() throws IOException, InterruptedException {
        final String address = plan.tie == Tie.NETWORK ? "127.0.0.1:" + freePort() : null;
        startHub(root, parentConfig(address));
        startHub(child, childConfig(address));
        if (plan.flow != null) {
            // The sender's program comes first.
            add(bench().workplace().takt(List.of(), child.hub(), plan.flow.programs().get(0)));
            add(bench().workplace().takt(List.of(), root.hub(), plan.flow.programs().get(1)));
        }
        file = ClockFile.forReading(root.path().resolve("cnc.dat"));
        core = LiveHub.coreClock(file, root.hub());
        await("the tree to run", () -> core.read() > 0);
    }

    private void startHub(final HubDirectory hub, final Map<String, Object> config)
        throws IOException, InterruptedException {
        final Path written = bench().workplace().file(hub.hub() + ".json");
        Files.writeString(written, Json.line(config));
        add(bench().workplace().takt(List.of(), hub.hub(), List.of("hub", "-c", written.toString())));
        await("a hub to open", () -> Files.exists(hub.socket()));
    }

    private Map<String, Object> config(final HubDirectory hub) {
        final Map<String, Object> config = new LinkedHashMap<>();
        config.put("hub", hub.hub());
        config.put("coreStep", plan.stepNs + "ns");
        config.put("maxDelay", plan.maxDelayNs + "ns");
        if (bench().waiting() != null) {
            config.put("waiting", bench().waiting());
        }
        return config;
    }

    private Map<String, Object> parentConfig(final String address) {
        final Map<String, Object> config = config(root);
        if (address != null) {
            config.put("listen", address);
        }
        config.put("federates", List.of(Map.of("name", child.hub(), "step", plan.stepNs + "ns")));
        if (plan.flow != null) {
            config.put("assets", assets("receiver-0"));
            config.put("channels", List.of(Map.of("name", plan.flow.channel(), "from", child.hub() + "/sender", "to",
                List.of("receiver-0"))));
        }
        return config;
    }

    private Map<String, Object> childConfig(final String address) {
        final Map<String, Object> config = config(child);
        config.put("parent", address == null ? Map.of("hub", root.hub()) : Map.of("address", address));
        if (plan.flow != null) {
            config.put("assets", assets("sender"));
        }
        return config;
    }

    private List<Map<String, Object>> assets(final String name) {
        final List<Map<String, Object>> assets = new ArrayList<>();
        assets.add(Map.of("name", name, "step", plan.stepNs / plan.flow.assetSteps() + "ns"));
        return assets;
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    @Override
    double done() {
        return (double) core.read() / plan.stepNs;
    }

    @Override
    public void close() {
        super.close();
        if (file != null) {
            file.close();
        }
    }
}
