package io.takt.hub.daemon;

import io.takt.shm.clock.LeftClocks.LeftAsset;
import io.takt.shm.host.LiveProcesses;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Watches the processes of assets that are to attach again to a hub that has taken over: until they do, there is no
 * connection that would tell of their end. Each is told once, and those that have attached are told in vain.
 */
final class Survivors implements AutoCloseable {
    private static final long LOOK_EVERY_MS = 400;

    private final List<LeftAsset> watched;
    private final Consumer<LeftAsset> onGone;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        final Thread looking = new Thread(task, "takt-survivors");
        looking.setDaemon(true);
        return looking;
    });

    Survivors(final List<LeftAsset> watched, final Consumer<LeftAsset> onGone) {
        this.watched = new ArrayList<>(watched);
        this.onGone = onGone;
        thread.scheduleWithFixedDelay(this::look, LOOK_EVERY_MS, LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        watched.removeIf(asset -> {
            final boolean isGone = !LiveProcesses.isAlive(asset.pid(), asset.startTime());
            if (isGone) {
                onGone.accept(asset);
            }
            return isGone;
        });
        if (watched.isEmpty()) {
            thread.shutdown();
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
