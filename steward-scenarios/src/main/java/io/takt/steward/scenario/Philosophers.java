package io.takt.steward.scenario;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.DeterministicRandom;
import io.takt.steward.Event;
import io.takt.steward.EventType;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Forecast;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * Philosophers shake hands, as in the TimeSteward's example "handshakes": each has a time at which he shakes the hand
 * of one who is chosen by chance, perhaps his own; then both think of when they will shake hands next, which may have
 * passed already: then they wait until another one shakes theirs. A change makes one think again; afterwards everything
 * that depends on chance and on him goes another way. Changes that are taken back must leave nothing.
 */
final class Philosophers implements World {
    static final CellType<Long> WAKES = CellType.of(0x4084d1501468b6ddL, "philosopher", Codec.of(
        (wakes, out) -> out.writeLong(wakes), in -> in.readLong()));

    /** How many changes of the past there are. */
    static final int TWEAKS = 20;

    /** In which part of the usual run they are, in ticks. */
    private static final int TWEAKED = 250;
    private static final double CIRCLE = 0.8;
    private static final double CLOSE = 2.5;

    /** The longest pause in ticks of one who has begun a handshake, and of the other. */
    private static final int OWN_PAUSE = 6;
    private static final int FRIEND_PAUSE = 3;

    private static final EventType<Meeting> MEETING = EventType.of(
        0x32e1570766e768a7L, "meeting", Meeting.class, Codec.of(
            (event, out) -> out.writeInt(event.bodies), in -> new Meeting(in.readInt())));
    private static final EventType<Handshake> HANDSHAKE = EventType.of(
        0x9a3b6d1fe07c5284L, "handshake", Handshake.class, Codec.of(
            (event, out) -> out.writeLong(event.one), in -> new Handshake(in.readLong())));
    private static final EventType<Tweak> TWEAK = EventType.of(0x5d1c7e90b3a8f642L, "tweak", Tweak.class, Codec.of(
        (event, out) -> out.writeLong(event.one), in -> new Tweak(in.readLong())));
    private static final Predictor<Long> NEXT = new Next();

    private final long seed;
    private final int bodies;
    private final Physics physics;

    Philosophers(final long seed, final int bodies) {
        this.seed = seed;
        this.bodies = bodies;
        // An event's chance knows only who and when, and there are few of both.
        physics = Physics.builder().cells(WAKES, CellTypes.COUNT).events(MEETING, HANDSHAKE, TWEAK).predictors(NEXT)
            .salt(seed).build();
    }

    @Override
    public Physics physics() {
        return physics;
    }

    @Override
    public long second() {
        return 1;
    }

    @Override
    public List<Input> inputs() {
        return List.of(new Input(0, Id.hash(seed), new Meeting(bodies)));
    }

    @Override
    public List<Input> lateInputs() {
        final DeterministicRandom random = new DeterministicRandom(ExtendedTime.of(0, 0, Id.hash(seed, TWEAKS)));
        final List<Input> tweaks = new ArrayList<>();
        for (int i = 0; i < TWEAKS; i++) {
            tweaks.add(change(1 + random.nextInt(TWEAKED), random.nextInt(bodies), -i));
        }
        return tweaks;
    }

    @Override
    public Input change(final long time, final int body, final int number) {
        return new Input(time, Id.hash(seed, body, number), new Tweak(body));
    }

    @Override
    public int bodies() {
        return bodies;
    }

    @Override
    public int bodyOf(final Cell<?> cell) {
        return cell.type() == WAKES ? (int) cell.number() : -1;
    }

    @Override
    public Arena arena() {
        return new Arena(-1, -1, 2, false);
    }

    @Override
    public Spot spot(final Steward steward, final Snapshot snapshot, final int body) {
        final long left = snapshot.get(steward.cell(WAKES, body)) - snapshot.time();
        final double angle = 2 * StrictMath.PI * body / bodies;
        return new Spot(CIRCLE * StrictMath.sin(angle), CIRCLE * StrictMath.cos(angle),
            Math.min(0.1, CIRCLE * CLOSE / bodies), 0, left < 0 ? 0 : 1 / (1 + left / CLOSE));
    }

    /** One thinks of when he will shake hands next: -1 to most ticks from now; a time that has passed is never. */
    private static void think(final Transaction tx, final long one, final int most) {
        tx.set(tx.cell(WAKES, one), tx.time() - 1 + tx.random().nextInt(most + 2));
    }

    /** All come together; each shakes hands a tick after the one before. */
    private record Meeting(int bodies) implements Event {
        @Override
        public EventType<?> type() {
            return MEETING;
        }

        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(CellTypes.COUNT, 0), bodies);
            for (int i = 0; i < bodies; i++) {
                tx.set(tx.cell(WAKES, i), tx.time() + i + 1);
            }
        }
    }

    /** One shakes the hand of another, or his own: then his last thought counts. */
    private record Handshake(long one) implements Event {
        @Override
        public EventType<?> type() {
            return HANDSHAKE;
        }

        @Override
        public void execute(final Transaction tx) {
            think(tx, tx.random().nextInt(tx.get(tx.cell(CellTypes.COUNT, 0))), FRIEND_PAUSE);
            think(tx, one, OWN_PAUSE);
        }
    }

    /** One thinks again, because of something from outside. */
    private record Tweak(long one) implements Event {
        @Override
        public EventType<?> type() {
            return TWEAK;
        }

        @Override
        public void execute(final Transaction tx) {
            think(tx, one, OWN_PAUSE);
        }
    }

    /** A philosopher shakes hands when he wakes. */
    private static final class Next implements Predictor<Long> {
        @Override
        public long id() {
            return 0x0e7f27c7643f8167L;
        }

        @Override
        public CellType<Long> subject() {
            return WAKES;
        }

        @Override
        public void predict(final Cell<Long> subject, final Forecast forecast) {
            final long wakes = forecast.get(subject);
            if (wakes >= forecast.time()) {
                forecast.predict(wakes, new Handshake(subject.number()), subject);
            }
        }
    }
}
