package io.takt.bench.program;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;

/** An asset that does nothing in its steps: the least that an author writes. */
public final class OneAsset {
    private OneAsset() {
    }

    /**
     * Runs until the hub stops.
     *
     * @param args its name.
     * @throws InterruptedException when it is interrupted.
     */
    public static void main(final String[] args) throws InterruptedException {
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(args[0]), (fromNs, toNs) -> { });
            hub.run();
        }
    }
}
