import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.Message;
import io.takt.asset.message.TypedOutput;

/**
 * The plant: a cart with a rod that stands on it, a point mass at its upper end. Left alone it falls within a second.
 *
 * <pre>
 *  receives  command  acceleration of the cart, m/s^2; holds until another comes
 *            gust     angular acceleration of the rod by the wind, rad/s^2; likewise
 *  sends     state    position m, speed m/s, tilt from upright rad, its rate rad/s, age of the command in force s
 * </pre>
 */
public final class Cart implements Asset {
    private static final double GRAVITY = 9.81;
    private static final double ROD_M = 0.25;
    private static final double STRONGEST = 20;
    private static final double LYING = Math.PI / 2;

    private TypedOutput<double[]> state;
    private double position;
    private double speed;
    private double tilt;
    private double rate;
    private double acceleration;
    private double gust;
    private long commandNs;

    public static void main(final String[] args) throws Exception {
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(Takt.assetName("cart")), new Cart());
            hub.run();
        }
    }

    @Override
    public void connect(final Channels channels) {
        state = channels.output("state", Codec.doubles());
        channels.subscribe("command", Codec.doubles(), this::steer);
        channels.subscribe("gust", Codec.doubles(), (values, message) -> gust = values[0]);
    }

    @Override
    public void start(final long timeNs) {
        position = 0;
        speed = 0;
        tilt = 0;
        rate = 0;
        acceleration = 0;
        gust = 0;
        commandNs = timeNs;
        send(timeNs);
    }

    /** Jitter may let a command overtake an older one, which then means nothing any more. */
    private void steer(final double[] values, final Message message) {
        if (message.stampNs() > commandNs) {
            commandNs = message.stampNs();
            acceleration = Math.max(-STRONGEST, Math.min(STRONGEST, values[0]));
        }
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        if (Math.abs(tilt) < LYING) {
            move((toNs - fromNs) / 1e9);
        }
        send(toNs);
    }

    /** By StrictMath, which gives the same bits on every machine. */
    private void move(final double seconds) {
        final double angular =
            (GRAVITY * StrictMath.sin(tilt) - acceleration * StrictMath.cos(tilt)) / ROD_M + gust;
        rate += angular * seconds;
        tilt += rate * seconds;
        speed += acceleration * seconds;
        position += speed * seconds;
    }

    private void send(final long timeNs) {
        state.send(new double[] {position, speed, tilt, rate, (timeNs - commandNs) / 1e9});
    }
}
