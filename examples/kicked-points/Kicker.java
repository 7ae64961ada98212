import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.TypedOutput;

/** Kicks a point once a second. It is slow, so its kicks come when the points have been further for long. */
public final class Kicker implements Asset {
    private static final long SECOND = 1_000_000_000;

    private TypedOutput<long[]> kick;

    public static void main(final String[] args) throws Exception {
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named("kicker"), new Kicker());
            hub.run();
        }
    }

    @Override
    public void connect(final Channels channels) {
        kick = channels.output("kick", Codec.longs());
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        final long second = toNs / SECOND;
        if (toNs % SECOND == 0) {
            kick.send(new long[] {1 + second % 2, 2 + second * 5 % 9}, toNs);
        }
    }
}
