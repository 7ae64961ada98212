package io.takt.steward;

import io.takt.steward.log.LogSteward;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.SplittableRandom;

/**
 * Prints how much processor time a change in the past takes for each event that is undone, redone or new, where all
 * events and predictors read one cell, the wind, that is never written, and where none does. A program, not a test.
 */
public final class WindSpeed {
    private static final int BODIES = 2_000;
    private static final int PAUSE = 100;
    private static final int END = 5_000;
    /** After so many a steward has lists of all turns, and takes each change for a small one. */
    private static final int FIRST_CHANGES = 5;
    private static final int CHANGES = 400;
    private static final int ROUNDS = 3;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final CellType<Long> BODY = CellType.of(0x6a1f83d0c95e27b4L, "body",
        Codec.of((body, out) -> out.writeLong(body), StateInput::readLong));
    private static final CellType<Long> WIND = CellType.of(0xd8025b7ec1f9436aL, "wind",
        Codec.of((wind, out) -> out.writeLong(wind), StateInput::readLong));
    private static final EventType<Move> MOVE = EventType.of(0x39c4e6f0187bd25aL, "move", Move.class, Codec.of(
        (move, out) -> {
            out.writeLong(move.body);
            out.writeBoolean(move.windy);
        },
        in -> {
            final long body = in.readLong();
            return new Move(body, in.readBoolean());
        }));
    private static final Predictor<Long> CALM = new Next(false);
    private static final Predictor<Long> WINDY = new Next(true);
    private static final Physics PHYSICS =
        Physics.builder().cells(BODY, WIND).events(MOVE).predictors(CALM, WINDY).build();

    private WindSpeed() {
    }

    /**
     * Prints a line for each round.
     *
     * @param args none.
     */
    public static void main(final String[] args) {
        for (int round = 0; round < ROUNDS; round++) {
            final double calm = nanoseconds(false);
            final double windy = nanoseconds(true);
            System.out.printf("a changed event takes %.0f ns, and %.0f ns in the wind: %.1f times as long%n",
                calm, windy, windy / calm);
        }
    }

    private static double nanoseconds(final boolean windy) {
        final Steward steward = LogSteward.withHistory(PHYSICS);
        for (int i = 0; i < BODIES; i++) {
            steward.insert(i % PAUSE, Id.of(0, i), new Move(i, windy));
        }
        steward.advanceTo(END);
        final SplittableRandom random = new SplittableRandom(1);
        change(steward, random, windy, 0, FIRST_CHANGES);
        final long begin = THREADS.getCurrentThreadCpuTime();
        final Statistics before = steward.statistics();
        change(steward, random, windy, FIRST_CHANGES, FIRST_CHANGES + CHANGES);
        final Statistics after = steward.statistics();
        return (double) (THREADS.getCurrentThreadCpuTime() - begin)
            / (after.executed() + after.redone() + after.undone() - before.executed() - before.redone()
            - before.undone());
    }

    private static void change(
        final Steward steward, final SplittableRandom random, final boolean windy, final int from, final int to) {
        for (int i = from; i < to; i++) {
            steward.insert(random.nextInt(PAUSE, END), Id.of(1, i), new Move(random.nextInt(BODIES), windy));
            steward.advanceTo(END);
        }
    }

    private static long wind(final View view, final boolean windy) {
        final Long wind = windy ? view.get(WIND, 0) : null;
        return wind == null ? 1 : wind;
    }

    /** A body moves on. */
    private record Move(long body, boolean windy) implements Event {
        @Override
        public EventType<?> type() {
            return MOVE;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Long> cell = tx.cell(BODY, body);
            final Long before = tx.get(cell);
            tx.set(cell, (before == null ? body : before) + wind(tx, windy));
            tx.predict(windy ? WINDY : CALM, cell);
        }
    }

    /** When it does. */
    private record Next(boolean windy) implements Predictor<Long> {
        @Override
        public long id() {
            return windy ? 0x40e7a91cd5b2683fL : 0x8f13d6420ca7e95bL;
        }

        @Override
        public CellType<Long> subject() {
            return BODY;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public void predict(final Cell<Long> subject, final Forecast forecast) {
            final long own = forecast.get(subject);
            forecast.predict(forecast.time() + PAUSE / 2 + Id.hash(own, wind(forecast, windy)).low() % (PAUSE / 2),
                new Move(subject.number(), windy), subject);
        }
    }
}
