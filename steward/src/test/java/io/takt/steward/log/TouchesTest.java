package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Asking;
import io.takt.steward.CellType;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The lists have what a look through all turns of the log finds. */
class TouchesTest {
    private static final int RUNS = 200;
    private static final int OPERATIONS = 150;
    private static final int TIMES = 300;
    private static final int CELLS = 5;
    private static final CellType<Long> CELL = CellType.of("cell", Long.class);
    private static final Predictor<Long> GUESS =
        Predictor.of("guess", CELL, Asking.ON_REQUEST, (cell, forecast) -> { });

    private final Random random = new Random(5);
    private final Tables tables = new Tables(Physics.builder().cells(CELL).predictors(GUESS).build());
    private Log log;
    private Touches touches;
    private ExtendedTime covered;

    private static ExtendedTime at(final long time) {
        return ExtendedTime.of(time, 0, Id.of(0, 1));
    }

    /** Some numbers of cells, each once. */
    private int[] some() {
        return IntStream.range(0, CELLS).filter(cell -> random.nextInt(3) == 0).toArray();
    }

    private Answer answer(final ExtendedTime at) {
        final int[] canaries = some();
        final Answer answer = random.nextBoolean() ? Answer.nothing(at, Answer.NO_CELLS)
            : Answer.of(at, Answer.NEVER, null, null, canaries, new ExtendedTime[canaries.length]);
        return answer.withReads(some());
    }

    /** The same as what would be done at an instant, in the past or at the end of the log. */
    private Turn turn(final long time, final boolean atEnd) {
        final ExtendedTime at = at(time);
        final int[] cells = some();
        final int[] slots = some();
        final int[] reads = IntStream.concat(Arrays.stream(some()), Arrays.stream(some())).toArray();
        final int numbers = Turn.numbers(cells.length, slots.length, reads.length);
        final int values = Turn.values(cells.length);
        final Turn turn = atEnd ? log.free(numbers, values, 2 * slots.length)
            : new Turn(numbers, values, 2 * slots.length);
        final Answer cameUp = slots.length > 0 && random.nextBoolean() ? answer(at) : null;
        turn.begin(at, cameUp == null ? null : tables.slots()[slots[0]], null, cameUp, cells.length, slots.length);
        for (int i = 0; i < cells.length; i++) {
            turn.setCell(i, cells[i]);
        }
        final int eventReads = slots.length == 0 ? reads.length : random.nextInt(reads.length + 1);
        for (int i = 0; i < slots.length; i++) {
            turn.setSlot(i, slots[i], Turn.ASKED, reads.length);
            turn.setAnswerBefore(i, i == 0 && cameUp != null ? cameUp : answer(at));
            turn.setAnswerAfter(i, answer(at));
        }
        turn.setReads(eventReads, reads, reads.length);
        return turn;
    }

    @Test
    void theyAreWhatALookThroughTheLogFinds() {
        for (int key = 0; key < CELLS; key++) {
            tables.slot(GUESS, tables.cell(CELL, key));
        }
        for (int run = 0; run < RUNS; run++) {
            log = new Log();
            touches = new Touches(log, tables);
            covered = null;
            for (int i = 0; i < OPERATIONS; i++) {
                operate();
                if (random.nextInt(6) == 0) {
                    cover();
                    compare();
                }
            }
        }
    }

    private void operate() {
        final long time = random.nextInt(TIMES);
        final Turn there = log.find(at(time));
        final int chance = random.nextInt(20);
        if (chance < 8) {
            turn(log.lastAt() == null ? 0 : log.lastAt().base() + 1 + random.nextInt(5), true);
            log.add();
        } else if (covered == null || log.lastAt() == null || log.lastAt().base() <= time) {
            return;
        } else if (chance < 13 && there == null) {
            cover();
            final Turn turn = turn(time, false);
            log.insert(turn);
            touches.come(turn);
        } else if (chance < 15 && there != null) {
            touches.remove(there);
            log.remove(there);
        } else if (chance < 17 && there != null) {
            cover();
            final Turn turn = turn(time, false);
            touches.remove(there);
            log.replace(there, turn);
            touches.come(turn);
        } else if (chance == 18) {
            log.dropBefore(time / 4, touches::remove);
        } else if (chance == 19 && random.nextInt(4) == 0) {
            touches.drop();
            covered = null;
        }
    }

    private void cover() {
        final ExtendedTime since = at(random.nextInt(TIMES));
        covered = covered == null || since.isBefore(covered) ? since : covered;
        touches.cover(since);
    }

    private void compare() {
        for (int i = 0; i < CELLS; i++) {
            final int number = i;
            require(touches.writers(i), turn -> turn.placeOfCell(number) >= 0);
            require(touches.changers(i), turn -> turn.placeOfSlot(number) >= 0);
            require(touches.askers(i), turn -> IntStream.range(0, turn.slots())
                .anyMatch(place -> has(turn.answerBefore(place).reads(), number)));
            require(touches.readers(i), turn -> IntStream.range(turn.readsBegin(-1), turn.readsEnd(turn.slots() - 1))
                .anyMatch(place -> turn.read(place) == number)
                || !turn.isFromOutside() && has(turn.cameUp().canaries(), number));
        }
    }

    private static boolean has(final int[] numbers, final int wanted) {
        return Arrays.stream(numbers).anyMatch(number -> number == wanted);
    }

    /** Of the turns from a random instant on that is covered. */
    private void require(final TurnList list, final Predicate<Turn> kind) {
        final ExtendedTime from = at(covered.base() + random.nextInt(TIMES));
        final List<ExtendedTime> expected = log.between(from, ExtendedTime.endOf(Long.MAX_VALUE)).stream().filter(kind)
            .map(Turn::at).toList();
        final List<ExtendedTime> found = new ArrayList<>();
        int place = list.from(from);
        for (Turn turn = list.get(place); turn != null; turn = list.get(++place)) {
            found.add(turn.at());
        }
        assertThat(found).isEqualTo(expected);
        final Turn after = list.get(list.after(from));
        assertThat(after == null ? null : after.at())
            .isEqualTo(expected.stream().filter(from::isBefore).findFirst().orElse(null));
    }
}
