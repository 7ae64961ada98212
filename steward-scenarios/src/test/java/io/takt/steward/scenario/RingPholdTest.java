package io.takt.steward.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.EventRecord;
import io.takt.steward.Snapshot;
import io.takt.steward.Statistics;
import io.takt.steward.check.RetroactivityCheck;
import io.takt.steward.log.LogSteward;
import io.takt.steward.log.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs on a ring, of which those are run before their turn that nothing can reach, are the same to the last bit. */
final class RingPholdTest {
    private static final int SECONDS = 40;
    private static final int RANDOM_RUNS = 8;
    private static final RingPhold DENSE = new RingPhold(3, 24);

    private static LogSteward started(final World world, final LogSteward steward) {
        world.inputs().forEach(input -> input.insertInto(steward));
        return steward;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "7, 2", "64, 1", "64, 2", "64, 4", "500, 3"})
    void historiesAreEqualAlsoWhenThePastChanges(final int processes, final int threads) {
        final RingPhold world = new RingPhold(3, processes);
        final long second = world.second();
        try (Workers workers = new Workers(threads)) {
            final LogSteward alone = started(world, LogSteward.withHistory(world.physics()));
            final LogSteward helped = started(world, LogSteward.withHistory(world.physics()))
                .speculatingWith(workers, world.delay());
            for (final LogSteward steward : new LogSteward[] {alone, helped}) {
                for (int i = 1; i <= 4; i++) {
                    steward.advanceTo(5 * i * second);
                    world.change(4 * i * second, i % processes, i).insertInto(steward);
                    world.change((5 * i + 1) * second, i / 2 % processes, i).insertInto(steward);
                }
                steward.advanceTo(SECONDS * second);
            }
            assertThat(EventRecord.firstDifference(alone.history(Long.MIN_VALUE, SECONDS * second),
                helped.history(Long.MIN_VALUE, SECONDS * second))).isNull();
        }
    }

    /** Loaded, frozen, looked at and changed by chance in between. */
    @Test
    void changesComeOutTheSameWhateverTheWay() {
        try (Workers workers = new Workers(2)) {
            check(DENSE).speculatingWith(workers, DENSE.delay()).verify(RANDOM_RUNS);
        }
    }

    @Test
    void aDelayThatIsTooLongIsFound() {
        try (Workers workers = new Workers(2)) {
            final RetroactivityCheck check =
                check(DENSE).speculatingWith(workers, (cause, effect) -> 4 * DENSE.delay().ticks(cause, effect));
            assertThatThrownBy(() -> check.verify(RANDOM_RUNS)).isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("not retroactive, seed ")
                .hasMessageContaining("the propagation delay is wrong");
        }
    }

    private static RetroactivityCheck check(final RingPhold world) {
        return RetroactivityCheck.of(world.physics(), (random, time) ->
                world.change(time, random.nextInt(world.bodies()), random.nextInt(4)).event())
            .beginning(0, steward -> world.inputs().forEach(input -> input.insertInto(steward)))
            .unit(world.second() / 20);
    }

    @ParameterizedTest
    @CsvSource({"16, 0.5, 5", "64, 0.8, 10", "500, 0.9, 20"})
    void allThatIsRunBeforehandHolds(final int processes, final double share, final int inARound) {
        final RingPhold world = new RingPhold(3, processes);
        try (Workers workers = new Workers(2)) {
            final LogSteward alone = started(world, LogSteward.withoutHistory(world.physics()));
            final LogSteward helped = started(world, LogSteward.withoutHistory(world.physics()))
                .speculatingWith(workers, world.delay());
            try (Snapshot here = alone.snapshot(SECONDS * world.second());
                Snapshot there = helped.snapshot(SECONDS * world.second())) {
                assertThat(here.digest()).isEqualTo(there.digest());
            }
            final Statistics done = helped.statistics();
            assertThat(done.takenOver()).isEqualTo(done.speculated()).isGreaterThan((long) (share * done.executed()));
            assertThat(done.speculated() / done.rounds()).isGreaterThan(inARound);
        }
    }
}
