package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.log.LogSteward;
import io.takt.steward.log.Redoing;
import io.takt.steward.log.Workers;
import io.takt.steward.replay.ReplaySteward;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where events and predictors fail now and then, both stewards stop at the same instant, lose nothing, and go on alike
 * when a change in the past has mended it.
 */
@Tag("long")
class FailingRunsTest {
    private static final int RUNS = Boolean.getBoolean("takt.slow") ? 10_000 : 100;
    private static final int OPERATIONS = 60;
    private static final int END = 150;
    private static final Pattern INSTANT = Pattern.compile(" at (-?\\d+)/(\\d+/\\p{XDigit}+) failed");

    @Test
    void anEventThatFailsIsStillToHappen() {
        for (int seed = 0; seed < RUNS; seed++) {
            run(seed, null);
        }
    }

    @Test
    void threadsThatRunEventsBeforeTheirTurnChangeNothing() {
        try (Workers workers = new Workers(3)) {
            for (int seed = 0; seed < RUNS; seed++) {
                run(seed, workers);
            }
        }
    }

    /**
     * Further changes of the past came while one was half done, and events failed: what differed later on was taken up
     * too early, or all was undone from a place on that lay behind, or what an event that failed had written counted.
     */
    @ParameterizedTest
    @ValueSource(longs = {771, 6_515, 9_231, 21_090})
    void changesOnTheWayAreDoneInOrder(final long seed) {
        run(seed, null);
    }

    private static void run(final long seed, final Workers workers) {
        final Pair pair = new Pair(seed, workers);
        for (int i = 0; i < OPERATIONS; i++) {
            pair.operate();
        }
        pair.mend();
        pair.compareWithoutHistory();
    }

    /** When an action failed; null if none did. */
    private static ExtendedTime failure(final Steward steward, final Consumer<Steward> action) {
        try {
            action.accept(steward);
            return null;
        } catch (final EventException e) {
            final Matcher matcher = INSTANT.matcher(e.getMessage());
            assertThat(matcher.find()).as(e.getMessage()).isTrue();
            final String[] rest = matcher.group(2).split("/");
            final Id id = Id.of(Long.parseUnsignedLong(rest[1].substring(0, 16), 16),
                Long.parseUnsignedLong(rest[1].substring(16), 16));
            return ExtendedTime.of(Long.parseLong(matcher.group(1)), Integer.parseInt(rest[0]), id);
        }
    }

    /** Two stewards to which the same is done. */
    private static final class Pair {
        private final long seed;
        private final WildPhysics world;
        private final Random random;
        private final LogSteward product;
        private final ReplaySteward oracle;
        private final Workers workers;
        private final TreeSet<ExtendedTime> fiats = new TreeSet<>();
        private final List<Event> events = new ArrayList<>();
        private long now;
        /** When something is known to fail; null if nothing is. */
        private ExtendedTime failing;

        Pair(final long seed, final Workers workers) {
            this.seed = seed;
            this.workers = workers;
            world = WildPhysics.failing(seed);
            random = new Random(seed);
            product = LogSteward.withHistory(world.physics()).speculatingWith(workers)
                .redoing(Redoing.values()[(int) (seed % Redoing.values().length)]);
            oracle = new ReplaySteward(world.physics(), 1 + random.nextInt(20));
        }

        void operate() {
            final int chance = random.nextInt(10);
            if (chance < 4) {
                insert();
            } else if (chance < 6 && !fiats.isEmpty()) {
                remove(new ArrayList<>(fiats).get(random.nextInt(fiats.size())));
            } else if (chance < 9) {
                now = Math.min(END, now + random.nextInt(20));
                advance(now);
            } else {
                final long until = now + 5;
                for (int left = random.nextInt(6); left > 0; left--) {
                    failure(product, steward -> steward.step(until));
                }
            }
        }

        /** Takes away the last event inserted before the failing one, until none fails. */
        void mend() {
            advance(END);
            while (failing != null) {
                remove(fiats.floor(ExtendedTime.endOf(failing.base())));
                advance(END);
            }
        }

        void compareWithoutHistory() {
            final Steward plain = LogSteward.withoutHistory(world.physics()).speculatingWith(workers);
            for (final ExtendedTime at : fiats) {
                plain.insert(at.base(), at.id(), event(at));
            }
            plain.advanceTo(END);
            try (Snapshot here = plain.snapshot(END); Snapshot there = product.snapshot(END)) {
                assertThat(here.digest()).as("without a history, seed " + seed).isEqualTo(there.digest());
            }
        }

        private void insert() {
            final ExtendedTime at = ExtendedTime.of(random.nextInt(END), 0, Id.of(random.nextInt(3) - 1, 0));
            if (fiats.add(at)) {
                product.insert(at.base(), at.id(), event(at));
                oracle.insert(at.base(), at.id(), event(at));
            }
        }

        private void remove(final ExtendedTime at) {
            fiats.remove(at);
            assertThat(product.remove(at.base(), at.id())).isEqualTo(oracle.remove(at.base(), at.id()));
        }

        private Event event(final ExtendedTime at) {
            return new WildDeed(world, at.base() % 12, null);
        }

        private void advance(final long time) {
            failing = failure(product, steward -> steward.advanceTo(time));
            assertThat(failing).as("seed " + seed).isEqualTo(failure(oracle, steward -> steward.advanceTo(time)));
            compare(failing == null ? time : failing.base() - 1);
        }

        private void compare(final long time) {
            final String difference =
                EventRecord.firstDifference(product.history(0, time), oracle.history(0, time));
            assertThat(difference).as("seed " + seed).isNull();
            try (Snapshot here = product.snapshot(time); Snapshot there = oracle.snapshot(time)) {
                assertThat(here.digest()).as("at " + time + ", seed " + seed).isEqualTo(there.digest());
            }
        }
    }
}
