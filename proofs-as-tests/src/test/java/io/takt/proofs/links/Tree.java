package io.takt.proofs.links;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.asset.WaitStrategy;
import io.takt.shm.asset.CallbackLoop;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.control.Event;
import io.takt.shm.control.HubControl;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The hubs of a {@link Shape} with their assets, in a {@link World}. */
final class Tree {
    /** Hears nothing: an operator has no assets. */
    static final HubControl.Listener DEAF = new HubControl.Listener() {
        @Override
        public void onEvent(final Event event) {
            // Only answers count.
        }

        @Override
        public void onEnd() {
            // Nothing hangs on it.
        }
    };

    private final World world;
    private final Shape shape;
    private final Map<String, Hub> hubs = new LinkedHashMap<>();
    private final Map<String, Speaker> speakers = new LinkedHashMap<>();
    private final TreeJudge judge;

    Tree(final World world, final Shape shape) {
        this.world = world;
        this.shape = shape;
        this.judge = new TreeJudge(this);
        shape.hubs().forEach(each -> begin(each, null));
        world.judgedBy(judge::look);
        shape.hubs().forEach(this::join);
    }

    private void begin(final Shape.HubShape of, final Hub killed) {
        hubs.put(of.path(), new Hub(world, shape, of, of.isRoot() ? null : hubs.get(of.parent()), killed));
    }

    /** The assets of a hub join it, one after the other; each in a process that is gone when the hub's host is. */
    private void join(final Shape.HubShape of) {
        shape.assetsOf(of).forEach(asset -> join(hubs.get(of.path()), asset));
    }

    /** One that is refused in a reset comes again when that is over. */
    private void join(final Hub hub, final Shape.AssetShape asset) {
        boolean isTrying = true;
        while (isTrying && !hub.hasEnded()) {
            final Speaker speaker = new Speaker(world, shape, asset.name());
            final ShmHubConnection connection = ShmHubConnection.connect(hub, world::nowNs);
            speakers.put(asset.name(), speaker);
            try {
                connection.join(AssetSpec.named(asset.name()).waiting(WaitStrategy.SLEEP), speaker);
                final CallbackLoop loop = connection.loop();
                hub.loop(asset.name(), loop::turn).start();
                isTrying = false;
            } catch (final TaktException e) {
                world.trace(e.getMessage());
                connection.close();
                world.until("the end of a reset", () -> hub.hasEnded()
                    || hub.machine().state() != HubState.RESETTING);
            }
        }
    }

    /** A host crashes, or a hub is killed there, with its assets. */
    void kill(final String path) {
        hubs.get(path).kill();
    }

    /**
     * The hosts are up again, and all that ran there begins anew; but a hub that finds the memory of the one before
     * goes on where that was, if that is of use. Says how many do.
     */
    int restart(final Map<String, Boolean> findsMemory) {
        final List<Shape.HubShape> parentsFirst = shape.hubs().stream()
            .filter(each -> findsMemory.containsKey(each.path())).toList();
        parentsFirst.forEach(each -> begin(each, findsMemory.get(each.path()) ? hubs.get(each.path()) : null));
        parentsFirst.forEach(this::join);
        return (int) parentsFirst.stream().filter(each -> hubs.get(each.path()).goesOn()).count();
    }

    /** Whether all hubs that are there count up. */
    boolean isRunning() {
        return hubs.values().stream().allMatch(hub -> hub.isKilled() || hub.machine().state() == HubState.RUNNING);
    }

    World world() {
        return world;
    }

    Shape shape() {
        return shape;
    }

    Hub hub(final String path) {
        return hubs.get(path);
    }

    Hub root() {
        return hubs.get("");
    }

    Speaker speaker(final String asset) {
        return speakers.get(asset);
    }

    TreeJudge judge() {
        return judge;
    }

    /** All goes on until the root and all others are there. */
    void runTo(final long timeNs, final long withinNs) {
        world.until("all clocks at " + timeNs, withinNs, () -> isAt(timeNs));
    }

    /** Whether all clocks have come to a time. */
    boolean isAt(final long timeNs) {
        return hubs.values().stream().allMatch(hub -> hub.isKilled() || judge.leastNs(hub) >= timeNs);
    }
}
