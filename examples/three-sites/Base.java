import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.Message;
import io.takt.asset.message.TypedOutput;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sends its three drones around on a circle, out of the way of those of the other base, as far as the radar has seen
 * them.
 *
 * <pre>
 *  receives  track  number of a drone, x, y in m; from the radar
 *  sends     goal   number of a drone, x, y in m; once a second for each of its own
 * </pre>
 */
public final class Base implements Asset {
    private static final long GOALS_EVERY_NS = 1_000_000_000;
    private static final double RADIUS_M = 150;
    private static final double TURN_S = 40;
    private static final double CLEARANCE_M = 60;

    private final int first;
    private final Map<Integer, double[]> seen = new TreeMap<>();
    private TypedOutput<double[]> goal;

    /** The base of site a has the drones 1 to 3, that of site b 4 to 6. */
    private Base(final String name) {
        first = name.endsWith("a") ? 1 : 4;
    }

    public static void main(final String[] args) throws Exception {
        final String name = Takt.assetName("base-a");
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(name), new Base(name));
            hub.run();
        }
    }

    @Override
    public void connect(final Channels channels) {
        goal = channels.output("goal", Codec.doubles());
        channels.subscribe("track", Codec.doubles(), this::see);
    }

    @Override
    public void start(final long timeNs) {
        seen.clear();
    }

    private void see(final double[] values, final Message message) {
        seen.put((int) values[0], new double[] {values[1], values[2]});
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        if (toNs % GOALS_EVERY_NS == 0) {
            for (int drone = first; drone < first + 3; drone++) {
                goal.send(goalOf(drone, toNs / 1e9));
            }
        }
    }

    private double[] goalOf(final int drone, final double seconds) {
        final double angle = 2 * Math.PI * (seconds / TURN_S + drone / 6.0);
        final double[] to = {drone, 350 + RADIUS_M * StrictMath.cos(angle), 200 + RADIUS_M * StrictMath.sin(angle)};
        seen.forEach((other, at) -> {
            final double x = to[1] - at[0];
            final double y = to[2] - at[1];
            final double distance = Math.sqrt(x * x + y * y);
            if ((other < first || other > first + 2) && distance < CLEARANCE_M && distance > 0) {
                to[1] += x / distance * (CLEARANCE_M - distance);
                to[2] += y / distance * (CLEARANCE_M - distance);
            }
        });
        return to;
    }
}
