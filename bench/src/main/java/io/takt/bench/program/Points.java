package io.takt.bench.program;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Transaction;
import io.takt.steward.scenario.Input;
import java.util.ArrayList;
import java.util.List;

/** Points that each bounce between two walls of their own: a kick changes what comes after it of one of them only. */
final class Points {
    /** In which a point bounces about once. */
    static final long SECOND = 10_000;

    private static final long WIDTH = 1_000_000;
    private static final long SLOW = 90;
    private static final int SPEEDS = 21;

    private static final CellType<Point> POINT = CellType.of("point", Point.class);
    private static final Predictor<Point> NEXT = Predictor.of("next", POINT, Asking.ON_REQUEST, (cell, forecast) -> {
        final Point point = forecast.get(cell);
        final long way = point.speed > 0 ? WIDTH - point.place : point.place;
        forecast.predict(point.since + Math.max(1, way / Math.abs(point.speed)), new Bounce(cell.number()), cell);
    });

    static final Physics PHYSICS =
        Physics.builder().cells(POINT).events(Bounce.class, Kick.class).predictors(NEXT).build();

    private Points() {
    }

    /** All begin, each at a time and a speed of its own. */
    static List<Input> start(final int points) {
        final List<Input> all = new ArrayList<>();
        for (int i = 0; i < points; i++) {
            all.add(new Input(i % SECOND, Id.of(0, i), new Kick(i, SLOW + i % SPEEDS)));
        }
        return all;
    }

    /** A kick back, at another speed than before; all kicks have other numbers. */
    static Input kick(final long time, final int point, final int number) {
        return new Input(time, Id.of(1, number), new Kick(point, -(SLOW / 2) - number % SPEEDS));
    }

    /** Where one was at a time, and how fast it has been since then, in units of length by tick; never 0. */
    private record Point(long place, long speed, long since) {
        Point turned(final long time, final long next) {
            return new Point(Math.max(0, Math.min(WIDTH, place + speed * (time - since))), next, time);
        }
    }

    private record Bounce(long point) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Cell<Point> cell = tx.cell(POINT, point);
            final Point before = tx.get(cell);
            tx.set(cell, before.turned(tx.time(), -before.speed));
            tx.predict(NEXT, cell);
        }
    }

    private record Kick(long point, long speed) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Cell<Point> cell = tx.cell(POINT, point);
            final Point before = tx.get(cell);
            tx.set(cell, before == null ? new Point(WIDTH / 2, speed, tx.time()) : before.turned(tx.time(), speed));
            tx.predict(NEXT, cell);
        }
    }
}
