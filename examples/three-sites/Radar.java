import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.Message;
import io.takt.asset.message.TypedOutput;
import java.util.SplittableRandom;

/**
 * Sees all drones, with noise.
 *
 * <pre>
 *  receives  pose   x, y in m; from every drone, whose name ends with its number
 *  sends     track  number of the drone, x, y in m
 * </pre>
 */
public final class Radar implements Asset {
    private static final double NOISE_M = 2;

    private TypedOutput<double[]> track;
    private SplittableRandom noise;

    public static void main(final String[] args) throws Exception {
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(Takt.assetName("radar")), new Radar());
            hub.run();
        }
    }

    @Override
    public void connect(final Channels channels) {
        track = channels.output("track", Codec.doubles());
        channels.subscribe("pose", Codec.doubles(), this::see);
    }

    @Override
    public void start(final long timeNs) {
        noise = new SplittableRandom(3);
    }

    private void see(final double[] values, final Message message) {
        final String drone = message.sender();
        track.send(new double[] {Integer.parseInt(drone.substring(drone.lastIndexOf('-') + 1)),
            values[0] + noise.nextDouble(-NOISE_M, NOISE_M), values[1] + noise.nextDouble(-NOISE_M, NOISE_M)});
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        // All is done when a pose comes.
    }
}
