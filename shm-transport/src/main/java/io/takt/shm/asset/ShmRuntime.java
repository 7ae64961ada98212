package io.takt.shm.asset;

import io.takt.asset.HubConnection;
import io.takt.asset.HubLostException;
import io.takt.asset.TaktException;
import io.takt.asset.TaktRuntime;
import io.takt.shm.control.ControlClient;
import io.takt.shm.host.HubDirectory;
import java.util.List;

/** Connects to hubs on this host; listed in {@code META-INF/services}. */
public final class ShmRuntime implements TaktRuntime {
    /** For the service loader. */
    public ShmRuntime() {
    }

    @Override
    public HubConnection connect(final String hub) {
        return ShmHubConnection.connect(HubDirectory.of(hub));
    }

    @Override
    public String defaultHub() {
        final String given = System.getenv(HubDirectory.HUB_VARIABLE);
        if (given != null && !given.isEmpty()) {
            return given;
        }
        final List<String> hubs = HubDirectory.hubsIn(HubDirectory.base(System.getenv()));
        if (hubs.isEmpty()) {
            throw new HubLostException("no hub is running (looked in " + HubDirectory.base(System.getenv()) + ")");
        }
        final List<String> alive = hubs.stream().filter(ShmRuntime::answers).toList();
        if (alive.size() > 1) {
            throw new TaktException("there are several hubs: " + String.join(", ", alive) + "; say which with "
                + HubDirectory.HUB_VARIABLE + " or --hub");
        }
        if (alive.isEmpty()) {
            throw new HubLostException("no hub is running; in " + HubDirectory.base(System.getenv())
                + " is only what killed ones have left: " + String.join(", ", hubs));
        }
        return alive.get(0);
    }

    /** A hub that was killed leaves its socket behind, and no answer. */
    private static boolean answers(final String hub) {
        try (ControlClient client = ControlClient.connect(HubDirectory.of(hub))) {
            return !client.hasEnded();
        } catch (final HubLostException e) {
            return false;
        }
    }
}
