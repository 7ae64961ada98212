package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.graph.GraphSteward;
import org.junit.jupiter.api.Test;

/** Many events at one time: whether most of them depend on a change is looked at for all of a time. */
final class RunningAnewTest {
    private static final int CELLS = 1_000;
    private static final CellType<Count> COUNT = CellType.of("count", Count.class);
    /** So many more events at the time of the first one, then one at each time. */
    private static final Predictor<Count> NEXT = Predictor.of("next", COUNT, Asking.BY_EVENTS, (cell, forecast) -> {
        final Count count = forecast.get(cell);
        forecast.predict(count.left > 0 ? forecast.time() : forecast.time() + 1, new Step(cell.number()));
    });
    private static final Physics PHYSICS =
        Physics.builder().cells(COUNT).events(Begin.class, Step.class, Change.class).predictors(NEXT).build();

    private record Count(long value, int left) {
    }

    private record Begin(int left) implements Event {
        @Override
        public void execute(final Transaction tx) {
            for (int key = 0; key < CELLS; key++) {
                final Cell<Count> cell = tx.cell(COUNT, key);
                tx.set(cell, new Count(key, left));
                tx.predict(NEXT, cell);
            }
        }
    }

    private record Step(long key) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Cell<Count> cell = tx.cell(COUNT, key);
            final Count before = tx.get(cell);
            tx.set(cell, new Count(31 * before.value + 7, Math.max(0, before.left - 1)));
            tx.predict(NEXT, cell);
        }
    }

    private record Change(int cells) implements Event {
        @Override
        public void execute(final Transaction tx) {
            for (int key = 0; key < cells; key++) {
                tx.set(tx.cell(COUNT, key), new Count(-1 - key, tx.get(COUNT, key).left));
            }
        }
    }

    private static Statistics changed(final int rounds, final long end, final int cells) {
        final GraphSteward steward = GraphSteward.withHistory(PHYSICS);
        steward.insert(0, Id.of(0, 1), new Begin(rounds));
        steward.advanceTo(end);
        // Before all events of cells.
        steward.insert(0, Id.of(0, 2), new Change(cells));
        final Steward fresh = GraphSteward.withHistory(PHYSICS);
        fresh.insert(0, Id.of(0, 1), new Begin(rounds));
        fresh.insert(0, Id.of(0, 2), new Change(cells));
        assertThat(steward.digest(0, end)).isEqualTo(fresh.digest(0, end));
        return steward.statistics();
    }

    @Test
    void fewOfManyEventsAtOneTimeAreRedone() {
        final Statistics done = changed(20, 0, 300);
        assertThat(done.runAnew()).isZero();
        assertThat(done.redone()).isEqualTo(20 * 300);
    }

    @Test
    void allEventsAtEachTimeAreRunAnew() {
        assertThat(changed(0, 10, CELLS).runAnew()).isGreaterThan(5 * CELLS);
    }

    @Test
    void furtherChangesMeanwhileCountTogether() {
        final GraphSteward steward = GraphSteward.withHistory(PHYSICS);
        steward.insert(0, Id.of(0, 1), new Begin(0));
        steward.advanceTo(10);
        steward.insert(0, Id.of(0, 2), new Change(CELLS));
        for (int steps = 1; steward.step(10); steps++) {
            if (steps % 300 == 0) {
                steward.insert(11, Id.of(0, steps), new Change(1));
            }
        }
        assertThat(steward.statistics().runAnew()).isGreaterThan(5 * CELLS);
    }

    @Test
    void aStretchOfNoActionsIsRefused() {
        assertThatThrownBy(() -> GraphSteward.withHistory(PHYSICS).runningAnewAfter(0))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("not after 0");
    }
}
