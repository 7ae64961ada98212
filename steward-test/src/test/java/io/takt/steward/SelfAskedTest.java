package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.check.RetroactivityCheck;
import io.takt.steward.log.LogSteward;
import io.takt.steward.replay.AuditSteward;
import io.takt.steward.replay.ReplaySteward;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A point in a box, and a wind that blows on all; no event asks for a prediction, but where a test says so. */
class SelfAskedTest {
    private static final long SIZE = 1_000;
    private static final int RUNS = Boolean.getBoolean("takt.slow") ? 20_000 : 60;

    private static final CellType<Point> POINT = CellType.of(0x61d3a09be5c2f874L, "point", Codec.of(
        (point, out) -> {
            out.writeLong(point.since());
            out.writeLong(point.at());
            out.writeLong(point.speed());
        },
        in -> {
            final long since = in.readLong();
            final long at = in.readLong();
            return new Point(since, at, in.readLong());
        }));
    private static final CellType<Long> WIND =
        CellType.of(0x7ce10b9a5d28f346L, "wind", Codec.of((wind, out) -> out.writeLong(wind), StateInput::readLong));
    private static final EventType<Move> MOVE = EventType.of(0x1b8e4f07d6a395c2L, "move", Move.class, Codec.of(
        (move, out) -> {
            out.writeLong(move.point());
            out.writeLong(move.to());
            out.writeLong(move.speed());
            out.writeByte(move.asks().ordinal());
        },
        in -> {
            final long point = in.readLong();
            final long to = in.readLong();
            final long speed = in.readLong();
            return new Move(point, to, speed, Asks.values()[in.readByte()]);
        }));
    private static final EventType<Turn> TURN = EventType.of(0xf2a6c35d80e7914bL, "turn", Turn.class, Codec.of(
        (turn, out) -> {
            out.writeLong(turn.point());
            out.writeByte(turn.asks().ordinal());
        },
        in -> {
            final long point = in.readLong();
            return new Turn(point, Asks.values()[in.readByte()]);
        }));
    private static final EventType<Blow> BLOW = EventType.of(0x8c50e1f97b3da264L, "blow", Blow.class,
        Codec.of((blow, out) -> out.writeLong(blow.wind), in -> new Blow(in.readLong())));
    private static final EventType<Take> TAKE = EventType.of(0x35f9d2c7a08b41e6L, "take", Take.class,
        Codec.of((take, out) -> out.writeLong(take.point), in -> new Take(in.readLong())));

    /** The calls of predictors, in order. */
    private static final List<String> CALLS = new ArrayList<>();
    private static final Walls AUTOMATIC = new Walls(Asking.AUTOMATIC, 9);
    private static final Walls LATER = new Walls(Asking.AUTOMATIC, 0x8000000000000000L);
    private static final Walls BY_EVENTS = new Walls(Asking.BY_EVENTS, 9);
    private static final Walls ON_REQUEST = new Walls(Asking.ON_REQUEST, 9);

    private static Physics physics(final Walls... walls) {
        return Physics.builder().cells(POINT, WIND).events(MOVE, TURN, BLOW, TAKE).predictors(walls).build();
    }

    private static Steward steward(final String kind, final Physics physics) {
        return kind.equals("log") ? LogSteward.withHistory(physics)
            : kind.equals("plain") ? LogSteward.withoutHistory(physics) : new ReplaySteward(physics, 3);
    }

    private static long place(final Steward steward, final long point, final long time) {
        return steward.get(steward.cell(POINT, point), time).place(time);
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "replay"})
    void aPointStaysInItsBoxThoughNoEventAsks(final String kind) {
        final Steward steward = steward(kind, physics(AUTOMATIC));
        steward.insert(0, Id.of(0, 1), new Move(1, 500, 30, Asks.NOTHING));
        for (long time = 0; time < 300; time++) {
            assertThat(place(steward, 1, time)).isBetween(0L, SIZE);
        }
        steward.insert(100, Id.of(0, 2), new Move(1, 10, -7, Asks.NOTHING));
        for (long time = 0; time < 300; time++) {
            assertThat(place(steward, 1, time)).isBetween(0L, SIZE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "replay"})
    void whereEventsAskOneThatForgetsToLeavesThePointFlying(final String kind) {
        final Steward steward = steward(kind, physics(ON_REQUEST));
        steward.insert(0, Id.of(0, 1), new Move(1, 500, 30, Asks.NOTHING));
        assertThat(place(steward, 1, 250)).isEqualTo(500 + 250 * 30);
    }

    @Test
    void anAuditNamesTheEventThatForgot() {
        final Steward steward = AuditSteward.of(physics(BY_EVENTS));
        steward.insert(0, Id.of(0, 1), new Move(1, 500, 30, Asks.PREDICTION));
        steward.insert(40, Id.of(0, 2), new Move(1, 10, -7, Asks.NOTHING));
        steward.advanceTo(39);
        assertThatThrownBy(() -> steward.advanceTo(100)).isInstanceOf(AuditException.class).hasMessage(
            "the event Move[point=1, to=10, speed=-7, asks=NOTHING] at 40/0/00000000000000000000000000000002 wrote"
                + " point (0x61d3a09be5c2f874) 1 and did not ask the predictor Walls (0x9) about"
                + " point (0x61d3a09be5c2f874) 1, which depends on it: Turn[point=1, asks=PREDICTION] for 48/0/"
                + turnId(48)
                + " stands, made afresh it is Turn[point=1, asks=PREDICTION] for 41/0/" + turnId(41)
                + "; call tx.predict for it in the event, or let the predictor's asking() be AUTOMATIC");
        steward.remove(40, Id.of(0, 2));
        steward.advanceTo(100);
        assertThat(place(steward, 1, 100)).isBetween(0L, SIZE);
    }

    private static String turnId(final long time) {
        return ExtendedTime.of(0, 0, Id.of(0, 0)).predict(time, Id.hash(9, POINT.id(), 0, 1)).id().toString();
    }

    @Test
    void anAuditNamesAnEventThatForgotAnotherCellAndOneThatForgotTheFirstPrediction() {
        final Steward steward = AuditSteward.of(physics(BY_EVENTS));
        steward.insert(0, Id.of(0, 1), new Move(1, 500, 30, Asks.PREDICTION));
        steward.insert(5, Id.of(0, 2), new Blow(50));
        assertThatThrownBy(() -> steward.advanceTo(10)).hasMessageContaining("the event Blow[wind=50] at 5/0/")
            .hasMessageContaining("wrote wind (0x7ce10b9a5d28f346) 0")
            .hasMessageContaining("about point (0x61d3a09be5c2f874) 1");
        final Steward other = AuditSteward.of(physics(BY_EVENTS));
        other.insert(0, Id.of(0, 1), new Move(1, 500, 30, Asks.NOTHING));
        assertThatThrownBy(() -> other.advanceTo(10)).hasMessageContaining(": nothing stands, made afresh it is Turn");
    }

    @Test
    void randomRunsFindTheEventThatForgot() {
        final RetroactivityCheck check = RetroactivityCheck.of(physics(BY_EVENTS), (random, time) -> new Move(
            random.nextInt(2), random.nextInt(1_000), random.nextInt(20), Asks.NOTHING));
        assertThatThrownBy(() -> check.verify(10)).hasMessageContaining("did not ask the predictor Walls (0x9) about")
            .hasMessageNotContaining("save and load");
        RetroactivityCheck.of(physics(BY_EVENTS), (random, time) -> new Move(
            random.nextInt(2), random.nextInt(1_000), random.nextInt(20), Asks.PREDICTION)).verify(10);
    }

    @Test
    void randomRunsAreTheSameWhoeverAsks() {
        RetroactivityCheck.of(physics(AUTOMATIC), (random, time) -> switch (random.nextInt(8)) {
            case 0 -> new Blow(random.nextInt(3));
            case 1 -> new Take(random.nextInt(3));
            default -> new Move(random.nextInt(3), random.nextInt(1_000), random.nextInt(60) - 30,
                Asks.values()[random.nextInt(3)]);
        }).verify(RUNS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "replay", "plain"})
    void theyAreAskedOnceInTheOrderOfTheirIdsAfterWhatTheEventAsksItself(final String kind) {
        final Physics physics = physics(LATER, AUTOMATIC);
        assertThat(calls(kind, physics, Asks.NOTHING)).containsExactly("9 2", "8000000000000000 2");
        assertThat(calls(kind, physics, Asks.PREDICTION)).containsExactly("9 2", "8000000000000000 2");
        assertThat(calls(kind, physics(new Walls(Asking.AUTOMATIC, 3), AUTOMATIC), Asks.PREDICTION))
            .containsExactly("9 2", "3 2");
        assertThat(calls(kind, physics, Asks.NONE)).containsExactly("8000000000000000 2");
        final Steward steward = steward(kind, physics);
        for (int i = 12; i > 0; i--) {
            steward.insert(0, Id.of(0, i), new Move(i, 500, 0, Asks.NOTHING));
        }
        steward.advanceTo(0);
        CALLS.clear();
        steward.insert(1, Id.of(0, 1), new Blow(1));
        steward.advanceTo(1);
        final List<String> expected = new ArrayList<>();
        for (final String id : List.of("9 ", "8000000000000000 ")) {
            for (int i = 1; i <= 12; i++) {
                expected.add(id + i);
            }
        }
        assertThat(CALLS).isEqualTo(expected);
    }

    /** The calls that come of an event. */
    private static List<String> calls(final String kind, final Physics physics, final Asks asks) {
        final Steward steward = steward(kind, physics);
        steward.insert(0, Id.of(0, 1), new Move(2, 500, 10, Asks.NOTHING));
        steward.advanceTo(0);
        CALLS.clear();
        steward.insert(1, Id.of(0, 2), new Move(2, 100, 10, asks));
        steward.advanceTo(1);
        return List.copyOf(CALLS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "replay", "plain"})
    void aPointThatIsTakenOutHasNoNextEventAndOneThatComesBackHas(final String kind) {
        final Steward steward = steward(kind, physics(AUTOMATIC));
        steward.insert(0, Id.of(0, 1), new Move(1, 500, 30, Asks.NOTHING));
        steward.insert(5, Id.of(0, 2), new Take(1));
        steward.insert(6, Id.of(0, 3), new Blow(1));
        steward.advanceTo(6);
        assertThat(pending(steward)).isZero();
        steward.insert(30, Id.of(0, 4), new Move(1, 500, 30, Asks.NONE));
        steward.advanceTo(30);
        assertThat(pending(steward)).isZero();
        steward.insert(31, Id.of(0, 5), new Move(1, 500, 30, Asks.NOTHING));
        steward.advanceTo(31);
        assertThat(pending(steward)).isOne();
    }

    private static int pending(final Steward steward) {
        try (Snapshot now = steward.snapshot(steward.now())) {
            return now.predictions().size();
        }
    }

    /** The cells that were read are saved, and still known after forgetting, also where nothing was predicted. */
    @ParameterizedTest
    @ValueSource(strings = {"log", "replay", "plain"})
    void whatAnAnswerDependsOnIsKnownForEver(final String kind) throws IOException {
        final Physics physics = physics(AUTOMATIC);
        final Steward steward = steward(kind, physics);
        steward.insert(0, Id.of(0, 1), new Move(1, 500, 0, Asks.NOTHING));
        steward.advanceTo(50);
        steward.forgetBefore(51);
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Snapshot now = steward.snapshot(50)) {
            assertThat(now.dependences()).hasSize(1);
            now.save(out, physics);
        }
        for (final String other : List.of("log", "plain", "replay")) {
            final ByteArrayInputStream in = new ByteArrayInputStream(out.toByteArray());
            requireWind(other.equals("replay") ? ReplaySteward.load(in, physics, 5)
                : LogSteward.load(in, physics, other.equals("log")));
        }
        requireWind(steward);
    }

    private static void requireWind(final Steward steward) {
        assertThat(pending(steward)).isZero();
        steward.insert(60, Id.of(0, 1), new Blow(100));
        steward.advanceTo(60);
        assertThat(pending(steward)).isOne();
    }

    private enum Asks { NOTHING, PREDICTION, NONE }

    /** Asks the one of the predictors that the physics has. */
    private static void ask(final Transaction tx, final long point, final Asks asks) {
        for (final Walls walls : List.of(AUTOMATIC, BY_EVENTS, ON_REQUEST)) {
            try {
                if (asks == Asks.PREDICTION) {
                    tx.predict(walls, tx.cell(POINT, point));
                } else if (asks == Asks.NONE) {
                    tx.cancel(walls, tx.cell(POINT, point));
                }
            } catch (final StewardException e) {
                assertThat(e).hasMessageContaining("does not have the predictor");
            }
        }
    }

    private record Point(long since, long at, long speed) {
        long place(final long time) {
            return at + (time - since) * speed;
        }
    }

    private record Move(long point, long to, long speed, Asks asks) implements Event {
        @Override
        public EventType<?> type() {
            return MOVE;
        }

        @Override
        public void execute(final Transaction tx) {
            ask(tx, point, asks);
            tx.set(tx.cell(POINT, point), new Point(tx.time(), to, speed));
        }
    }

    private record Turn(long point, Asks asks) implements Event {
        @Override
        public EventType<?> type() {
            return TURN;
        }

        @Override
        public void execute(final Transaction tx) {
            final Point before = tx.get(POINT, point);
            tx.set(tx.cell(POINT, point), new Point(tx.time(), before.place(tx.time()), -before.speed()));
            ask(tx, point, asks);
        }
    }

    private record Blow(long wind) implements Event {
        @Override
        public EventType<?> type() {
            return BLOW;
        }

        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(WIND, 0), wind);
        }
    }

    private record Take(long point) implements Event {
        @Override
        public EventType<?> type() {
            return TAKE;
        }

        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(POINT, point), null);
        }
    }

    /** A point turns before it would leave the box; it turns after a while that depends on the wind, too. */
    private record Walls(Asking asking, long id) implements Predictor<Point> {
        @Override
        public CellType<Point> subject() {
            return POINT;
        }

        @Override
        public void predict(final Cell<Point> subject, final Forecast forecast) {
            CALLS.add(Long.toHexString(id) + " " + subject.number());
            final Point point = forecast.get(subject);
            final Long wind = forecast.get(WIND, 0);
            if (point == null) {
                return;
            }
            long time = forecast.time();
            while (time < forecast.time() + SIZE && point.place(time + 1) >= 0 && point.place(time + 1) <= SIZE) {
                time++;
            }
            if (wind != null && wind > 0) {
                time = Math.min(time, point.since() + 200 / wind);
            }
            if (time < forecast.time() + SIZE) {
                forecast.predict(Math.max(time, forecast.time()), new Turn(subject.number(),
                    asking == Asking.AUTOMATIC ? Asks.NOTHING : Asks.PREDICTION));
            }
        }
    }
}
