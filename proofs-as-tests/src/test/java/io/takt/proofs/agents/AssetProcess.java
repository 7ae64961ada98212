package io.takt.proofs.agents;

import io.takt.asset.AssetSpec;
import io.takt.asset.TaktException;
import io.takt.asset.WaitStrategy;
import io.takt.shm.asset.HubAccess;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.control.HubControl;
import io.takt.shm.message.MessageFiles;
import java.util.ArrayList;
import java.util.List;

/** A process with assets; the connection is the one that ships. */
abstract class AssetProcess extends Process implements HubAccess {
    private final ShmHubConnection connection;
    private final List<Simulated> assets = new ArrayList<>();
    private Connection socket;
    private boolean joining;

    /** The simulator of an asset, step by step. */
    static final class Simulated {
        private final String asset;
        private boolean left;

        Simulated(final String asset) {
            this.asset = asset;
        }

        boolean hasLeft() {
            return left;
        }

        /** A step is under way: unless it has been taken out, its clock stands where the step begins. */
        void computes(final long fromNs, final World world) {
            if (!left) {
                world.judge().computes(asset, fromNs, world);
            }
        }
    }

    AssetProcess(final World world, final String name) {
        super(world, name);
        if (world.scenario() != null) {
            // A sender may wait for room in the middle of a step.
            sleepsInTheMiddle();
        }
        connection = ShmHubConnection.connect(this, world::nanoTime);
    }

    @Override
    public String hub() {
        return Hub.NAME;
    }

    @Override
    public HubControl connect(final HubControl.Listener listener) {
        socket = world().connect(this, listener);
        return socket;
    }

    @Override
    public MessageFiles messages() {
        return world().hub().messages().filesFor(this);
    }

    ShmHubConnection connection() {
        return connection;
    }

    /**
     * An asset joins, by a thread that is not the one which drives it; the world goes on meanwhile. Throws what the
     * connection does when the hub refuses.
     */
    final void join(final String asset, final long stepNs, final long intervalNs) {
        final Simulated simulated = new Simulated(asset);
        assets.add(simulated);
        joining = true;
        try {
            unlessKilled(() -> join(simulated, asset, stepNs, intervalNs));
        } catch (final TaktException e) {
            assets.remove(simulated);
            throw e;
        } finally {
            joining = false;
        }
    }

    /** The declaration of an asset; 0 leaves a time to the plan. */
    static AssetSpec spec(final String asset, final long stepNs, final long intervalNs) {
        AssetSpec spec = AssetSpec.named(asset).waiting(WaitStrategy.SLEEP);
        spec = stepNs == 0 ? spec : spec.stepNs(stepNs);
        return intervalNs == 0 ? spec : spec.intervalNs(intervalNs);
    }

    protected abstract void join(Simulated simulated, String asset, long stepNs, long intervalNs);

    /** Of all assets that have joined in it, be they there or not. */
    List<String> names() {
        return assets.stream().map(each -> each.asset).distinct().toList();
    }

    boolean isJoining() {
        return joining;
    }

    boolean isOpen() {
        return !socket.hasEnded();
    }

    /** A thread that is busy elsewhere holds the connection's lock, and the thread of the assets may need it. */
    @Override
    boolean canRun() {
        return !isBusyElsewhere() && super.canRun();
    }

    @Override
    boolean isHurried() {
        return super.isHurried() || joining && !isOpen();
    }

    /** An asset is taken out, by another thread than that which drives it. */
    void leave(final String asset) {
        hurry();
        assets.stream().filter(each -> each.asset.equals(asset)).forEach(each -> each.left = true);
        elsewhere(() -> connection.leave(asset));
    }

    /** All are taken out, by another thread than that which drives them; that one comes to its end by itself. */
    void close() {
        hurry();
        assets.forEach(each -> each.left = true);
        elsewhere(() -> {
            names().forEach(connection::leave);
            connection.close();
        });
    }

    /** It dies, wherever it is. */
    void kill() {
        end();
        socket.close();
    }
}
