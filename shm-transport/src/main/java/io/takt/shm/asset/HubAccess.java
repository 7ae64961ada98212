package io.takt.shm.asset;

import io.takt.asset.HubLostException;
import io.takt.asset.TaktException;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.HubControl;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.message.MessageFiles;

/**
 * How a process reaches a hub: by the socket and the file in the hub's directory, or by what stands in their place
 * where both are in one process.
 */
public interface HubAccess {
    /**
     * By the socket and the file in a hub's directory.
     *
     * @param directory of the hub.
     * @return the access, which opens nothing yet.
     */
    static HubAccess of(final HubDirectory directory) {
        return new DirectoryAccess(directory);
    }

    /** {@return the hub's name, whatever process of it is there} */
    String hub();

    /**
     * Connects to the process of the hub that there is now.
     *
     * @param listener of events.
     * @return the connection.
     * @throws HubLostException when no hub answers.
     */
    HubControl connect(HubControl.Listener listener);

    /**
     * The clocks of the same process of the hub; asked for after it was connected to.
     *
     * @return for writing.
     * @throws TaktException when they are of no use.
     */
    ClockFile clocks();

    /** {@return the message files, which it finds by the names that the hub tells} */
    MessageFiles messages();
}
