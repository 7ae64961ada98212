package io.takt.dist;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Output;
import org.agrona.concurrent.UnsafeBuffer;

/** An asset that sends much on the channel "flood" in each step; with the argument "hears", one that takes it. */
final class Flood implements Asset {
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[20_000]);
    private final boolean isSource;
    private Output flood;

    private Flood(final boolean isSource) {
        this.isSource = isSource;
    }

    public static void main(final String[] args) throws Exception {
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(Takt.assetName("")), new Flood(args.length == 0));
            hub.run();
        }
    }

    @Override
    public void connect(final Channels channels) {
        if (isSource) {
            flood = channels.output("flood");
        } else {
            channels.subscribe("flood", message -> { });
        }
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        if (isSource) {
            flood.send(bytes, 0, bytes.capacity());
        }
    }
}
