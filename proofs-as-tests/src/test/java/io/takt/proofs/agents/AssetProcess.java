package io.takt.proofs.agents;

import io.takt.shm.asset.HubAccess;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.control.HubControl;
import io.takt.shm.message.MessageFiles;

/** A process with assets; the connection is the one that ships. */
abstract class AssetProcess extends Process implements HubAccess {
    private final ShmHubConnection connection;
    private Connection socket;

    AssetProcess(final World world, final String name) {
        super(world, name);
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
        return world().hub().messages();
    }

    ShmHubConnection connection() {
        return connection;
    }

    /** An asset joins; the world goes on meanwhile. Throws what the connection does when the hub refuses. */
    abstract void join(String asset, long stepNs, long intervalNs);

    /** Who hears holds the connection's lock, and the thread of the assets may need it. */
    @Override
    boolean canRun() {
        return !isHearing() && super.canRun();
    }

    /** In good order. */
    void close() {
        connection.close();
        end();
    }

    /** It dies, wherever it is. */
    void kill() {
        socket.close();
        end();
    }
}
