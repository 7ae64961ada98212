package io.takt.bench.program;

import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.daemon.HubDaemon;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/** Many hubs in one process: as many JVMs would need more memory than most machines have. */
public final class TreeHubs {
    private TreeHubs() {
    }

    /**
     * Runs until all hubs have ended; fails when one did not stop in order.
     *
     * @param args the configuration files.
     * @throws IOException          when a hub cannot be started.
     * @throws ExecutionException   when a hub has failed.
     * @throws InterruptedException when it is interrupted.
     */
    public static void main(final String[] args) throws IOException, ExecutionException, InterruptedException {
        final List<HubDaemon> hubs = new ArrayList<>();
        for (final String each : args) {
            hubs.add(start(Path.of(each)));
        }
        for (final HubDaemon each : hubs) {
            final HubStatus end = each.ended().get();
            each.close();
            if (end.state() != HubState.STOPPED) {
                throw new TaktException("hub '" + end.hub() + "' has ended: " + end.reason());
            }
        }
    }

    private static HubDaemon start(final Path file) throws IOException {
        final ConfigReader.Result read = ConfigReader.readCopy(file, file.getParent());
        if (!read.isUsable(false)) {
            throw new TaktException(file + ": " + read.problems());
        }
        return HubDaemon.start(read.config(), new HubDaemon.Options(Long.MAX_VALUE, false, false, false, Set.of(),
            false, null, null), event -> { }, () -> false);
    }
}
