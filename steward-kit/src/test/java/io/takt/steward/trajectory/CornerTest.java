package io.takt.steward.trajectory;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.EventType;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Forecast;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Steward;
import io.takt.steward.Transaction;
import io.takt.steward.check.RetroactivityCheck;
import io.takt.steward.log.LogSteward;
import io.takt.steward.replay.ReplaySteward;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A ball comes into a corner and hits two walls at the same tick: two events of one base time. If the two walls have
 * predictors of their own, the events have different ids; if one predictor finds the next wall, they have the same id,
 * and the second has the next iteration.
 */
class CornerTest {
    private static final long SIDE = 100;
    private static final long END = 1000;

    /** It starts in the middle, one unit a tick fast: diagonally it is in a corner then, and each 100 later. */
    private static final long FIRST_CORNER = 50;

    private static final CellType<IntegerTrajectory> BALL =
        CellType.of(0x6b0e95d27f1c43a8L, "ball", IntegerTrajectory.codec());
    private static final EventType<Bounce> BOUNCE = EventType.of(0x27d4f81b90e6ac53L, "bounce", Bounce.class, Codec.of(
        (event, out) -> {
            out.writeInt(event.dimension);
            out.writeBoolean(event.alone);
        },
        in -> {
            final int dimension = in.readInt();
            return new Bounce(dimension, in.readBoolean());
        }));
    private static final EventType<Throw> THROW = EventType.of(0x9a15c70e3db8624fL, "throw", Throw.class, Codec.of(
        (event, out) -> {
            out.writeLong(event.x);
            out.writeLong(event.y);
            out.writeBoolean(event.alone);
        },
        in -> {
            final long x = in.readLong();
            final long y = in.readLong();
            return new Throw(x, y, in.readBoolean());
        }));
    private static final Hits ANY = new Hits(0x31fa6e0c58d7b924L, true, 0, 1);
    private static final Hits SIDES = new Hits(0x74c8b29d0fe3165aL, false, 0);
    private static final Hits ENDS = new Hits(0xe20d5b7f468c913aL, false, 1);
    private static final Physics PHYSICS =
        Physics.builder().cells(BALL).events(BOUNCE, THROW).predictors(ANY, SIDES, ENDS).build();

    private static Steward steward(final String kind) {
        return kind.equals("log") ? LogSteward.withHistory(PHYSICS) : new ReplaySteward(PHYSICS, 10);
    }

    static Stream<Arguments> kinds() {
        return Stream.of("log", "replay").flatMap(kind -> Stream.of(true, false).map(
            alone -> Arguments.of(kind, alone)));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void itBouncesOffBothWallsAtOnce(final String kind, final boolean alone) {
        final Steward steward = steward(kind);
        steward.insert(0, Id.of(0, 1), new Throw(1, 1, alone));
        requireCorner(steward, FIRST_CORNER, alone);
        final IntegerTrajectory path = steward.get(steward.cell(BALL, 0), FIRST_CORNER);
        assertThat(path.velocity(0, FIRST_CORNER)).isEqualTo(-1);
        assertThat(path.velocity(1, FIRST_CORNER)).isEqualTo(-1);
        assertThat(path.position(0, FIRST_CORNER + 10)).isEqualTo(SIDE - 10);
        assertThat(path.position(1, FIRST_CORNER + 10)).isEqualTo(SIDE - 10);
        requireCorner(steward, FIRST_CORNER + SIDE, alone);
    }

    /** It goes to and fro, until it is found that it was thrown into a corner, and in that once more. */
    @ParameterizedTest
    @MethodSource("kinds")
    void aCornerComesAndGoesWithThePast(final String kind, final boolean alone) {
        final Steward steward = steward(kind);
        steward.insert(0, Id.of(0, 1), new Throw(1, 0, alone));
        final List<EventRecord> before = steward.history(0, END);
        steward.insert(2 * SIDE, Id.of(0, 2), new Throw(1, 1, alone));
        final long corner = 2 * SIDE + FIRST_CORNER;
        requireCorner(steward, corner, alone);
        requireSame(steward, new Input(0, Id.of(0, 1), new Throw(1, 0, alone)),
            new Input(2 * SIDE, Id.of(0, 2), new Throw(1, 1, alone)));

        for (final Id id : List.of(Id.of(0, 3), Id.of(-1, -1))) {
            steward.insert(corner, id, new Throw(1, 1, alone));
            assertThat(steward.history(corner, corner)).hasSizeGreaterThan(2);
            requireSame(steward, new Input(0, Id.of(0, 1), new Throw(1, 0, alone)),
                new Input(2 * SIDE, Id.of(0, 2), new Throw(1, 1, alone)),
                new Input(corner, id, new Throw(1, 1, alone)));
            steward.remove(corner, id);
            requireCorner(steward, corner, alone);
        }
        steward.remove(2 * SIDE, Id.of(0, 2));
        assertThat(EventRecord.firstDifference(steward.history(0, END), before)).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void randomRunsWithCornersAreTheSame(final boolean alone) {
        RetroactivityCheck.of(PHYSICS, (random, time) ->
                new Throw(random.nextInt(3) - 1, random.nextInt(3) - 1, alone))
            .beginning(0, steward -> steward.insert(0, Id.of(0, 1), new Throw(1, 1, alone))).unit(SIDE / 20).verify(60);
    }

    private static void requireCorner(final Steward steward, final long time, final boolean alone) {
        final List<EventRecord> events = steward.history(time, time);
        assertThat(events).extracting(EventRecord::event)
            .containsExactlyInAnyOrder(new Bounce(0, alone), new Bounce(1, alone));
        final ExtendedTime one = events.get(0).at();
        final ExtendedTime other = events.get(1).at();
        assertThat(one.isBefore(other)).isTrue();
        assertThat(one.iteration()).isZero();
        assertThat(other.iteration()).isEqualTo(alone ? 1 : 0);
        assertThat(one.id().equals(other.id())).isEqualTo(alone);
    }

    /** As stewards of both kinds that knew of all of it from the start. */
    private static void requireSame(final Steward steward, final Input... inputs) {
        for (final String kind : List.of("log", "replay")) {
            final Steward fresh = steward(kind);
            for (final Input input : inputs) {
                fresh.insert(input.time, input.id, input.event);
            }
            assertThat(EventRecord.firstDifference(steward.history(0, END), fresh.history(0, END))).isNull();
        }
    }

    private record Input(long time, Id id, Event event) {
    }

    /**
     * Each event that writes the ball asks for its next hit: of one predictor alone, or of two.
     */
    private static void write(final Transaction tx, final IntegerTrajectory path, final boolean alone) {
        final Cell<IntegerTrajectory> ball = tx.cell(BALL, 0);
        tx.set(ball, path);
        if (alone) {
            tx.predict(ANY, ball);
        } else {
            tx.predict(SIDES, ball);
            tx.predict(ENDS, ball);
        }
    }

    private record Throw(long x, long y, boolean alone) implements Event {
        @Override
        public EventType<?> type() {
            return THROW;
        }

        @Override
        public void execute(final Transaction tx) {
            final IntegerTrajectory before = tx.get(tx.cell(BALL, 0));
            write(tx, before == null ? IntegerTrajectory.plane(tx.time(), 0, SIDE / 2, SIDE / 2, x, y)
                : before.rebased(tx.time()).withVelocity(x, y, 0), alone);
        }
    }

    private record Bounce(int dimension, boolean alone) implements Event {
        @Override
        public EventType<?> type() {
            return BOUNCE;
        }

        @Override
        public void execute(final Transaction tx) {
            final IntegerTrajectory now = tx.get(tx.cell(BALL, 0)).rebased(tx.time());
            final long x = now.velocity(0, tx.time());
            final long y = now.velocity(1, tx.time());
            write(tx, dimension == 0 ? now.withVelocity(-x, y, 0) : now.withVelocity(x, -y, 0), alone);
        }
    }

    private static final class Hits implements Predictor<IntegerTrajectory> {
        private final long id;
        private final boolean alone;
        private final int[] dimensions;

        Hits(final long id, final boolean alone, final int... dimensions) {
            this.id = id;
            this.alone = alone;
            this.dimensions = dimensions;
        }

        @Override
        public long id() {
            return id;
        }

        @Override
        public CellType<IntegerTrajectory> subject() {
            return BALL;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public void predict(final Cell<IntegerTrajectory> subject, final Forecast forecast) {
            final IntegerTrajectory path = forecast.get(subject);
            long first = IntegerContact.NEVER;
            int hit = 0;
            for (final int dimension : dimensions) {
                final long time = Math.min(
                    wall(path, dimension, 1, 0, forecast.time()), wall(path, dimension, -1, -SIDE, forecast.time()));
                if (time < first) {
                    first = time;
                    hit = dimension;
                }
            }
            if (first < IntegerContact.NEVER) {
                forecast.predict(first, new Bounce(hit, alone), subject);
            }
        }

        private static long wall(
            final IntegerTrajectory path, final int dimension, final long normal, final long offset, final long now) {
            return IntegerContact.hits(path, dimension == 0 ? normal : 0, dimension == 0 ? 0 : normal, 0, offset, now,
                now + 2 * SIDE);
        }
    }
}
