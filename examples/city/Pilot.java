import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.Message;
import io.takt.asset.message.TypedOutput;
import java.util.Map;

/**
 * Carries parcels over the road: charges, asks for a red light, crosses when no car comes, unloads, and comes back
 * likewise. It sees the cars, and speaks to the light, by radio.
 *
 * <pre>
 *  receives  pose    x, y, z in m, and a quaternion, of the robot
 *            soc     state of charge of its battery, 0 to 1
 *            cars    x, y in m of each car, by its name
 *  sends     drive   speeds of the left and the right wheel, rad/s
 *            docked  1 at the charger, else 0
 *            light   phase of the traffic light: 0 green, 1 yellow, 2 red
 * </pre>
 */
public final class Pilot implements Asset {
    private static final double LEAVES_AT = 0.9;
    private static final double DOCK_Y_M = -8;
    private static final double SHOP_Y_M = 8;
    private static final double PATH_X_M = 200;
    private static final double FASTEST_M_S = 1.2;
    private static final double WHEEL_M = 0.12;
    private static final double HALF_TRACK_M = 0.22;
    private static final double KERB_M = 4;
    private static final long YELLOW_NS = 3_000_000_000L;
    private static final long UNLOADS_NS = 4_000_000_000L;
    private static final long OLD_NS = 1_000_000_000L;

    private enum Doing { CHARGES, ASKS, CROSSES, UNLOADS }

    private TypedOutput<double[]> drive;
    private TypedOutput<Double> docked;
    private TypedOutput<Long> light;
    private double[] pose;
    private double soc;
    private Map<String, double[]> cars;
    private Map<String, double[]> carsBefore;
    private long carsNs;
    private long carsBeforeNs;
    private Doing doing;
    private long sinceNs;
    private double goal;
    private int crossings;

    public static void main(final String[] args) throws Exception {
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(Takt.assetName("pilot")), new Pilot());
            hub.run();
        }
    }

    @Override
    public void connect(final Channels channels) {
        drive = channels.output("drive", Codec.doubles());
        docked = channels.output("docked", Codec.oneDouble());
        light = channels.output("light", Codec.oneLong());
        channels.subscribe("pose", Codec.doubles(), (values, message) -> pose = values);
        channels.subscribe("soc", Codec.oneDouble(), (value, message) -> soc = value);
        channels.subscribe("cars", Codec.json(Cars.class), this::see);
    }

    @Override
    public void start(final long timeNs) {
        pose = null;
        soc = 0;
        cars = Map.of();
        carsBefore = Map.of();
        carsNs = Long.MIN_VALUE;
        carsBeforeNs = Long.MIN_VALUE;
        goal = DOCK_Y_M;
        crossings = 0;
        begin(Doing.CHARGES, timeNs);
    }

    /** Jitter may let a message overtake an older one. */
    private void see(final Cars values, final Message message) {
        if (message.stampNs() > carsNs) {
            carsBefore = cars;
            carsBeforeNs = carsNs;
            cars = values;
            carsNs = message.stampNs();
        }
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        if (pose == null) {
            return;
        }
        final long forNs = fromNs - sinceNs;
        switch (doing) {
            case CHARGES -> {
                if (soc >= LEAVES_AT) {
                    goal = SHOP_Y_M;
                    begin(Doing.ASKS, fromNs);
                }
            }
            case ASKS -> {
                if (forNs > YELLOW_NS && isFree(fromNs)) {
                    begin(Doing.CROSSES, fromNs);
                }
            }
            case CROSSES -> {
                if (Math.abs(goal - pose[1]) < 0.1) {
                    crossings++;
                    begin(goal == DOCK_Y_M ? Doing.CHARGES : Doing.UNLOADS, fromNs);
                }
            }
            default -> {
                if (forNs > UNLOADS_NS) {
                    goal = DOCK_Y_M;
                    begin(Doing.ASKS, fromNs);
                }
            }
        }
        light.send(phase(fromNs - sinceNs));
        docked.send(doing == Doing.CHARGES ? 1.0 : 0.0);
        drive.send(doing == Doing.CROSSES ? wheels() : new double[2]);
    }

    private void begin(final Doing next, final long timeNs) {
        doing = next;
        sinceNs = timeNs;
    }

    private long phase(final long forNs) {
        if (doing == Doing.ASKS) {
            return forNs < YELLOW_NS ? 1 : 2;
        }
        final boolean isOver = goal > 0 ? pose[1] > KERB_M : pose[1] < -KERB_M;
        return doing == Doing.CROSSES && !isOver ? 2 : 0;
    }

    /** Cars have been seen lately, none is on the crossing, and none that is near comes on. */
    private boolean isFree(final long nowNs) {
        if (carsBeforeNs == Long.MIN_VALUE || nowNs - carsNs > OLD_NS) {
            return false;
        }
        final double seconds = (carsNs - carsBeforeNs) / 1e9;
        return cars.entrySet().stream().noneMatch(car -> {
            final double[] at = car.getValue();
            final double[] before = carsBefore.getOrDefault(car.getKey(), at);
            final double direction = at[1] < 0 ? 1 : -1;
            final double left = (PATH_X_M - at[0]) * direction;
            final double speed = (at[0] - before[0]) * direction / seconds;
            return left > -10 && left < 5 || left > 0 && left < 40 && speed > 1;
        });
    }

    /** Forwards to the shop, and backwards to the dock, along the path. */
    private double[] wheels() {
        final double speed = Math.max(-FASTEST_M_S, Math.min(FASTEST_M_S, 0.8 * (goal - pose[1])));
        final double yaw = StrictMath.atan2(2 * (pose[3] * pose[6] + pose[4] * pose[5]),
            1 - 2 * (pose[5] * pose[5] + pose[6] * pose[6]));
        final double wanted = Math.PI / 2 + 0.5 * (pose[0] - PATH_X_M) * Math.signum(speed);
        final double turn = 1.5 * (wanted - yaw) * HALF_TRACK_M;
        return new double[] {(speed - turn) / WHEEL_M, (speed + turn) / WHEEL_M};
    }

    /** As JSON has them. */
    public static final class Cars extends java.util.TreeMap<String, double[]> {
        private static final long serialVersionUID = 1;
    }
}
