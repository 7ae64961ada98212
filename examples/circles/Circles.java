import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.PolledAsset;
import io.takt.asset.Takt;
import io.takt.asset.message.Codec;
import io.takt.asset.message.TypedOutput;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.Forecast;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Snapshot;
import io.takt.steward.Statistics;
import io.takt.steward.Steward;
import io.takt.steward.Transaction;
import io.takt.steward.asset.Borders;
import io.takt.steward.asset.StewardAsset;
import io.takt.steward.trajectory.DoubleContact;
import io.takt.steward.trajectory.DoubleTrajectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Circles that bounce softly off one another and off a round wall, in an arena of four quarters, of which this program
 * has some. While two overlap, each is accelerated, constantly, along the line between them when they met. A circle
 * that leaves its quarter is in the next one 20 ms later. Lengths are in radii of the arena, a tick is a microsecond,
 * and so is the unit of time of all trajectories.
 */
public final class Circles {
    private static final double SECOND = 1e6;
    private static final int EACH = 9;
    /** Accelerations, for each square of a tick. */
    private static final double PUSH = 8 / SECOND / SECOND;
    private static final double WALL_PUSH = 16 / SECOND / SECOND;
    /** Two meet when they overlap by so much, and part when they are so far apart; so never both at one time. */
    private static final double MARGIN = 2e-5;
    private static final double THROW = 3 / SECOND;
    /** The number of the wall, as of a circle. */
    private static final long WALL = -1;
    private static final DoubleTrajectory MIDDLE = DoubleTrajectory.plane(0, 0, 0, 0, 0);

    private static final CellType<Circle> CIRCLE = CellType.of("circle", Circle.class);
    private static final CellType<Quarter> QUARTER = CellType.of("quarter", Quarter.class);
    private static final Predictor<Circle> NEXT = Predictor.of("next", CIRCLE, Circles::predict);

    private Circles() {
    }

    record Push(double x, double y) {
        /** Away from a point that lies so far off. */
        static Push from(final double x, final double y, final double hard) {
            final double distance = Math.max(Math.sqrt(x * x + y * y), MARGIN);
            return new Push(-x / distance * hard, -y / distance * hard);
        }
    }

    /** A circle as of a time, with what pushes it; between two quarters it is on its way to one, and pushed by none. */
    record Circle(double since, double x, double y, double vx, double vy, double radius, SortedMap<Long, Push> pushes,
        long quarter, boolean between) {
        DoubleTrajectory path() {
            double ax = 0;
            double ay = 0;
            for (final Push push : pushes.values()) {
                ax += push.x;
                ay += push.y;
            }
            return DoubleTrajectory.plane(since, x, y, vx, vy).withAcceleration(ax, ay);
        }

        Circle at(final long time) {
            final DoubleTrajectory path = path();
            return new Circle(time, path.position(0, time), path.position(1, time), path.velocity(0, time),
                path.velocity(1, time), radius, pushes, quarter, between);
        }

        /** The push of another one, or of the wall, begins; it ends if it had begun. */
        Circle changed(final long other, final Push push) {
            final SortedMap<Long, Push> changed = new TreeMap<>(pushes);
            if (changed.remove(other) == null) {
                changed.put(other, push);
            }
            return new Circle(since, x, y, vx, vy, radius, changed, quarter, between);
        }

        Circle thrown() {
            return new Circle(since, x, y, vx - THROW * x, vy - THROW * y, radius, pushes, quarter, between);
        }

        Circle to(final long next, final boolean isBetween) {
            return new Circle(since, x, y, vx, vy, radius, Collections.emptySortedMap(), next, isBetween);
        }
    }

    record Quarter(List<Long> circles) {
    }

    record Enter(long number, Circle circle) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Cell<Quarter> cell = tx.cell(QUARTER, circle.quarter);
            final List<Long> circles = tx.get(cell) == null ? new ArrayList<>() : new ArrayList<>(tx.get(cell).circles);
            circles.add(number);
            tx.set(cell, new Quarter(circles));
            tx.set(tx.cell(CIRCLE, number), circle.at(tx.time()).to(circle.quarter, false));
        }
    }

    record Leave(long number, long to) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Cell<Circle> cell = tx.cell(CIRCLE, number);
            final Circle circle = tx.get(cell).at(tx.time());
            circle.pushes.keySet().stream().filter(other -> other != WALL).map(other -> tx.cell(CIRCLE, other))
                .forEach(other -> tx.set(other, tx.get(other).at(tx.time()).changed(number, null)));
            final Cell<Quarter> quarter = tx.cell(QUARTER, circle.quarter);
            tx.set(quarter, new Quarter(tx.get(quarter).circles.stream().filter(each -> each != number).toList()));
            tx.set(cell, circle.to(to, true));
        }
    }

    /** Two meet or part, or one meets or parts from the wall. */
    record Change(long one, long other) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Cell<Circle> first = tx.cell(CIRCLE, one);
            final Circle a = tx.get(first).at(tx.time());
            if (other == WALL) {
                tx.set(first, a.changed(WALL, Push.from(a.x, a.y, WALL_PUSH)));
                return;
            }
            final Cell<Circle> second = tx.cell(CIRCLE, other);
            final Circle b = tx.get(second).at(tx.time());
            tx.set(first, a.changed(other, Push.from(b.x - a.x, b.y - a.y, PUSH)));
            tx.set(second, b.changed(one, Push.from(a.x - b.x, a.y - b.y, PUSH)));
        }
    }

    /** The circle of a quarter that is nearest to a point is thrown across the middle. */
    record Throw(long quarter, double x, double y) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Quarter all = tx.get(tx.cell(QUARTER, quarter));
            double least = Double.MAX_VALUE;
            Circle nearest = null;
            long number = 0;
            for (final long each : all == null ? List.<Long>of() : all.circles) {
                final Circle circle = tx.get(tx.cell(CIRCLE, each)).at(tx.time());
                final double distance = (circle.x - x) * (circle.x - x) + (circle.y - y) * (circle.y - y);
                if (distance < least) {
                    least = distance;
                    nearest = circle;
                    number = each;
                }
            }
            if (nearest != null) {
                tx.set(tx.cell(CIRCLE, number), nearest.thrown());
            }
        }
    }

    /** The first thing that happens to a circle: it leaves its quarter, or another one or the wall meets or parts. */
    private static void predict(final Cell<Circle> cell, final Forecast forecast) {
        final Circle circle = forecast.get(cell);
        if (circle.between) {
            return;
        }
        final long number = cell.number();
        final DoubleTrajectory path = circle.path();
        final double now = forecast.time();
        double first = side(path, 0, circle.quarter % 2, now, DoubleContact.NEVER);
        Event event = new Leave(number, circle.quarter ^ 1);
        final double vertical = side(path, 1, circle.quarter / 2, now, first);
        if (vertical < first) {
            first = vertical;
            event = new Leave(number, circle.quarter ^ 2);
        }
        // The wall is met from within: inside and outside change places.
        final double wall = change(path, MIDDLE, 1 - circle.radius, circle.pushes.containsKey(WALL), -1, now, first);
        if (wall < first) {
            first = wall;
            event = new Change(number, WALL);
        }
        for (final long each : forecast.get(forecast.cell(QUARTER, circle.quarter)).circles) {
            if (each > number) {
                final Circle other = forecast.get(forecast.cell(CIRCLE, each));
                final double change = change(path, other.path(), circle.radius + other.radius,
                    circle.pushes.containsKey(each), 1, now, first);
                if (change < first) {
                    first = change;
                    event = new Change(number, each);
                }
            }
        }
        if (first < DoubleContact.NEVER) {
            forecast.predict((long) Math.ceil(first), event);
        }
    }

    /** When it is no longer on its side, 0 or 1, of the middle. */
    private static double side(final DoubleTrajectory path, final int dimension, final long side, final double now,
        final double until) {
        return side > 0 ? DoubleContact.below(path, dimension, 0, now, until)
            : DoubleContact.atLeast(path, dimension, 0, now, until);
    }

    /** When two whose edges touch at a distance meet, or part if they have met. */
    private static double change(final DoubleTrajectory one, final DoubleTrajectory other, final double distance,
        final boolean haveMet, final int sign, final double now, final double until) {
        return haveMet == (sign > 0) ? DoubleContact.beyond(one, other, distance + MARGIN, now, until)
            : DoubleContact.within(one, other, distance - MARGIN, now, until);
    }

    private static void fill(final Steward steward, final long quarter) {
        final Random random = new Random(quarter);
        for (int i = 0; i < EACH; i++) {
            final double from = 0.3 + i / 3 * 0.25;
            final double angle = Math.PI / 6 * (i % 3 + 0.5);
            final double to = 2 * Math.PI * random.nextDouble();
            final Circle circle = new Circle(0, from * StrictMath.cos(angle) * (quarter % 2 * 2 - 1),
                from * StrictMath.sin(angle) * (quarter / 2 * 2 - 1), StrictMath.cos(to) / 2 / SECOND,
                StrictMath.sin(to) / 2 / SECOND, 0.035 + 0.04 * random.nextDouble(), Collections.emptySortedMap(),
                quarter, false);
            steward.insert(0, new Enter(quarter * EACH + i, circle));
        }
    }

    /** A circle that is between two quarters now, after an event; null for none. */
    private static Enter between(final EventRecord event) {
        for (final EventRecord.Access write : event.writes()) {
            if (write.value() instanceof Circle circle && circle.between) {
                return new Enter(write.cell().number(), circle);
            }
        }
        return null;
    }

    /** The two that meet by an event, or one and the wall; null if none do. */
    private static long[] bounce(final EventRecord event) {
        return event.event() instanceof Change change
            && ((Circle) event.writes().get(0).value()).pushes.containsKey(change.other)
            ? new long[] {change.one, change.other} : null;
    }

    private static Event thrown(final double[] at, final Set<Long> own) {
        final long quarter = (at[0] < 0 ? 0 : 1) + (at[1] < 0 ? 0 : 2);
        return own.contains(quarter) ? new Throw(quarter, at[0], at[1]) : null;
    }

    /** Its time in seconds; then of each circle: number, since, x, y, velocity, acceleration, radius, quarter. */
    private static double[] picture(final Snapshot now) {
        final DoubleStream all = now.cells().stream().filter(cell -> cell.type() == CIRCLE).flatMapToDouble(cell -> {
            final Circle circle = (Circle) now.get(cell);
            final DoubleTrajectory path = circle.path();
            return DoubleStream.of(cell.number(), circle.since / SECOND, circle.x, circle.y, circle.vx * SECOND,
                circle.vy * SECOND, path.acceleration(0) * SECOND * SECOND, path.acceleration(1) * SECOND * SECOND,
                circle.radius, circle.quarter);
        });
        return DoubleStream.concat(DoubleStream.of(now.time() / SECOND), all).toArray();
    }

    public static void main(final String[] args) throws Exception {
        final String name = args[0];
        final Set<Long> own = Stream.of(args).skip(1).map(Long::valueOf).collect(Collectors.toSet());
        final Physics physics = Physics.builder().cells(CIRCLE, QUARTER).events(Enter.class, Leave.class, Change.class,
            Throw.class).predictors(NEXT).build();
        final StewardAsset world = StewardAsset.of(physics)
            .tick(Duration.ofNanos(1_000))
            .beginsWith(steward -> own.forEach(quarter -> fill(steward, quarter)))
            .borders(Borders.after(Duration.ofMillis(20))
                .crosses("border", Codec.json(Enter.class), Circles::between,
                    enter -> own.contains(enter.circle.quarter) ? enter : null)
                .announcedOn("ahead"))
            .receives("throw", Codec.doubles(), (at, message) -> thrown(at, own))
            .sends("bounce", Codec.longs(), Circles::bounce)
            .savedIn(Path.of("saved"), Duration.ofSeconds(2))
            .build();
        try (HubConnection hub = Takt.connect()) {
            drive(world, hub.join(AssetSpec.named(name)));
        }
        System.out.println("final up to " + world.committedTick() / 1_000 + " ms: " + world.digest());
        final Statistics done = world.statistics();
        System.out.println(done.redone() + " events done again, " + done.undone() + " taken back");
    }

    /** Takes the turns, works ahead while there is none, and shows in each step how far that has come. */
    private static void drive(final StewardAsset world, final PolledAsset asset) throws Exception {
        world.joined(asset);
        world.connect(asset.channels());
        final TypedOutput<double[]> shown = asset.channels().output("picture", Codec.doubles());
        world.start(asset.timeNs());
        for (PolledAsset.Turn turn = next(world, asset); turn != PolledAsset.Turn.STOP; turn = next(world, asset)) {
            if (turn == PolledAsset.Turn.RESET) {
                world.reset();
                world.start(0);
            } else {
                world.step(asset.timeNs(), asset.nextNs());
                try (Snapshot now = world.present()) {
                    shown.send(picture(now));
                }
            }
            asset.commit();
        }
        world.stop();
    }

    private static PolledAsset.Turn next(final StewardAsset world, final PolledAsset asset) throws Exception {
        PolledAsset.Turn turn = asset.poll();
        while (turn == PolledAsset.Turn.WAIT) {
            turn = world.workAhead(16) ? asset.poll() : asset.await(Duration.ofMillis(1));
        }
        return turn;
    }
}
