import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.TypedOutput;
import java.util.SplittableRandom;

/**
 * Blows, and changes with every step of its own.
 *
 * <pre>
 *  sends  gust  x, y in m/s
 * </pre>
 */
public final class Wind implements Asset {
    private static final double STRONGEST_M_S = 3;

    private TypedOutput<double[]> gust;
    private SplittableRandom random;

    public static void main(final String[] args) throws Exception {
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(Takt.assetName("wind")), new Wind());
            hub.run();
        }
    }

    @Override
    public void connect(final Channels channels) {
        gust = channels.output("gust", Codec.doubles());
    }

    @Override
    public void start(final long timeNs) {
        random = new SplittableRandom(7);
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        gust.send(new double[] {random.nextDouble(-STRONGEST_M_S, STRONGEST_M_S),
            random.nextDouble(-STRONGEST_M_S, STRONGEST_M_S)});
    }
}
