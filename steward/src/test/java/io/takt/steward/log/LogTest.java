package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Transaction;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The log and a sorted map have the same turns, whatever is done to them. */
class LogTest {
    private static final int RUNS = 40;
    private static final int OPERATIONS = 600;
    private static final int TIMES = 1_000;
    private static final int MOST_CELLS = 3;
    private static final int MOST_SLOTS = 3;
    private static final int MOST_READS = 40;
    private static final int COLLECTIONS = 20;
    private static final int FEW = 2;

    private final Random random = new Random(3);
    private final TreeMap<ExtendedTime, Named> expected = new TreeMap<>();
    private final List<WeakReference<Named>> all = new ArrayList<>();
    private Log log;
    private int number;

    /** By which a turn is known, with its contents. */
    private record Named(int number, int cells, int slots, int reads) implements Event {
        @Override
        public void execute(final Transaction tx) {
            throw new AssertionError("it is never run");
        }

        int numbers() {
            return Turn.numbers(cells, slots, reads);
        }

        int values() {
            return Turn.values(cells);
        }

        void fillIn(final Turn turn, final ExtendedTime at) {
            turn.begin(at, null, this, null, cells, slots);
            for (int i = 0; i < cells; i++) {
                turn.setCell(i, number + i);
                turn.setBefore(i, number, null);
                turn.setAfter(i, this, at);
            }
            for (int i = 0; i < slots; i++) {
                turn.setSlot(i, number + i, i, reads);
                turn.setAnswerBefore(i, answer(at));
                turn.setAnswerAfter(i, answer(at));
            }
            final int[] read = new int[reads];
            for (int i = 0; i < reads; i++) {
                read[i] = number - i;
            }
            turn.setReads(reads, read, reads);
        }

        /** That this happens once more. */
        private Answer answer(final ExtendedTime at) {
            return Answer.of(null, at, at.base(), null, this, Answer.ABSENT, null, Answer.ABSENT, null);
        }

        void requireIn(final Turn turn, final ExtendedTime at) {
            assertThat(turn.event()).isSameAs(this);
            assertThat(turn.at()).isEqualTo(at);
            assertThat(turn.cells()).isEqualTo(cells);
            for (int i = 0; i < cells; i++) {
                assertThat(turn.cell(i)).isEqualTo(number + i);
                assertThat(turn.after(i)).isSameAs(this);
            }
            assertThat(turn.slots()).isEqualTo(slots);
            for (int i = 0; i < slots; i++) {
                assertThat(turn.slot(i)).isEqualTo(number + i);
                assertThat(turn.answerBefore(i).event).isSameAs(this);
                assertThat(turn.answerAfter(i).event).isSameAs(this);
            }
            assertThat(turn.readsEnd(-1)).isEqualTo(reads);
            for (int i = 0; i < reads; i++) {
                assertThat(turn.read(i)).isEqualTo(number - i);
            }
        }
    }

    private static ExtendedTime at(final long time) {
        return ExtendedTime.of(time, 0, Id.of(0, 1));
    }

    private Named named() {
        final Named named = new Named(number++, random.nextInt(MOST_CELLS), random.nextInt(MOST_SLOTS),
            random.nextInt(8) == 0 ? MOST_READS : random.nextInt(3));
        all.add(new WeakReference<>(named));
        return named;
    }

    private static Turn turn(final ExtendedTime at, final Named named) {
        final Turn turn = new Turn(named.numbers(), named.values(), 2 * named.slots());
        named.fillIn(turn, at);
        return turn;
    }

    @Test
    void itIsASortedMap() {
        for (int run = 0; run < RUNS; run++) {
            log = new Log();
            expected.clear();
            for (int i = 0; i < OPERATIONS; i++) {
                operate(run % 4);
                if (i % 16 == 0) {
                    compare();
                }
            }
        }
    }

    /** A block that is full without its first turns has room: nothing is left of it that is empty. */
    @Test
    void aTurnComesIntoAFullBlockOfWhichLittleIsLeft() {
        for (int left = 1; left <= Block.MOST; left++) {
            log = new Log();
            expected.clear();
            for (int i = 0; i < Block.MOST; i++) {
                put(at(2L * (Block.MOST - i)));
            }
            log.dropBefore(2L * (Block.MOST - left) + 2, turn -> expected.pollFirstEntry());
            assertThat(expected).hasSize(left);
            put(at(expected.lastKey().base() + 1 - 2L * random.nextInt(left)));
            compare();
            put(at(expected.firstKey().base() - 1));
            compare();
        }
    }

    private void put(final ExtendedTime at) {
        final Named named = named();
        log.insert(turn(at, named));
        expected.put(at, named);
    }

    /** What was added to the last block stays the place to add to, though another one is divided. */
    @Test
    void turnsAreAddedAfterABlockBeforeWasDivided() {
        log = new Log();
        for (int i = 0; i < 2 * Block.USUAL; i++) {
            append(at(1_000L * i), new Named(i, 1, 1, 1));
        }
        for (int i = 1; i < TIMES; i += 2) {
            put(at(i));
            if (i % 16 == 1) {
                append(at(log.lastAt().base() + 1), named());
            }
        }
        compare();
    }

    /** The last block is filled on, though another one has come before it. */
    @Test
    void turnsAreAddedAfterAllOthersWereForgotten() {
        log = new Log();
        for (int i = 0; i < 10; i++) {
            append(at(i), named());
        }
        log.dropBefore(10, turn -> expected.pollFirstEntry());
        put(at(20));
        append(at(30), named());
        append(at(31), named());
        for (int i = 0; i < 100; i++) {
            compare();
        }
    }

    private void append(final ExtendedTime at, final Named named) {
        named.fillIn(log.free(named.numbers(), named.values(), 2 * named.slots()), at);
        log.add();
        expected.put(at, named);
    }

    @Test
    void blocksComeToHaveRoomForLargeTurns() {
        final List<Named> turns = List.of(new Named(0, 0, 0, 0), new Named(1, 1, 0, TIMES));
        int[] room = {Block.USUAL, Block.USUAL, 0};
        Block block = new Block(0, 0, 0);
        int blocks = 0;
        for (int i = 0; i < TIMES; i++) {
            final Named next = turns.get(i % turns.size());
            if (block.end == Block.USUAL || !block.hasRoom(next.numbers(), next.values(), 0)) {
                room = block.usualRoom(room, next.numbers(), next.values(), 0);
                block = new Block(Math.max(room[0], next.numbers()), Math.max(room[1], next.values()), 0);
                blocks++;
            }
            final Turn turn = new Turn();
            block.lookAtEnd(turn);
            next.fillIn(turn, at(i));
            block.append(turn);
        }
        assertThat(blocks).isLessThan(3 * TIMES / Block.USUAL);
        assertThat(room[0]).isBetween(Block.USUAL * TIMES / 2, Block.USUAL * TIMES);
    }

    @Test
    void turnsOfAnySizeAreCounted() {
        log = new Log();
        for (int i = 0; i < TIMES; i++) {
            append(at(i), new Named(i, 1, 0, TIMES * (i % 4)));
        }
        for (int i = 0; i < TIMES; i++) {
            assertThat(log.countFrom(at(i))).isBetween((TIMES - i) / 2L, 2L * (TIMES - i));
        }
        assertThat(log.countFrom(at(TIMES))).isZero();
    }

    /** But for one that was looked at last, and one that failed, in whose place is room for the next. */
    @Test
    void nothingIsKeptOfWhatIsGone() {
        for (int kind = 0; kind < 4; kind++) {
            log = new Log();
            expected.clear();
            all.clear();
            for (int i = 0; i < OPERATIONS; i++) {
                operate(kind);
                if (i % 100 == 0) {
                    assertThat(keptOfWhatIsGone()).isLessThanOrEqualTo(FEW);
                }
            }
        }
    }

    @Test
    void aBlockThatWasDividedKeepsNothingOfTheOtherHalf() {
        log = new Log();
        for (int i = 0; i <= Block.MOST; i++) {
            put(at(i));
        }
        for (int i = 1; i <= Block.MOST; i++) {
            log.remove(log.find(at(i)));
            expected.remove(at(i));
        }
        assertThat(keptOfWhatIsGone()).isLessThanOrEqualTo(FEW);
    }

    private long keptOfWhatIsGone() {
        for (int i = 0; i < COLLECTIONS && kept() > expected.size() + FEW; i++) {
            System.gc();
        }
        return kept() - expected.size();
    }

    private long kept() {
        return all.stream().filter(named -> named.get() != null).count();
    }

    /** Some logs grow in front, others in the past, and some hardly. */
    private void operate(final int kind) {
        final int chance = random.nextInt(20);
        final ExtendedTime at = at(random.nextInt(TIMES));
        final boolean there = expected.containsKey(at);
        if (chance < 5 + 3 * kind) {
            add(kind == 1 && log.lastAt() != null ? at(log.lastAt().base() + 1 + random.nextInt(3)) : at);
        } else if (chance < 17 && there) {
            final Named instead = named();
            log.replace(log.find(at), turn(at, instead));
            expected.put(at, instead);
        } else if (chance < 19 && there) {
            log.remove(log.find(at));
            expected.remove(at);
        } else if (chance == 19 && random.nextInt(8) == 0) {
            final long before = random.nextInt(TIMES);
            log.dropBefore(before, first -> {
                expected.firstEntry().getValue().requireIn(first, expected.firstKey());
                expected.pollFirstEntry();
            });
            assertThat(expected.headMap(at(before))).isEmpty();
        }
    }

    private void add(final ExtendedTime at) {
        if (!expected.containsKey(at)) {
            final Named named = named();
            if (expected.isEmpty() || expected.lastKey().isBefore(at)) {
                if (random.nextInt(4) == 0) {
                    // One that fails.
                    final Named failed = named();
                    failed.fillIn(log.free(failed.numbers(), failed.values(), 2 * failed.slots()), at);
                }
                named.fillIn(log.free(named.numbers(), named.values(), 2 * named.slots()), at);
                log.add();
            } else {
                log.insert(turn(at, named));
            }
            expected.put(at, named);
        }
    }

    private void compare() {
        assertThat(log.events()).isEqualTo(expected.size());
        assertThat(log.values()).isEqualTo(expected.values().stream().mapToLong(Named::cells).sum());
        assertThat(log.lastAt()).isEqualTo(expected.isEmpty() ? null : expected.lastKey());
        final ExtendedTime at = at(random.nextInt(TIMES));
        final ExtendedTime to = at(at.base() + random.nextInt(100));
        final Turn found = log.find(at);
        assertThat(found != null).isEqualTo(expected.containsKey(at));
        if (found != null) {
            expected.get(at).requireIn(found, at);
        }
        assertThat(log.before(at)).isEqualTo(expected.lowerKey(at));
        assertThat(log.countFrom(at)).isEqualTo(expected.tailMap(at, true).size());
        final int wanted = 1 + random.nextInt(OPERATIONS);
        assertThat(log.timeAfter(wanted, TIMES)).isEqualTo(wanted >= expected.size() ? TIMES
            : new ArrayList<>(expected.keySet()).get(wanted).base());
        final List<Turn> between = log.between(at, to);
        assertThat(between).extracting(Turn::at)
            .containsExactlyElementsOf(expected.subMap(at, true, to, true).keySet());
        between.forEach(turn -> expected.get(turn.at()).requireIn(turn, turn.at()));
        final Log.Cursor cursor = log.cursor();
        cursor.moveTo(at);
        final List<ExtendedTime> forward = new ArrayList<>();
        for (Turn turn = cursor.next(); turn != null; turn = cursor.next()) {
            expected.get(turn.at()).requireIn(turn, turn.at());
            forward.add(turn.at());
            cursor.skip();
        }
        assertThat(forward).containsExactlyElementsOf(expected.tailMap(at, true).keySet());
        if (random.nextBoolean()) {
            cursor.moveToEnd();
        }
        final List<ExtendedTime> backward = new ArrayList<>();
        for (Turn turn = cursor.back(); turn != null; turn = cursor.back()) {
            backward.add(turn.at());
        }
        assertThat(backward).containsExactlyElementsOf(expected.descendingKeySet());
    }
}
