package io.takt.shm.asset;

import io.aeron.CncFileDescriptor;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.HubControl;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.message.MappedMessageFiles;
import io.takt.shm.message.MessageFiles;

/** The socket and the mapped file of a hub on this host. */
record DirectoryAccess(HubDirectory directory, MessageFiles messages) implements HubAccess {
    DirectoryAccess(final HubDirectory directory) {
        this(directory, new MappedMessageFiles());
    }

    @Override
    public String hub() {
        return directory.hub();
    }

    @Override
    public HubControl connect(final HubControl.Listener listener) {
        return ControlClient.connect(directory, listener);
    }

    @Override
    public ClockFile clocks() {
        return ClockFile.forWriting(directory.path().resolve(CncFileDescriptor.CNC_FILE));
    }
}
