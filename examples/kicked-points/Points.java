import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Codec;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Transaction;
import io.takt.steward.asset.StewardAsset;
import java.nio.file.Path;
import java.time.Duration;

/** Two points on a line from 0 to 1,000 that turn where it ends, and when they are kicked. A tick is a millisecond. */
public final class Points {
    private static final CellType<Point> POINT = CellType.of("point", Point.class);
    private static final Predictor<Point> WALL = Predictor.of("wall", POINT, (cell, forecast) -> {
        final Point point = forecast.get(cell);
        final long way = point.speed > 0 ? 1_000 - point.at : -point.at;
        forecast.predict(point.since + way / point.speed, new Turn(cell.number(), -point.speed));
    });

    private Points() {
    }

    record Point(long since, long at, long speed) {
        long place(final long time) {
            return at + (time - since) * speed;
        }
    }

    record Turn(long point, long speed) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Cell<Point> cell = tx.cell(POINT, point);
            final Point before = tx.get(cell);
            tx.set(cell, new Point(tx.time(), before == null ? 500 : before.place(tx.time()), speed));
        }
    }

    public static void main(final String[] args) throws Exception {
        final Physics physics = Physics.builder().cells(POINT).events(Turn.class).predictors(WALL).build();
        final StewardAsset points = StewardAsset.of(physics)
            .tick(Duration.ofMillis(1))
            .beginsWith(steward -> {
                steward.insert(0, new Turn(1, 3));
                steward.insert(0, new Turn(2, -7));
            })
            .receives("kick", Codec.longs(), (kick, message) -> new Turn(kick[0], kick[1]))
            .sends("turned", Codec.longs(), Points::turned)
            .savedIn(Path.of("saved"), Duration.ofSeconds(2))
            .build();
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named("points"), points);
            hub.run();
        }
        System.out.println("final up to " + points.committedTick() + " ms: " + points.digest());
    }

    /** Time, point and speed. */
    private static long[] turned(final EventRecord event) {
        final Turn turn = (Turn) event.event();
        return new long[] {event.at().base(), turn.point, turn.speed};
    }
}
