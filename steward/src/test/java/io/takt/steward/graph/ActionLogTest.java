package io.takt.steward.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The log gives out what is kept, in whatever order it came, and keeps little of what is dead. */
class ActionLogTest {
    private static final int RUNS = 300;
    private static final int OPERATIONS = 2_000;

    private final List<Action> dropped = new ArrayList<>();
    private final ActionLog log = new ActionLog(dropped::add);

    private static Execution execution(final long time, final long id) {
        return new Execution(ExtendedTime.of(time, 0, Id.of(0, id)), null, null);
    }

    private static Set<Execution> found(final ActionLog log, final long from, final long to) {
        final Set<Execution> found = new HashSet<>();
        log.executions(from, to, execution -> assertThat(found.add(execution)).isTrue());
        return found;
    }

    @Test
    void itGivesOutWhatIsKeptInWhateverOrderItCame() {
        for (int seed = 0; seed < RUNS; seed++) {
            checkWith(new Random(seed));
        }
    }

    private void checkWith(final Random random) {
        final ActionLog other = new ActionLog(action -> assertThat(action.dead).isTrue());
        final TreeMap<Long, List<Execution>> kept = new TreeMap<>();
        final int times = 1 + random.nextInt(300);
        long front = 0;
        for (int i = 0; i < OPERATIONS; i++) {
            final int chance = random.nextInt(20);
            if (chance < 14) {
                front += random.nextInt(2);
                final long oldest = kept.isEmpty() ? 0 : kept.firstKey();
                final long time = chance < 8 ? front : Math.max(oldest, front - random.nextInt(times));
                final Execution execution = execution(time, i);
                other.add(execution);
                kept.computeIfAbsent(time, any -> new ArrayList<>()).add(execution);
            } else if (chance < 18 && !kept.isEmpty()) {
                final List<Execution> those = kept.floorEntry(kept.firstKey() + random.nextInt(times)).getValue();
                those.remove(random.nextInt(those.size())).dead = true;
                kept.values().removeIf(List::isEmpty);
            } else if (chance == 18 && random.nextInt(20) == 0) {
                final long time = front - random.nextInt(times);
                other.takeBefore(time, action -> assertThat(action.at.base()).isLessThan(time));
                kept.headMap(time).clear();
            } else {
                final long from = front - random.nextInt(times);
                final long to = from + random.nextInt(times) - 2;
                final Set<Execution> wanted = new HashSet<>();
                if (from <= to) {
                    kept.subMap(from, true, to, true).values().forEach(wanted::addAll);
                }
                assertThat(found(other, from, to)).isEqualTo(wanted);
            }
        }
    }

    @Test
    void eventsThatComeAndGoLeaveNothing() {
        for (int time = 0; time < 1_000; time++) {
            log.add(execution(time, 0));
        }
        final int changes = 100_000;
        for (int i = 0; i < changes; i++) {
            final Execution passing = execution(500, i);
            log.add(passing);
            passing.dead = true;
        }
        assertThat(dropped).hasSizeGreaterThan(changes - 200).allMatch(action -> action.dead);
        assertThat(found(log, 0, 1_000)).hasSize(1_000);
    }
}
