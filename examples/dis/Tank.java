import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.TypedOutput;

/**
 * A tank that drives around a circle, of 50 m, on the ground where the equator meets the prime meridian: the world's
 * y axis points east there, z north and x up. It sends its state at the end of each step.
 */
public final class Tank implements Asset {
    private static final double EARTH_M = 6_378_137;
    private static final double RADIUS_M = 50;
    private static final double SPEED = 10;
    private static final double TURNING = SPEED / RADIUS_M;

    private final int number;
    private TypedOutput<State> entity;

    /** The fields of an Entity State PDU that are not 0. */
    private record State(int id, int force, int[] type, String marking, double[] location, double[] velocity,
        double[] orientation, int algorithm, double[] acceleration, double[] angularVelocity) {
    }

    private Tank(final int number) {
        this.number = number;
    }

    public static void main(final String[] args) throws InterruptedException {
        final String name = Takt.assetName("tank-1");
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(name), new Tank(Integer.parseInt(name.substring("tank-".length()))));
            hub.run();
        }
    }

    @Override
    public void connect(final Channels channels) {
        entity = channels.output("entity", Codec.json(State.class));
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        final double angle = TURNING * toNs / 1e9 + number;
        final double cos = Math.cos(angle);
        final double sin = Math.sin(angle);
        entity.send(new State(number, 1, new int[] {1, 1, 225, 1, 1, 0, 0}, "TANK " + number,
            new double[] {EARTH_M, RADIUS_M * sin, -RADIUS_M * cos}, new double[] {0, SPEED * cos, SPEED * sin},
            new double[] {Math.copySign(Math.PI / 2, cos), -Math.asin(sin), Math.copySign(Math.PI / 2, -cos)}, 4,
            new double[] {0, -SPEED * TURNING * sin, SPEED * TURNING * cos}, new double[] {0, 0, -TURNING}));
    }
}
