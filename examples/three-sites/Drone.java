import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.Message;
import io.takt.asset.message.TypedOutput;

/**
 * Flies to where its base wants it, in wind.
 *
 * <pre>
 *  receives  goal  number of the drone, x, y in m; from its base
 *            gust  x, y in m/s
 *  sends     pose  x, y in m; every 100 ms
 * </pre>
 */
public final class Drone implements Asset {
    private static final long POSE_EVERY_NS = 100_000_000;
    private static final double FASTEST_M_S = 12;
    private static final double EAGERNESS_PER_S = 0.8;

    private final int number;
    private final double[] home;
    private TypedOutput<double[]> pose;
    private double[] position;
    private double[] goal;
    private double[] wind;

    /** A name ends with the drone's number. */
    private Drone(final String name) {
        number = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
        home = new double[] {100 * number, 50};
    }

    public static void main(final String[] args) throws Exception {
        final String name = Takt.assetName("drone-1");
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(name), new Drone(name));
            hub.run();
        }
    }

    @Override
    public void connect(final Channels channels) {
        pose = channels.output("pose", Codec.doubles());
        channels.subscribe("goal", Codec.doubles(), this::follow);
        channels.subscribe("gust", Codec.doubles(), (values, message) -> wind = values);
    }

    @Override
    public void start(final long timeNs) {
        position = home.clone();
        goal = home.clone();
        wind = new double[2];
    }

    private void follow(final double[] values, final Message message) {
        if (values[0] == number) {
            goal = new double[] {values[1], values[2]};
        }
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        final double seconds = (toNs - fromNs) / 1e9;
        final double x = EAGERNESS_PER_S * (goal[0] - position[0]);
        final double y = EAGERNESS_PER_S * (goal[1] - position[1]);
        final double slower = Math.min(1, FASTEST_M_S / Math.max(1e-9, Math.sqrt(x * x + y * y)));
        position[0] += (x * slower + wind[0]) * seconds;
        position[1] += (y * slower + wind[1]) * seconds;
        if (toNs % POSE_EVERY_NS == 0) {
            pose.send(position.clone());
        }
    }
}
