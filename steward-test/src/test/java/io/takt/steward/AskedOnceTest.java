package io.takt.steward;

import io.takt.steward.check.RetroactivityCheck;
import org.junit.jupiter.api.Test;

/** Bells that ring once when they are pulled: unlike most physics, no event asks again for what it came of. */
class AskedOnceTest {
    private static final int BELLS = 5;
    private static final int RUNS = 150;
    private static final CellType<Long> COUNT = CellType.of(0x8a2f6c1d0e9b7355L, "count",
        Codec.of((value, out) -> out.writeLong(value), StateInput::readLong));
    private static final EventType<Pull> PULL = EventType.of(0x6e0c4a2b9d8f1355L, "pull", Pull.class,
        Codec.of((pull, out) -> out.writeLong(pull.bell), in -> new Pull(in.readLong())));
    private static final EventType<Ring> RING = EventType.of(0x6e0c4a2b9d8f1356L, "ring", Ring.class,
        Codec.of((ring, out) -> out.writeLong(ring.bell), in -> new Ring(in.readLong())));
    private static final Predictor<Long> RINGS = new Rings();
    private static final Physics PHYSICS =
        Physics.builder().cells(COUNT).events(PULL, RING).predictors(RINGS).build();

    @Test
    void anEventThatHappenedDoesNotHappenAgain() {
        RetroactivityCheck.of(PHYSICS, (random, time) -> new Pull(random.nextInt(BELLS))).verify(RUNS);
    }

    private record Pull(long bell) implements Event {
        @Override
        public EventType<?> type() {
            return PULL;
        }

        @Override
        public void execute(final Transaction tx) {
            tx.predict(RINGS, tx.cell(COUNT, bell));
        }
    }

    private record Ring(long bell) implements Event {
        @Override
        public EventType<?> type() {
            return RING;
        }

        @Override
        public void execute(final Transaction tx) {
            final Long before = tx.get(COUNT, bell);
            tx.set(tx.cell(COUNT, bell), before == null ? 1 : before + 1);
        }
    }

    /** Later, the more often it has rung, and not while its neighbour rings. */
    private static final class Rings implements Predictor<Long> {
        @Override
        public long id() {
            return 0x5c7b3e9a1d2f4855L;
        }

        @Override
        public CellType<Long> subject() {
            return COUNT;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public void predict(final Cell<Long> subject, final Forecast forecast) {
            final Long before = forecast.get(subject);
            final long bell = subject.number();
            forecast.predict(forecast.time() + 5 + (before == null ? 0 : before % 7), new Ring(bell),
                forecast.cell(COUNT, (bell + 1) % BELLS));
        }
    }
}
