import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.Message;
import io.takt.asset.message.TypedOutput;

/**
 * Keeps the rod upright and the cart in the middle. Made for a wire: it takes every frame as fresh and every command as
 * obeyed, and knows nothing of delay or loss.
 *
 * <pre>
 *  receives  frame    position m, tilt rad, of the camera
 *  sends     command  acceleration that the cart is to have, m/s^2
 * </pre>
 */
public final class Controller implements Asset {
    private static final double GRAVITY = 9.81;
    private static final double ROD_M = 0.25;
    private static final double STRONGEST = 20;

    /**
     * Linear-quadratic regulator of the linear model in steps of 10 ms: weights 20 (position), 1 (speed), 50 (tilt),
     * 1 (rate), 5 (acceleration).
     */
    private static final double[] GAINS = {-1.857, -2.538, -26.36, -4.203};

    /** Steady Kalman gains for the camera's noise every 20 ms, by which a frame corrects the estimate. */
    private static final double[][] TRUST = {{0.447, -0.012}, {6.583, -0.726}, {-0.036, 0.782}, {-2.259, 27.50}};

    private TypedOutput<double[]> command;
    /** Estimated position, speed, tilt and rate. */
    private double[] estimate;
    private double[] frame;
    private long frameNs;
    /** In force until now, and from now on, as far as the controller knows. */
    private double before;
    private double now;

    public static void main(final String[] args) throws Exception {
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(Takt.assetName("controller")), new Controller());
            hub.run();
        }
    }

    @Override
    public void connect(final Channels channels) {
        command = channels.output("command", Codec.doubles());
        channels.subscribe("frame", Codec.doubles(), this::see);
    }

    @Override
    public void start(final long timeNs) {
        estimate = new double[4];
        frame = null;
        frameNs = timeNs;
        before = 0;
        now = 0;
    }

    /** Jitter may let a frame overtake an older one. */
    private void see(final double[] values, final Message message) {
        if (message.stampNs() > frameNs) {
            frameNs = message.stampNs();
            frame = values;
        }
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        predict((toNs - fromNs) / 1e9);
        if (frame != null) {
            correct();
        }
        double wanted = 0;
        for (int i = 0; i < GAINS.length; i++) {
            wanted -= GAINS[i] * estimate[i];
        }
        before = now;
        now = Math.max(-STRONGEST, Math.min(STRONGEST, wanted));
        command.send(new double[] {now});
    }

    private void predict(final double seconds) {
        final double angular = (GRAVITY * estimate[2] - before) / ROD_M;
        estimate[0] += (estimate[1] + before * seconds / 2) * seconds;
        estimate[1] += before * seconds;
        estimate[2] += (estimate[3] + angular * seconds / 2) * seconds;
        estimate[3] += angular * seconds;
    }

    private void correct() {
        final double position = frame[0] - estimate[0];
        final double tilt = frame[1] - estimate[2];
        for (int i = 0; i < estimate.length; i++) {
            estimate[i] += TRUST[i][0] * position + TRUST[i][1] * tilt;
        }
        frame = null;
    }
}
