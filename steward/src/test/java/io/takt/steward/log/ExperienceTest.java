package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Transaction;
import org.junit.jupiter.api.Test;

/** How a change of the past is worked off goes by how much depended on the last ones, and on itself. */
class ExperienceTest {
    private static final int EVENTS = 2_000;
    private static final int END = EVENTS + 10;
    /** Is read by all. */
    private static final int MUCH = 0;
    /** Is read by none. */
    private static final int LITTLE = 1;
    private static final CellType<Long> NUMBER = CellType.of("number", Long.class);
    private static final Physics PHYSICS =
        Physics.builder().cells(NUMBER).events(Write.class, Copy.class).build();

    private final LogSteward steward = LogSteward.withHistory(PHYSICS);
    private int changes;

    /** Writes a number. */
    record Write(long key, long value) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(NUMBER, key), value);
        }
    }

    /** Copies the number of which there is much into another one. */
    record Copy(long to) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Long read = tx.get(NUMBER, MUCH);
            tx.set(tx.cell(NUMBER, to), read == null ? 0 : read);
        }
    }

    private void begin() {
        for (int i = 0; i < EVENTS; i++) {
            steward.insert(10 + i, Id.of(0, 1), new Copy(10 + i));
        }
        steward.advanceTo(END);
    }

    /** Begins a change, and tells whether all is undone for it. */
    private boolean undoesAllFor(final int key) {
        changes++;
        steward.insert(1, Id.of(1, changes), new Write(key, changes));
        assertThat(steward.step(END)).isTrue();
        assertThat(steward.engine.past().isActive()).isTrue();
        return steward.engine.past().undoesAll();
    }

    /** How many steps a change takes that is begun. */
    private int stepsToTheEnd() {
        int steps = 0;
        while (steward.engine.past().isActive()) {
            steward.step(END);
            steps++;
        }
        return steps;
    }

    /** How many steps are left until all is undone; -1 if that does not come. */
    private int stepsUntilAllIsUndone() {
        for (int steps = 0; steward.engine.past().isActive(); steps++) {
            if (steward.engine.past().undoesAll()) {
                return steps;
            }
            steward.step(END);
        }
        return -1;
    }

    private void threeSmallChangesForWhichAllIsUndone() {
        for (int i = 0; i < 3; i++) {
            assertThat(undoesAllFor(LITTLE)).as("with " + i + " small ones before").isTrue();
            steward.advanceTo(END);
        }
    }

    @Test
    void itGoesByWhatDependedOnTheLastChanges() {
        begin();
        threeSmallChangesForWhichAllIsUndone();
        assertThat(undoesAllFor(LITTLE)).as("after three small ones").isFalse();
        assertThat(stepsUntilAllIsUndone()).as("little").isNegative();
        steward.advanceTo(END);
        assertThat(undoesAllFor(MUCH)).as("after small ones").isFalse();
        final long much = changes;
        assertThat(stepsUntilAllIsUndone()).as("much").isBetween(2, EVENTS / 10);
        steward.advanceTo(END);
        threeSmallChangesForWhichAllIsUndone();
        assertThat(undoesAllFor(LITTLE)).as("after three small ones again").isFalse();
        assertThat(stepsToTheEnd()).as("where none is to be looked at").isLessThan(3);
        steward.advanceTo(END);
        for (int i = 0; i < EVENTS; i++) {
            assertThat(steward.get(steward.cell(NUMBER, 10 + i), END)).isEqualTo(much);
        }
    }

    @Test
    void theWayThatWasSetIsKept() {
        begin();
        steward.redoing(Redoing.ALL);
        for (int i = 0; i < 3; i++) {
            assertThat(undoesAllFor(LITTLE)).isTrue();
            steward.advanceTo(END);
        }
        steward.redoing(Redoing.SOME);
        for (int i = 0; i < 3; i++) {
            assertThat(undoesAllFor(MUCH)).isFalse();
            assertThat(stepsUntilAllIsUndone()).isNegative();
            steward.advanceTo(END);
        }
    }
}
