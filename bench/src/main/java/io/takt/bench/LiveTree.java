package io.takt.bench;

import io.takt.hub.command.Json;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A hub with a child hub, each a process, and perhaps an asset of each. Its work is to count up, at the root. */
final class LiveTree extends Running {
    /** As the programs of a flow of messages have them. */
    private static final String SENDER = "sender";
    private static final String RECEIVER = "receiver-0";

    private static final long KEY_WITHIN_NS = 30 * WallTime.SECOND;

    private enum Assets { NONE, STEPPING, FLOWING }

    /**
     * The two hubs, which are alike.
     *
     * @param way        between them.
     * @param stepNs     ΔT_c of both, and the step of assets that only step.
     * @param maxDelayNs D_max of both.
     * @param assets     of both, one of each.
     * @param flow       what these send, from the child to the parent; null for nothing.
     */
    record Plan(Way way, long stepNs, long maxDelayNs, Assets assets, MessageSetup flow) {
        /** Two hubs without assets. */
        static Plan alone(final Way way, final long stepNs, final long maxDelayNs) {
            return new Plan(way, stepNs, maxDelayNs, Assets.NONE, null);
        }

        /** Each has an asset that does nothing in its steps; the child reports the time of its own. */
        static Plan stepping(final Way way, final long stepNs, final long maxDelayNs) {
            return new Plan(way, stepNs, maxDelayNs, Assets.STEPPING, null);
        }

        /** Messages from an asset of the child to one of the parent. */
        static Plan flowing(final Way way, final MessageSetup flow) {
            return new Plan(way, flow.stepNs(), flow.maxDelayNs(), Assets.FLOWING, flow);
        }
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

    /** Count-ups per second of a tree that is started for it, once the compilers rest: slow ones compile for long. */
    static double perSecond(final Bench bench, final Plan plan) throws IOException, InterruptedException {
        try (LiveTree tree = started(new LiveTree(bench, plan))) {
            tree.awaitCompiled();
            return tree.warmCost().perSecond();
        }
    }

    @Override
    void launch() throws IOException, InterruptedException {
        if (plan.way.isKeyed()) {
            final Program key = bench().workplace().takt(List.of(), child.hub(), List.of("key", child.hub(),
                keyFile()));
            key.awaitOutput(KEY_WITHIN_NS);
        }
        startHub(plan.way.atParent(), root, parentConfig());
        startHub(plan.way.atChild(), child, childConfig());
        if (plan.assets != Assets.NONE) {
            add(bench().workplace().takt(plan.way.atChild(), child.hub(), senderProgram()));
            add(bench().workplace().takt(plan.way.atParent(), root.hub(), receiverProgram()));
        }
        file = ClockFile.forReading(root.path().resolve("cnc.dat"));
        core = LiveHub.coreClock(file, root.hub());
        await("the tree to run", () -> core.read() > 0);
    }

    private String keyFile() {
        return bench().workplace().file(child.hub() + ".key").toString();
    }

    private List<String> senderProgram() {
        return plan.flow == null ? List.of("metronome", SENDER) : plan.flow.programs().get(0);
    }

    private List<String> receiverProgram() {
        return plan.flow == null ? List.of("metronome", RECEIVER) : plan.flow.programs().get(1);
    }

    private void startHub(final List<String> prefix, final HubDirectory hub, final Map<String, Object> config)
        throws IOException, InterruptedException {
        final Path written = bench().workplace().file(hub.hub() + ".json");
        Files.writeString(written, Json.line(config));
        add(bench().workplace().takt(prefix, hub.hub(), List.of("hub", "-c", written.toString())));
        await("a hub to open", () -> Files.exists(hub.socket()));
    }

    private Map<String, Object> config(final HubDirectory hub, final String asset) {
        final Map<String, Object> config = new LinkedHashMap<>();
        config.put("hub", hub.hub());
        config.put("coreStep", plan.stepNs + "ns");
        config.put("maxDelay", plan.maxDelayNs + "ns");
        if (bench().waiting() != null) {
            config.put("waiting", bench().waiting());
        }
        if (plan.assets != Assets.NONE) {
            final long stepNs = plan.flow == null ? plan.stepNs : plan.stepNs / plan.flow.assetSteps();
            config.put("assets", List.of(Map.of("name", asset, "step", stepNs + "ns")));
        }
        return config;
    }

    private Map<String, Object> parentConfig() {
        final Map<String, Object> config = config(root, RECEIVER);
        putIfSaid(config, "listen", plan.way.listen());
        final Map<String, Object> federate = new LinkedHashMap<>();
        federate.put("name", child.hub());
        federate.put("step", plan.stepNs + "ns");
        putIfSaid(federate, "keyFile", plan.way.isKeyed() ? keyFile() : null);
        config.put("federates", List.of(federate));
        if (plan.flow != null) {
            config.put("channels", List.of(Map.of("name", plan.flow.channel(), "from", child.hub() + "/" + SENDER,
                "to", List.of(RECEIVER))));
        }
        return config;
    }

    private Map<String, Object> childConfig() {
        final Map<String, Object> config = config(child, SENDER);
        final Map<String, Object> parent = new LinkedHashMap<>();
        if (plan.way.address() == null) {
            parent.put("hub", root.hub());
        }
        putIfSaid(parent, "address", plan.way.address());
        putIfSaid(parent, "keyFile", plan.way.isKeyed() ? keyFile() : null);
        if (plan.assets == Assets.STEPPING) {
            parent.put("report", "slowest");
        }
        config.put("parent", parent);
        return config;
    }

    private static void putIfSaid(final Map<String, Object> into, final String field, final String value) {
        if (value != null) {
            into.put(field, value);
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
