package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventType;
import io.takt.steward.Forecast;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Snapshot;
import io.takt.steward.StateInput;
import io.takt.steward.Transaction;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is forgotten, or did not happen after all, can be collected, however the past was changed. */
class ForgettingTest {
    private static final int END = 3_000;
    private static final int MANY = 200;
    private static final int FEW = MANY / 10;
    private static final int COLLECTIONS = 20;
    private static final CellType<Long> CLOCK = CellType.of(0x7ae1c05d94b8236fL, "clock",
        Codec.of((value, out) -> out.writeLong(value), StateInput::readLong));
    private static final CellType<Long> WIND = CellType.of(0x18d2f7b3e06c9a54L, "wind",
        Codec.of((value, out) -> out.writeLong(value), StateInput::readLong));
    private static final EventType<Tick> TICK = EventType.of(0xb5903e8ac7f1d246L, "tick", Tick.class,
        Codec.of((tick, out) -> out.writeLong(tick.clock), in -> new Tick(in.readLong())));
    private static final EventType<Wind> WIND_RISES = EventType.of(0x60d4b8f2c1973ea5L, "wind rises", Wind.class,
        Codec.of((wind, out) -> out.writeLong(wind.strength), in -> new Wind(in.readLong())));
    private static final Predictor<Long> TICKS = new Ticks();
    private static final Physics PHYSICS =
        Physics.builder().cells(CLOCK, WIND).events(TICK, WIND_RISES).predictors(TICKS).build();

    private static LogSteward ticking(final Redoing redoing) {
        final LogSteward steward = LogSteward.withHistory(PHYSICS).redoing(redoing);
        steward.insert(0, Id.of(0, 0), new Tick(0));
        return steward;
    }

    @ParameterizedTest
    @EnumSource(Redoing.class)
    void aHistoryThatIsForgottenTakesNoMemory(final Redoing redoing) {
        for (final int step : new int[] {END, 1}) {
            final LogSteward steward = ticking(redoing);
            steward.advanceTo(END);
            steward.insert(1, Id.of(0, 1), new Tick(1));
            steward.advanceTo(END);
            assertThat(steward.statistics().versions()).isGreaterThan(END / 4);
            for (int time = step; time <= END; time += step) {
                steward.forgetBefore(time);
            }
            assertThat(steward.statistics().versions()).isLessThan(2);
            assertThat(steward.statistics().historyBytes()).isLessThan(500);
        }
    }

    @ParameterizedTest
    @EnumSource(Redoing.class)
    void eventsOfTheForgottenPastAreCollectedWheneverTheyWereInserted(final Redoing redoing) {
        final LogSteward steward = ticking(redoing);
        final List<WeakReference<Event>> events = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            steward.advanceTo(END);
            final Event event = new Tick(1 + i % 3);
            events.add(new WeakReference<>(event));
            steward.insert(1 + i, Id.of(1, i), event);
            // Looks at the history have lists made, too.
            steward.history(steward.cell(CLOCK, 1), 1, END - 10 * i);
        }
        steward.advanceTo(END);
        steward.forgetBefore(END);
        assertThat(kept(events, 0)).isZero();
    }

    @ParameterizedTest
    @EnumSource(Redoing.class)
    void eventsThatWereTakenBackAreCollectedThoughNothingIsForgotten(final Redoing redoing) {
        assertThat(keptOfThoseTakenBack(redoing, false)).isLessThanOrEqualTo(FEW);
    }

    @ParameterizedTest
    @EnumSource(Redoing.class)
    void eventsThatWereTakenBackAreCollectedWhenTheSnapshotsOfThenAreClosed(final Redoing redoing) {
        assertThat(keptOfThoseTakenBack(redoing, true)).isLessThanOrEqualTo(FEW);
    }

    /** Lists of the turns that have come to a cell do not keep the last ones, either. */
    @Test
    void eventsThatWereTakenBackFromTheLastOneOnAreCollected() {
        final LogSteward steward = ticking(Redoing.SOME);
        steward.advanceTo(END);
        final List<WeakReference<Event>> events = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            final Event event = new Wind(i);
            events.add(new WeakReference<>(event));
            steward.insert(END - MANY + i, Id.of(1, 0), event);
        }
        steward.advanceTo(END);
        for (int i = MANY - 1; i >= 0; i--) {
            steward.remove(END - MANY + i, Id.of(1, 0));
            steward.advanceTo(END);
        }
        assertThat(kept(events, FEW)).isLessThanOrEqualTo(FEW);
    }

    /** An open snapshot keeps events that it shows, and no others. */
    @Test
    void eventsThatCameAndWentAfterASnapshotAreCollected() {
        final LogSteward steward = LogSteward.withHistory(PHYSICS);
        final List<WeakReference<Event>> events = new ArrayList<>();
        final Event seen = new Wind(0);
        steward.insert(END, Id.of(0, 0), seen);
        try (Snapshot before = steward.snapshot(0)) {
            steward.remove(END, Id.of(0, 0));
            for (int i = 0; i < MANY; i++) {
                final Event event = new Wind(i);
                events.add(new WeakReference<>(event));
                steward.insert(END, Id.of(1, i), event);
                steward.remove(END, Id.of(1, i));
            }
            assertThat(kept(events, FEW)).isLessThanOrEqualTo(FEW);
            assertThat(before.fiatEvents()).extracting(Snapshot.FiatEvent::event).containsExactly(seen);
        }
    }

    /** There are always two snapshots open, or none. */
    private static long keptOfThoseTakenBack(final Redoing redoing, final boolean withSnapshots) {
        final LogSteward steward = ticking(redoing);
        steward.insert(0, Id.of(0, 1), new Tick(1));
        steward.advanceTo(END);
        final long kept = steward.statistics().historyBytes();
        final List<WeakReference<Event>> events = new ArrayList<>();
        Snapshot before = null;
        for (int i = 0; i < MANY; i++) {
            final Snapshot now = withSnapshots ? steward.snapshot(END) : null;
            final Event event = new Wind(i);
            events.add(new WeakReference<>(event));
            steward.insert(END / 2, Id.of(1, i), event);
            steward.advanceTo(END);
            steward.remove(END / 2, Id.of(1, i));
            steward.advanceTo(END);
            if (before != null) {
                before.close();
            }
            before = now;
        }
        if (before != null) {
            before.close();
        }
        assertThat(steward.statistics().historyBytes()).isLessThan(2 * kept);
        return kept(events, FEW);
    }

    /** Of a change that is half done for ever there is no more than of the last one, as each goes back behind it. */
    @ParameterizedTest
    @EnumSource(Redoing.class)
    void eventsThatWereTakenBackOnTheWayAreCollected(final Redoing redoing) {
        final LogSteward steward = ticking(redoing);
        steward.advanceTo(END);
        final List<WeakReference<Event>> events = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            final Event event = new Wind(i);
            events.add(new WeakReference<>(event));
            steward.insert(END / 2, Id.of(1, i), event);
            for (int steps = 0; steps < 10; steps++) {
                steward.step(END);
            }
            steward.remove(END / 2, Id.of(1, i));
        }
        steward.advanceTo(END);
        assertThat(kept(events, FEW)).isLessThanOrEqualTo(FEW);
        assertThat(steward.history(0, END)).hasSize(END / 3 + 1);
    }

    /** How many there still are, if there are more than some. */
    private static long kept(final List<WeakReference<Event>> events, final long some) {
        for (int i = 0; i < COLLECTIONS && kept(events) > some; i++) {
            System.gc();
        }
        return kept(events);
    }

    private static long kept(final List<WeakReference<Event>> events) {
        return events.stream().filter(event -> event.get() != null).count();
    }

    @Test
    void anEventThatIsRedoneAgainAndAgainIsOnceInTheHistory() {
        final LogSteward steward = ticking(Redoing.SOME);
        steward.insert(20, Id.of(0, 1), new Tick(1));
        for (int i = 0; i < MANY; i++) {
            steward.advanceTo(20);
            steward.insert(10, Id.of(1, i), new Wind(i + 1));
            steward.advanceTo(20);
            steward.remove(10, Id.of(1, i));
        }
        steward.advanceTo(20);
        assertThat(steward.history(steward.cell(CLOCK, 1), 0, 20)).hasSize(1);
        assertThat(steward.statistics().versions()).isLessThan(10);
    }

    /** Goes on for ever, but for clocks other than 0. */
    private record Tick(long clock) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Long wind = tx.get(WIND, 0);
            tx.set(tx.cell(CLOCK, clock), tx.time() + (wind == null ? 0 : wind));
            if (clock == 0) {
                tx.predict(TICKS, tx.cell(CLOCK, clock));
            }
        }

        @Override
        public EventType<?> type() {
            return TICK;
        }
    }

    /** Makes the clocks' predictions of after it stale, and others of them. */
    private record Wind(long strength) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(WIND, 0), strength);
        }

        @Override
        public EventType<?> type() {
            return WIND_RISES;
        }
    }

    private static final class Ticks implements Predictor<Long> {
        @Override
        public long id() {
            return 0x2fc60d7b98e4a135L;
        }

        @Override
        public CellType<Long> subject() {
            return CLOCK;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public void predict(final Cell<Long> subject, final Forecast forecast) {
            forecast.predict(forecast.time() + 3, new Tick(subject.number()), forecast.cell(WIND, 0));
        }
    }
}
