import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.TypedOutput;
import java.util.SplittableRandom;

/**
 * The disturbance: gusts of 0.1 to 0.3 s with calms of 0.5 to 3 s between them. It always knows when the next one
 * begins or ends, and promises to be silent before; so no receiver waits for its long steps.
 *
 * <pre>
 *  sends  gust  angular acceleration of the rod, rad/s^2; stamped with when it begins, and 0 with when it ends
 * </pre>
 */
public final class Wind implements Asset {
    private static final double STRONGEST = 3;
    private static final long MS = 1_000_000;
    private static final long SEED = 11;

    private TypedOutput<double[]> gust;
    private SplittableRandom random;
    private boolean blows;
    private long changeNs;

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
        random = new SplittableRandom(SEED);
        blows = false;
        changeNs = timeNs;
        awaitChange();
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        while (changeNs <= toNs) {
            blows = !blows;
            gust.send(new double[] {blows ? random.nextDouble(-STRONGEST, STRONGEST) : 0}, changeNs);
            awaitChange();
        }
    }

    private void awaitChange() {
        changeNs += blows ? random.nextLong(100, 301) * MS : random.nextLong(500, 3001) * MS;
        gust.promiseNoSendBefore(changeNs);
    }
}
