package io.takt.bench.program;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import java.util.ArrayList;
import java.util.List;

/** Assets of many hubs in one process, which do nothing in their steps; each hub's have a thread. */
public final class TreeAssets {
    private TreeAssets() {
    }

    /**
     * Runs until all hubs have stopped.
     *
     * @param args for each hub its name and the number of its assets, which are {@code a-0}, {@code a-1} and so on.
     * @throws InterruptedException when it is interrupted.
     */
    public static void main(final String[] args) throws InterruptedException {
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < args.length; i += 2) {
            final String hub = args[i];
            final int assets = Integer.parseInt(args[i + 1]);
            threads.add(new Thread(() -> keepTime(hub, assets), "assets-of-" + hub));
        }
        threads.forEach(Thread::start);
        for (final Thread each : threads) {
            each.join();
        }
    }

    private static void keepTime(final String hub, final int assets) {
        try (HubConnection connection = Takt.connect(hub)) {
            for (int i = 0; i < assets; i++) {
                connection.join(AssetSpec.named("a-" + i), (fromNs, toNs) -> { });
            }
            connection.run();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
