package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** It has the turns that came and did not go, in order, and refers to no others. */
class TurnListTest {
    private static final int OPERATIONS = 4_000;
    private static final int TIMES = 200;

    private final TurnList list = new TurnList();

    private static ExtendedTime at(final long time) {
        return ExtendedTime.of(time, 0, Id.of(0, 1));
    }

    private static Turn turn(final long time) {
        final Turn turn = new Turn(Turn.numbers(0, 0, 0), Turn.values(0), 0);
        turn.begin(at(time), null, null, null, 0, 0);
        return turn;
    }

    private List<Turn> listed() {
        final List<Turn> all = new ArrayList<>();
        for (Turn turn = list.get(0); turn != null; turn = list.get(all.size())) {
            all.add(turn);
        }
        return all;
    }

    private long referred() {
        return Arrays.stream(list.turns).filter(Objects::nonNull).count();
    }

    @Test
    void turnsComeAndGoAnywhere() {
        final Random random = new Random(7);
        final TreeMap<Long, Turn> expected = new TreeMap<>();
        for (int i = 0; i < OPERATIONS; i++) {
            final long time = random.nextInt(TIMES);
            final Turn turn = turn(time);
            // It grows and shrinks by turns.
            if (random.nextInt(10) < (i / TIMES % 2 == 0 ? 7 : 3)) {
                list.add(turn);
                expected.putIfAbsent(time, turn);
            } else {
                list.remove(turn);
                expected.remove(time);
            }
            assertThat(listed()).isEqualTo(List.copyOf(expected.values()));
            assertThat(referred()).isEqualTo(list.count()).isEqualTo(expected.size());
            final Long next = expected.higherKey(time);
            assertThat(list.get(list.after(at(time)))).isSameAs(next == null ? null : expected.get(next));
        }
    }

    @Test
    void aWindowThatMovesOnTakesNoMoreRoom() {
        for (long time = 0; time < OPERATIONS; time++) {
            list.add(turn(time));
            if (time % 2 == 0) {
                list.remove(turn(time - 3));
            }
            list.remove(turn(time - 10));
            assertThat(referred()).isEqualTo(list.count());
        }
        assertThat(list.turns.length).isLessThanOrEqualTo(64);
    }
}
