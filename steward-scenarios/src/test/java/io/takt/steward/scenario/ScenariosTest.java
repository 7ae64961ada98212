package io.takt.steward.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.check.RetroactivityCheck;
import io.takt.steward.log.LogSteward;
import io.takt.steward.replay.ReplaySteward;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Statements that hold of every scenario. */
@Tag("long")
final class ScenariosTest {
    private static final int CHECKPOINT = 200;
    private static final int RANDOM_RUNS = Boolean.getBoolean("takt.slow") ? 100 : 8;
    private static final int RANDOM_OPERATIONS = 60;
    private static final int AUDITED_OPERATIONS = 40;

    static Stream<Scenario> scenarios() {
        return Scenario.all().stream();
    }

    /** A part of the usual run that the oracle can do in a second. */
    private static long end(final Scenario scenario, final World world) {
        return Math.max(1, scenario.usualEnd() * world.second() / 4);
    }

    private static World world(final Scenario scenario) {
        return scenario.world(3, few(scenario));
    }

    private static int few(final Scenario scenario) {
        return Math.max(scenario.leastBodies(), Math.min(scenario.usualBodies(), 40));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void bothStewardsComputeTheSame(final Scenario scenario) {
        final World world = world(scenario);
        final long end = end(scenario, world);
        final Steward log = LogSteward.withHistory(world.physics());
        final Steward replay = new ReplaySteward(world.physics(), CHECKPOINT);
        final List<Input> changes = new ArrayList<>(world.lateInputs());
        changes.removeIf(input -> input.time() > end);
        for (int i = 0; i < 3; i++) {
            changes.add(world.change((i + 1) * end / 5, i % world.bodies(), i));
        }
        for (final Steward steward : List.of(log, replay)) {
            world.inputs().forEach(input -> input.insertInto(steward));
            steward.advanceTo(end);
        }
        assertSame(log, replay, end);
        final Id untouched = log.digest(Long.MIN_VALUE, end);
        for (final Steward steward : List.of(log, replay)) {
            changes.forEach(input -> input.insertInto(steward));
        }
        assertSame(log, replay, end);
        assertThat(log.digest(Long.MIN_VALUE, end)).isNotEqualTo(untouched);
        changes.forEach(input -> input.removeFrom(log));
        assertThat(log.digest(Long.MIN_VALUE, end)).isEqualTo(untouched);
    }

    private static void assertSame(final Steward one, final Steward other, final long end) {
        assertThat(EventRecord.firstDifference(
            one.history(Long.MIN_VALUE, end), other.history(Long.MIN_VALUE, end))).isNull();
        try (Snapshot here = one.snapshot(end); Snapshot there = other.snapshot(end)) {
            assertThat(here.digest()).isEqualTo(there.digest());
        }
    }

    /** Inserted and removed in any order, with snapshots, freezing, forgetting, saving and loading in between. */
    @ParameterizedTest
    @MethodSource("scenarios")
    void changesComeOutTheSameWhateverTheWay(final Scenario scenario) {
        random(scenario, 12).operations(RANDOM_OPERATIONS).verify(RANDOM_RUNS);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void anAuditFindsNothing(final Scenario scenario) {
        random(scenario, 6).operations(AUDITED_OPERATIONS).audited().verify(3);
    }

    private static RetroactivityCheck random(final Scenario scenario, final int bodies) {
        final World world = scenario.world(3, Math.max(scenario.leastBodies(), bodies));
        return RetroactivityCheck.of(world.physics(), (random, time) ->
                world.change(time, random.nextInt(world.bodies()), random.nextInt(4)).event())
            .beginning(0, steward -> world.inputs().stream().filter(input -> input.time() == 0)
                .forEach(input -> input.insertInto(steward)))
            .unit(Math.max(1, world.second() / 40));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void sameSeedSameRunOtherSeedAnother(final Scenario scenario) {
        final List<Object> once = predicted(scenario, 1);
        final List<Object> other = predicted(scenario, 2);
        assertThat(predicted(scenario, 1)).isEqualTo(once);
        final long common = other.stream().filter(new HashSet<>(once)::contains).count();
        assertThat(common).as("events that both seeds have, of %d", other.size()).isLessThan(other.size() / 2);
    }

    /** When what happens, but for inputs. */
    private static List<Object> predicted(final Scenario scenario, final long seed) {
        final World world = scenario.world(seed, few(scenario));
        final Steward steward = LogSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        final List<Object> events = new ArrayList<>();
        for (final EventRecord event : steward.history(1, end(scenario, world))) {
            events.add(List.of(event.at(), event.event().toString()));
        }
        return events;
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void everyBodyCanBeDrawn(final Scenario scenario) {
        final World world = world(scenario);
        final Steward steward = LogSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        try (Snapshot snapshot = steward.snapshot(end(scenario, world))) {
            for (int i = 0; i < world.bodies(); i++) {
                final Spot spot = world.spot(steward, snapshot, i);
                assertThat(spot.radius()).isPositive();
                assertThat(spot.shade()).isBetween(0.0, 1.0);
                assertThat(spot.x()).isBetween(world.arena().left(), world.arena().left() + world.arena().side());
                assertThat(spot.y()).isBetween(world.arena().bottom(), world.arena().bottom() + world.arena().side());
            }
        }
    }

    @Test
    void anUnknownNameTellsTheKnownOnes() {
        assertThatThrownBy(() -> Scenario.named("circle")).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("'circle'").hasMessageContaining("bouncy-circles, ");
        assertThatThrownBy(() -> Scenario.named("philosophers").world(1, 0)).hasMessageContaining("not 0");
    }
}
