package io.takt.hub.command;

import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.daemon.HubDaemon;
import java.util.function.Consumer;

/** A run without company. */
final class Alone implements Companion {
    static final Companion NOBODY = new Alone();

    private Alone() {
    }

    @Override
    public void accept(final HubEvent event) {
        // There is no company to tell.
    }

    @Override
    public void begin(final HubDaemon hub, final Consumer<String> teller) {
        // There is no company to begin.
    }

    @Override
    public void end(final HubStatus last) {
        // There is no company to end.
    }

    @Override
    public Remark remark() {
        return null;
    }
}
