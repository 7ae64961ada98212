package io.takt.steward.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import io.takt.steward.log.Redoing;
import io.takt.steward.log.Workers;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hard disks and spheres do the same with and without a history, and after their past was changed as if from then. */
final class HardSpheresTest {
    private static final int BODIES = 125;
    private static final double PACKING = 0.4;
    private static final int PAIRS = 2_400;
    private static final int COLLECTIONS = 20;
    /** In the middle of what a round finds beforehand. */
    private static final int STEPS = 150;

    private static HardSpheres world(final int dimensions) {
        return new HardSpheres(1, BODIES, dimensions, PACKING);
    }

    private static Steward started(final Steward steward, final HardSpheres world) {
        world.inputs().forEach(input -> input.insertInto(steward));
        return steward;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void withoutAHistoryItEndsInTheSameState(final int dimensions) {
        final HardSpheres world = world(dimensions);
        final Steward one = started(LogSteward.withHistory(world.physics()), world);
        final Steward other = started(LogSteward.withoutHistory(world.physics()), world);
        final long end = 20 * world.second();
        try (Snapshot here = one.snapshot(end); Snapshot there = other.snapshot(end)) {
            assertThat(here.digest()).isEqualTo(there.digest());
        }
        assertThat(one.statistics().executed()).isEqualTo(other.statistics().executed()).isGreaterThan(4_000);
        assertThat(one.statistics().stale()).isEqualTo(other.statistics().stale());
    }

    @Test
    void withoutAHistoryHelpersMayComeAndGo() {
        final HardSpheres world = world(2);
        final Steward alone = started(LogSteward.withoutHistory(world.physics()), world);
        final LogSteward helped = LogSteward.withoutHistory(world.physics());
        started(helped, world).advanceTo(world.second());
        try (Workers workers = new Workers(1)) {
            helped.speculatingWith(workers);
            for (int i = 0; i < STEPS; i++) {
                assertThat(helped.step(2 * world.second())).isTrue();
            }
            // Results that were found beforehand are left over.
            helped.speculatingWith(null).advanceTo(3 * world.second());
            helped.speculatingWith(workers).advanceTo(4 * world.second());
            helped.speculatingWith(null);
        }
        assertThat(helped.statistics().takenOver()).isPositive();
        try (Snapshot held = helped.snapshot(5 * world.second())) {
            final Id then = held.digest();
            try (Snapshot here = alone.snapshot(6 * world.second()); Snapshot there = helped.snapshot(here.time())) {
                assertThat(there.digest()).isEqualTo(here.digest());
            }
            assertThat(held.digest()).isEqualTo(then);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void aKickInThePastThatIsTakenBackLeavesNothing(final int dimensions) {
        final HardSpheres world = world(dimensions);
        final long end = 10 * world.second();
        final Steward steward = started(LogSteward.withHistory(world.physics()), world);
        final List<EventRecord> before = steward.history(Long.MIN_VALUE, end);
        final Input kick = world.change(3 * world.second(), 17, 0);
        kick.insertInto(steward);
        final List<EventRecord> kicked = steward.history(Long.MIN_VALUE, end);
        assertThat(EventRecord.firstDifference(before, kicked)).isNotNull();
        kick.removeFrom(steward);
        assertThat(EventRecord.firstDifference(before, steward.history(Long.MIN_VALUE, end))).isNull();

        final Steward fresh = started(LogSteward.withHistory(world.physics()), world);
        kick.insertInto(fresh);
        assertThat(EventRecord.firstDifference(kicked, fresh.history(Long.MIN_VALUE, end))).isNull();
    }

    /** All spheres depend on it after a second or two: all that came since is undone, also what came from outside. */
    @Test
    void whereMostDependsOnAChangeAllIsUndone() {
        final HardSpheres world = world(3);
        final long end = 8 * world.second();
        final Input earlier = world.change(2 * world.second(), 17, 0);
        final Input kept = world.change(6 * world.second(), 18, 1);
        final Input removed = world.change(7 * world.second(), 19, 2);
        final LogSteward usual = LogSteward.withHistory(world.physics());
        final LogSteward never = LogSteward.withHistory(world.physics()).redoing(Redoing.SOME);
        for (final LogSteward steward : List.of(usual, never)) {
            started(steward, world);
            kept.insertInto(steward);
            removed.insertInto(steward);
            try (Snapshot held = steward.snapshot(5 * world.second())) {
                steward.advanceTo(end);
                final Id then = held.digest();
                earlier.insertInto(steward);
                removed.removeFrom(steward);
                steward.advanceTo(end);
                assertThat(held.digest()).isEqualTo(then);
            }
        }
        final Steward fresh = started(LogSteward.withHistory(world.physics()), world);
        earlier.insertInto(fresh);
        kept.insertInto(fresh);
        final List<EventRecord> expected = fresh.history(Long.MIN_VALUE, end);
        assertThat(EventRecord.firstDifference(expected, usual.history(Long.MIN_VALUE, end))).isNull();
        assertThat(EventRecord.firstDifference(expected, never.history(Long.MIN_VALUE, end))).isNull();
        assertThat(usual.statistics().versions()).isEqualTo(never.statistics().versions());
    }

    @Test
    void whereFewDependOnAChangeOnlyTheseAreRedone() {
        final HardSpheres world = new HardSpheres(1, 4_000, 2, PACKING);
        final LogSteward steward = LogSteward.withHistory(world.physics());
        started(steward, world).advanceTo(world.second());
        world.change(world.second() / 2, 17, 0).insertInto(steward);
        steward.advanceTo(world.second());
        assertThat(steward.statistics().redone() + steward.statistics().undone()).isPositive()
            .isLessThan(steward.statistics().executed() / 100);
    }

    /** No dead object keeps one that died after it: the rest is named by lists that no walk has passed since. */
    @Test
    void whatChangesThatWereTakenBackHadReplacedIsCollected() {
        final HardSpheres world = new HardSpheres(1, 100, 3, 0.3);
        final long end = 2 * world.second();
        final Steward steward = started(LogSteward.withHistory(world.physics()), world);
        final List<WeakReference<Sphere>> replaced = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            final Set<Sphere> before = Collections.newSetFromMap(new IdentityHashMap<>());
            before.addAll(spheres(steward, world, end));
            final Input kick = world.change(end - world.second() / 10, i % world.bodies(), i);
            kick.insertInto(steward);
            spheres(steward, world, end).stream().filter(sphere -> !before.contains(sphere))
                .forEach(sphere -> replaced.add(new WeakReference<>(sphere)));
            kick.removeFrom(steward);
            steward.advanceTo(end);
        }
        assertThat(replaced).hasSizeGreaterThan(PAIRS);
        for (int i = 0; i < COLLECTIONS && kept(replaced) > PAIRS / 4; i++) {
            System.gc();
        }
        assertThat(kept(replaced)).isLessThanOrEqualTo(PAIRS / 4);
    }

    private static List<Sphere> spheres(final Steward steward, final HardSpheres world, final long time) {
        try (Snapshot then = steward.snapshot(time)) {
            return IntStream.range(0, world.bodies()).mapToObj(i -> HardSpheres.sphere(steward, then, i)).toList();
        }
    }

    private static long kept(final List<WeakReference<Sphere>> spheres) {
        return spheres.stream().filter(sphere -> sphere.get() != null).count();
    }
}
