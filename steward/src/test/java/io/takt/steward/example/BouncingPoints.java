package io.takt.steward.example;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Steward;
import io.takt.steward.Transaction;
import io.takt.steward.graph.GraphSteward;

/** Two points on a line bounce between 0 and 1,000; then it turns out that one was kicked long ago. */
interface BouncingPoints {
    CellType<Point> POINT = CellType.of("point", Point.class);
    Predictor<Point> WALL = Predictor.of("wall", POINT, (cell, forecast) -> {
        final Point point = forecast.get(cell);
        final long way = point.speed > 0 ? 1_000 - point.at : -point.at;
        forecast.predict(point.since + way / point.speed, new Turn(cell.number(), -point.speed));
    });

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

    static void main(final String... args) {
        final Steward steward = GraphSteward.withHistory(
            Physics.builder().cells(POINT).events(Turn.class).predictors(WALL).build());
        steward.insert(0, new Turn(1, 30));
        steward.insert(0, new Turn(2, -7));
        System.out.println("at 900: " + steward.get(steward.cell(POINT, 1), 900).place(900));
        steward.insert(100, new Turn(1, 11)); // the kick
        System.out.println("kicked: " + steward.get(steward.cell(POINT, 1), 900).place(900));
    }
}
