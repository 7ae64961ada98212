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
import io.takt.steward.asset.Borders;
import io.takt.steward.asset.StewardAsset;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Philosophers at four tables, of which this program has some. One who wakes shakes a hand, chosen by chance, at times
 * his own; then both think of when to wake next, or of nothing. At another table a hand is felt 20 ms later. A tick is
 * a millisecond.
 */
public final class Philosophers {
    private static final int SEATS = 10;
    private static final int TABLES = 4;
    /** The longest pause in ticks of one who has shaken a hand, and of one whose hand was shaken. */
    private static final int OWN_PAUSE = 600;
    private static final int FRIEND_PAUSE = 300;

    private static final CellType<Thought> THOUGHT = CellType.of("thought", Thought.class);
    /** What one has held out to another table the last time. */
    private static final CellType<Hand> HAND = CellType.of("hand", Hand.class);
    private static final Predictor<Thought> NEXT = Predictor.of("next", THOUGHT, (philosopher, forecast) -> {
        final long wakes = forecast.get(philosopher).wakes;
        if (wakes >= forecast.time()) {
            forecast.predict(wakes, new Wake(philosopher.number()));
        }
    });

    private Philosophers() {
    }

    /** When one wakes; a time that has passed is never. */
    record Thought(long wakes) {
    }

    record Hand(long to) {
    }

    /** All at a table sit down, and wake one after the other. */
    record Sit(long table) implements Event {
        @Override
        public void execute(final Transaction tx) {
            for (long seat = 0; seat < SEATS; seat++) {
                tx.set(tx.cell(THOUGHT, table * SEATS + seat), new Thought(tx.time() + seat + 1));
            }
        }
    }

    record Wake(long one) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final long friend = tx.random().nextInt(SEATS * TABLES);
            if (friend / SEATS == one / SEATS) {
                think(tx, friend, FRIEND_PAUSE);
            } else {
                tx.set(tx.cell(HAND, one), new Hand(friend));
            }
            think(tx, one, OWN_PAUSE);
        }
    }

    /** A hand from another table. */
    record Shake(long one) implements Event {
        @Override
        public void execute(final Transaction tx) {
            think(tx, one, FRIEND_PAUSE);
        }
    }

    private static void think(final Transaction tx, final long one, final int most) {
        final Cell<Thought> cell = tx.cell(THOUGHT, one);
        tx.set(cell, new Thought(tx.time() - 1 + tx.random().nextInt(most + 2)));
    }

    /** What an event holds out to another table; null for nothing. */
    private static Hand heldOut(final EventRecord event) {
        for (final EventRecord.Access write : event.writes()) {
            if (write.value() instanceof Hand hand) {
                return hand;
            }
        }
        return null;
    }

    public static void main(final String[] args) throws Exception {
        final Set<Long> own = Stream.of(args).skip(1).map(Long::valueOf).collect(Collectors.toSet());
        final Physics physics = Physics.builder().cells(THOUGHT, HAND).events(Sit.class, Wake.class, Shake.class)
            .predictors(NEXT).build();
        final StewardAsset philosophers = StewardAsset.of(physics)
            .tick(Duration.ofMillis(1))
            .beginsWith(steward -> own.forEach(table -> steward.insert(0, new Sit(table))))
            .borders(Borders.after(Duration.ofMillis(20))
                .crosses("hand", Codec.json(Hand.class), Philosophers::heldOut,
                    hand -> own.contains(hand.to / SEATS) ? new Shake(hand.to) : null)
                .announcedOn("ahead"))
            .build();
        try (HubConnection hub = Takt.connect()) {
            philosophers.drive(hub.join(AssetSpec.named(args[0])));
        }
        System.out.println("final up to " + philosophers.committedTick() + " ms: " + philosophers.digest());
    }
}
