import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.TypedOutput;
import java.util.SplittableRandom;

/**
 * The sensor: sees where the cart was when the exposure began, and tells it a frame later, with noise.
 *
 * <pre>
 *  receives  state  of the cart
 *  sends     frame  position m, tilt rad, as they were a frame ago
 * </pre>
 */
public final class Camera implements Asset {
    private static final double POSITION_NOISE_M = 0.003;
    private static final double TILT_NOISE_RAD = 0.005;
    private static final long SEED = 7;

    private TypedOutput<double[]> frame;
    private SplittableRandom random;
    private double[] seen;

    public static void main(final String[] args) throws Exception {
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(Takt.assetName("camera")), new Camera());
            hub.run();
        }
    }

    @Override
    public void connect(final Channels channels) {
        frame = channels.output("frame", Codec.doubles());
        channels.subscribe("state", Codec.doubles(), (values, message) -> seen = values);
    }

    @Override
    public void start(final long timeNs) {
        random = new SplittableRandom(SEED);
        seen = null;
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        if (seen != null) {
            frame.send(new double[] {seen[0] + POSITION_NOISE_M * noise(), seen[2] + TILT_NOISE_RAD * noise()});
        }
    }

    /** Mean 0, deviation 1, nearly normal, of additions alone: the same bits on every machine. */
    private double noise() {
        double sum = -6;
        for (int i = 0; i < 12; i++) {
            sum += random.nextDouble();
        }
        return sum;
    }
}
