package io.takt.steward.neighbour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Cell;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventType;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.SaveException;
import io.takt.steward.Snapshot;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.Steward;
import io.takt.steward.StewardException;
import io.takt.steward.Transaction;
import io.takt.steward.log.LogSteward;
import io.takt.steward.replay.ReplaySteward;
import io.takt.steward.trajectory.DoubleContact;
import io.takt.steward.trajectory.DoubleTrajectory;
import io.takt.steward.trajectory.IntegerContact;
import io.takt.steward.trajectory.IntegerTrajectory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NeighbourhoodTest {
    private static final int COUNT = 24;
    private static final long SIDE = 1 << 20;
    private static final int CELLS = 8;
    private static final int TIME_BITS = 20;

    @Test
    void finds_the_touches_that_comparing_all_with_all_finds() {
        for (int seed = 0; seed < 4; seed++) {
            final int dimensions = 2 + seed % 2;
            final boolean periodic = seed / 2 == 0;
            final List<String> states = new ArrayList<>();
            for (final boolean all : new boolean[] {true, false}) {
                for (final boolean merged : new boolean[] {true, false}) {
                    final Disks scene = new Disks(dimensions, all, merged, periodic);
                    final Steward steward = LogSteward.withHistory(scene.physics());
                    scene.begin(steward, new SplittableRandom(seed));
                    states.add(scene.state(steward, 8L << TIME_BITS));
                }
            }
            assertThat(states).allMatch(states.get(0)::equals);
        }
    }

    @Test
    void finds_the_touches_of_double_trajectories_as_well() {
        for (int seed = 0; seed < 4; seed++) {
            final List<String> states = new ArrayList<>();
            for (final boolean all : new boolean[] {true, false}) {
                final Balls scene = new Balls(all, seed % 2 == 0, seed / 2 == 0);
                final Steward steward = LogSteward.withHistory(scene.physics());
                final SplittableRandom random = new SplittableRandom(seed);
                for (int i = 0; i < COUNT; i++) {
                    scene.put(steward, 0, i, scene.some(random, 0));
                }
                states.add(scene.state(steward, 8L << TIME_BITS));
            }
            assertThat(states.get(1)).isEqualTo(states.get(0));
        }
    }

    @Test
    void all_whose_boxes_overlap_are_near_once() {
        int noted = 0;
        for (int seed = 0; seed < 4; seed++) {
            final Disks scene = new Disks(2 + seed % 2, false, seed / 2 == 0, seed < 3);
            final Steward log = LogSteward.withHistory(scene.physics());
            final Steward replay = new ReplaySteward(scene.physics(), 50);
            final SplittableRandom random = new SplittableRandom(100 + seed);
            for (final Steward steward : List.of(log, replay)) {
                scene.begin(steward, new SplittableRandom(seed));
                for (long time = 1; time <= 10; time++) {
                    scene.look(steward, time * 123_457);
                }
            }
            for (long time = 1; time <= 10; time++) {
                final long tick = time * 123_457;
                assertThat(scene.missed(log, tick, tick - 1)).isEmpty();
                try (Snapshot one = log.snapshot(tick); Snapshot other = replay.snapshot(tick)) {
                    final String text = one.get(log.cell(scene.notes, tick));
                    assertThat(text).isEqualTo(other.get(replay.cell(scene.notes, tick)))
                        .doesNotContain("twice");
                    noted += text.length();
                    assertThat(one.digest()).isEqualTo(other.digest());
                }
                if (time % 3 == 0) {
                    final long past = random.nextLong(tick);
                    final Disk moved = scene.some(random, past);
                    for (final Steward steward : List.of(log, replay)) {
                        scene.put(steward, past, time, moved);
                    }
                }
            }
        }
        assertThat(noted).isGreaterThan(10_000);
    }

    @Test
    void a_body_that_goes_leaves_nothing_behind() {
        final Disks scene = new Disks(2, false, false, true);
        final Steward steward = LogSteward.withHistory(scene.physics());
        scene.begin(steward, new SplittableRandom(1));
        for (int i = 0; i < COUNT; i++) {
            scene.put(steward, 3L << TIME_BITS, i, null);
        }
        try (Snapshot before = steward.snapshot(2L << TIME_BITS); Snapshot after = steward.snapshot(4L << TIME_BITS)) {
            assertThat(before.cells()).isNotEmpty();
            assertThat(after.cells()).isEmpty();
            assertThat(after.predictions()).isEmpty();
        }
    }

    @Test
    void a_body_larger_than_the_space_is_in_every_cell_once() {
        final Disks scene = new Disks(2, false, false, true);
        final Steward steward = LogSteward.withHistory(scene.physics());
        scene.put(steward, 0, 0, new Disk(IntegerTrajectory.plane(0, TIME_BITS, 5, 5, 1, 1), 3 * SIDE));
        scene.put(steward, 0, 1, new Disk(IntegerTrajectory.plane(0, TIME_BITS, 9, 5, 1, 1), 1));
        scene.look(steward, 1);
        try (Snapshot snapshot = steward.snapshot(1)) {
            assertThat(snapshot.get(steward.cell(scene.notes, 1)).split("1-0@")).hasSizeGreaterThan(36);
        }
        assertThat(scene.missed(steward, 1, 1)).isEmpty();
    }

    @Test
    void a_body_that_is_put_a_lap_further_is_near_as_another_image() {
        final Disks scene = new Disks(2, false, false, true);
        final Steward steward = LogSteward.withHistory(scene.physics());
        scene.put(steward, 0, 0, new Disk(IntegerTrajectory.plane(0, TIME_BITS, 5, 5, 0, 0), 1));
        scene.put(steward, 0, 1, new Disk(IntegerTrajectory.plane(0, TIME_BITS, 9, 5, 0, 0), 1));
        scene.look(steward, 1);
        scene.put(steward, 2, 0, new Disk(IntegerTrajectory.plane(2, TIME_BITS, 5 + SIDE, 5 - SIDE, 0, 0), 1));
        scene.look(steward, 3);
        try (Snapshot snapshot = steward.snapshot(3)) {
            assertThat(snapshot.get(steward.cell(scene.notes, 1))).isEqualTo(" 0-1@0,0,0; 1-0@0,0,0;");
            assertThat(snapshot.get(steward.cell(scene.notes, 3))).isEqualTo(" 0-1@1,-1,0; 1-0@-1,1,0;");
        }
    }

    @Test
    void a_body_whose_key_is_no_number_is_refused_even_if_its_lower_half_is_that_of_another() {
        for (final Access access : Access.values()) {
            refusesNoNumber(access);
        }
    }

    private static void refusesNoNumber(final Access access) {
        final Disks scene = new Disks(2, false, false, true);
        final Disk disk = new Disk(IntegerTrajectory.plane(0, TIME_BITS, 5, 5, 0, 0), 1);
        final EventType<?>[] type = new EventType<?>[1];
        final Event event = new Event() {
            @Override
            public EventType<?> type() {
                return type[0];
            }

            @Override
            public void execute(final Transaction tx) {
                final Cell<Disk> placed = tx.cell(scene.bodies, 2);
                tx.set(placed, disk);
                scene.neighbourhood.place(tx, placed);
                final Cell<Disk> body = tx.cell(scene.bodies, Id.of(7, 2));
                tx.set(body, disk);
                switch (access) {
                    case PLACE -> scene.neighbourhood.place(tx, body);
                    case REMOVE -> scene.neighbourhood.remove(tx, body);
                    default -> scene.neighbourhood.near(tx, body, (other, x, y, z) -> { });
                }
            }
        };
        type[0] = EventType.of(1, "put", Event.class, Codec.of((put, out) -> { }, in -> event));
        final Steward steward = LogSteward.withHistory(scene.neighbourhood.addTo(
            Physics.builder().cells(scene.bodies)).events(type[0]).build());
        steward.insert(0, Id.hash(1), event);
        assertThatThrownBy(() -> steward.advanceTo(1)).as("%s", access).rootCause().hasMessageEndingWith(
            "has no number for its key, as a neighbourhood needs it");
    }

    @Test
    void a_body_that_is_more_laps_around_the_space_than_are_counted_is_refused() {
        final IntegerSpace<Disk> space = IntegerSpace.periodic(
            new long[] {0, 0}, new long[] {1, 1}, new int[] {4, 4}, disk -> disk.path, disk -> disk.radius);
        final long laps = 1L << 31;
        final Region last = space.region(
            new Disk(IntegerTrajectory.plane(0, 0, 4 * laps - 3, -4 * laps + 2, 0, 0), 2), 0, null);
        assertThat(last.lapX()).isEqualTo(Integer.MAX_VALUE - 1);
        assertThat(last.lapY()).isEqualTo(Integer.MIN_VALUE);
        for (final long x : new long[] {4 * laps - 2, -4 * laps + 1, Long.MAX_VALUE / 2}) {
            final Disk disk = new Disk(IntegerTrajectory.plane(0, 0, 0, x, 0, 0), 2);
            assertThatThrownBy(() -> space.region(disk, 0, null)).isInstanceOf(StewardException.class)
                .hasMessage("a body is more than 2^31 laps around the space: " + disk);
        }
    }

    @Test
    void an_impossible_neighbourhood_is_refused() {
        final Disks scene = new Disks(2, false, false, true);
        final Steward steward = LogSteward.withHistory(scene.physics());
        scene.put(steward, 0, 0, new Disk(IntegerTrajectory.plane(0, TIME_BITS, 0, 0, 0, 0), -SIDE));
        assertThatThrownBy(() -> steward.advanceTo(1)).isInstanceOf(StewardException.class)
            .hasRootCauseMessage("a body has an extent below 0: "
                + new Disk(IntegerTrajectory.plane(0, TIME_BITS, 0, 0, 0, 0), -SIDE));
        final IntegerSpace<Disk> fine = IntegerSpace.bounded(
            new long[] {0, 0}, new long[] {1, 1}, new int[] {1000, 1000}, disk -> disk.path, disk -> disk.radius);
        assertThatThrownBy(() -> fine.region(new Disk(IntegerTrajectory.plane(0, 0, 500, 500, 0, 0), 300), 0, null))
            .isInstanceOf(StewardException.class).hasMessageContaining("needs larger cells");
        assertThatThrownBy(() -> IntegerSpace.bounded(
            new long[] {0}, new long[] {0}, new int[] {4}, disk -> null, disk -> 0))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DoubleSpace.bounded(
            new double[] {0}, new double[] {1}, new int[] {4, 4}, disk -> null, disk -> 0))
            .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void members_and_regions_that_cannot_be_are_refused() {
        final Codec<Members> members = Members.codec(2);
        assertThat(read(members, 2, 2, 0, 7, 0, -1, 0, 7, 0, 1).size()).isEqualTo(2);
        refused(members, "a grid cell has 3 dimensions, the space of this neighbourhood 2", 3, 1, 0, 7, 0, 0, 0);
        refused(members, "a grid cell with 0 members is none, or its members are not all there", 2, 0);
        // 2^30 members of four ints each: as an int, their size is 0.
        refused(members, "a grid cell with 1073741824 members is none, or its members are not all there", 2, 1 << 30);
        refused(members, "a grid cell with 2 members is none, or its members are not all there", 2, 2, 0, 7, 0, 0, 0);
        refused(members, "the members of a grid cell are not in order: body 7", 2, 2, 0, 7, 0, 1, 0, 7, 0, 0);
        refused(members, "the members of a grid cell are not in order: body 7", 2, 2, 0, 7, 0, 0, 0, 7, 0, 0);

        final Codec<Region> around = Region.codec(Disks.space(2, true));
        final Codec<Region> bounded = Region.codec(Disks.space(2, false));
        assertThat(read(around, 7, -2, 9, 0, Integer.MAX_VALUE, 8, 0, 0, 1).countX()).isEqualTo(9);
        assertThat(read(bounded, 7, 0, 1, 0, 0, 8, 0, 0, 1).countY()).isEqualTo(8);
        final String none = "the space of this neighbourhood has no such grid cells: Region[";
        for (final int count : new int[] {0, -1, 1 << 14, Integer.MAX_VALUE}) {
            refused(around, none, 0, 0, count, 0, 0, 8, 0, 0, 1);
        }
        refused(around, none, 8, 0, 1, 0, 0, 1, 0, 0, 1);
        refused(around, none, 0, 0, 1, -1, 0, 1, 0, 0, 1);
        refused(around, none, 0, 0, 1, 0, Integer.MAX_VALUE, 9, 0, 0, 1);
        refused(around, none, 0, 0, 1, 0, 0, 1, 0, 1, 1);
        refused(around, none, 0, 0, 1, 0, 0, 1, 0, 0, 2);
        refused(bounded, none, 7, 0, 2, 0, 0, 1, 0, 0, 1);
        refused(bounded, none, 0, -1, 1, 0, 0, 1, 0, 0, 1);
    }

    /** A region is written as nine ints; members begin with a byte, and are not nine parts here. */
    private static <V> V read(final Codec<V> codec, final int... parts) {
        final StateOutput out = new StateOutput();
        for (int i = 0; i < parts.length; i++) {
            if (i == 0 && parts.length != 9) {
                out.writeByte(parts[0]);
            } else {
                out.writeInt(parts[i]);
            }
        }
        return codec.read(new StateInput(out.toByteArray(), null, null));
    }

    private static void refused(final Codec<?> codec, final String message, final int... parts) {
        assertThatThrownBy(() -> read(codec, parts)).as("%s", Arrays.toString(parts))
            .isInstanceOf(SaveException.class).hasMessageStartingWith(message);
    }

    /** What asks for a body's number. */
    private enum Access { PLACE, REMOVE, NEAR }

    /** A disk or sphere in whole numbers. */
    private static final class Disk {
        private final IntegerTrajectory path;
        private final long radius;

        private Disk(final IntegerTrajectory path, final long radius) {
            this.path = path;
            this.radius = radius;
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof Disk && path.equals(((Disk) other).path) && radius == ((Disk) other).radius;
        }

        @Override
        public int hashCode() {
            return path.hashCode();
        }

        @Override
        public String toString() {
            return radius + " " + path;
        }
    }

    /** Disks or spheres in whole numbers, of different sizes, some larger than a cell of the grid. */
    private static final class Disks extends Scene<Disk> {
        private final int dimensions;
        private final boolean periodic;

        Disks(final int dimensions, final boolean all, final boolean merged, final boolean periodic) {
            super(COUNT, all, merged, Codec.of(
                (disk, out) -> {
                    IntegerTrajectory.codec().write(disk.path, out);
                    out.writeLong(disk.radius);
                },
                in -> new Disk(IntegerTrajectory.codec().read(in), in.readLong())), space(dimensions, periodic));
            this.dimensions = dimensions;
            this.periodic = periodic;
        }

        private static IntegerSpace<Disk> space(final int dimensions, final boolean periodic) {
            final long[] low = new long[dimensions];
            final long[] size = new long[dimensions];
            final int[] cells = new int[dimensions];
            for (int d = 0; d < dimensions; d++) {
                low[d] = -SIDE / 2;
                size[d] = SIDE / CELLS;
                cells[d] = CELLS;
            }
            return periodic ? IntegerSpace.periodic(low, size, cells, disk -> disk.path, disk -> disk.radius)
                : IntegerSpace.bounded(low, size, cells, disk -> disk.path, disk -> disk.radius);
        }

        void begin(final Steward steward, final SplittableRandom random) {
            for (int i = 0; i < COUNT; i++) {
                put(steward, 0, i, some(random, 0));
            }
            for (int i = 0; i < 10; i++) {
                final long time = random.nextLong(7L << TIME_BITS);
                put(steward, time, random.nextInt(COUNT), some(random, time));
            }
        }

        Disk some(final SplittableRandom random, final long time) {
            final long[] x = random.longs(3, -SIDE / 2, SIDE / 2).toArray();
            final long[] v = random.longs(3, -SIDE / 10, SIDE / 10).toArray();
            final IntegerTrajectory path = dimensions == 2
                ? IntegerTrajectory.plane(time, TIME_BITS, x[0], x[1], v[0], v[1])
                : IntegerTrajectory.space(time, TIME_BITS, x[0], x[1], x[2], v[0], v[1], v[2]);
            return new Disk(path, random.nextLong(SIDE / 40, SIDE / 12));
        }

        private IntegerTrajectory shifted(final Disk disk, final long[] turns) {
            return disk.path.shifted(turns[0] * SIDE, turns[1] * SIDE, turns[2] * SIDE);
        }

        @Override
        long touch(final Disk one, final Disk other, final long[] turns, final long from, final long until) {
            return IntegerContact.touch(one.path, shifted(other, turns), one.radius + other.radius, from, until);
        }

        @Override
        Disk turned(final Disk body, final Disk other, final long time) {
            return new Disk(body.path.rebased(time).withVelocity(
                other.path.velocity(0), other.path.velocity(1), other.path.velocity(2)), body.radius);
        }

        /** Velocities are at most a tenth of a side in a unit of time, so two come 1.6 sides nearer in 8 units. */
        @Override
        List<long[]> images(final Disk one, final Disk other) {
            return turns(dimensions, periodic ? 3 : 0);
        }

        @Override
        boolean overlap(final Disk one, final Disk other, final long[] turns, final long time) {
            boolean all = true;
            for (int d = 0; d < dimensions; d++) {
                final long apart = one.path.position(d, time) - other.path.position(d, time) - turns[d] * SIDE;
                all &= Math.abs(apart) < one.radius + other.radius;
            }
            return all;
        }
    }

    /** A sphere in doubles. */
    private static final class Ball {
        private final DoubleTrajectory path;
        private final double radius;

        private Ball(final DoubleTrajectory path, final double radius) {
            this.path = path;
            this.radius = radius;
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof Ball && path.equals(((Ball) other).path) && radius == ((Ball) other).radius;
        }

        @Override
        public int hashCode() {
            return path.hashCode();
        }

        @Override
        public String toString() {
            return radius + " " + path;
        }
    }

    /** Spheres in doubles. */
    private static final class Balls extends Scene<Ball> {
        private final boolean periodic;

        Balls(final boolean all, final boolean merged, final boolean periodic) {
            super(COUNT, all, merged, Codec.of(
                (ball, out) -> {
                    DoubleTrajectory.codec().write(ball.path, out);
                    out.writeDouble(ball.radius);
                },
                in -> new Ball(DoubleTrajectory.codec().read(in), in.readDouble())), space(periodic));
            this.periodic = periodic;
        }

        private static DoubleSpace<Ball> space(final boolean periodic) {
            final double[] low = {0, 0, 0};
            final double[] size = {0.125, 0.125, 0.125};
            final int[] cells = {CELLS, CELLS, CELLS};
            return periodic ? DoubleSpace.periodic(low, size, cells, ball -> ball.path, ball -> ball.radius)
                : DoubleSpace.bounded(low, size, cells, ball -> ball.path, ball -> ball.radius);
        }

        /** Velocities are at most an eighth of a side in 2^TIME_BITS ticks: two come 2 sides nearer in 8 times that. */
        Ball some(final SplittableRandom random, final double time) {
            final double[] x = random.ints(7, 0, 1 << 20).mapToDouble(one -> one * 0x1p-20).toArray();
            final double unit = 4L << TIME_BITS;
            return new Ball(DoubleTrajectory.space(time, x[0], x[1], x[2], (x[3] - 0.5) / unit, (x[4] - 0.5) / unit,
                (x[5] - 0.5) / unit), 0.02 + x[6] * 0.08);
        }

        @Override
        long touch(final Ball one, final Ball other, final long[] turns, final long from, final long until) {
            return DoubleContact.touchTick(
                one.path, other.path, turns[0], turns[1], turns[2], one.radius + other.radius, from, until);
        }

        @Override
        Ball turned(final Ball body, final Ball other, final long time) {
            return new Ball(body.path.rebased(time).withVelocity(
                other.path.velocity(0), other.path.velocity(1), other.path.velocity(2)), body.radius);
        }

        @Override
        List<long[]> images(final Ball one, final Ball other) {
            return turns(3, periodic ? 3 : 0);
        }

        @Override
        boolean overlap(final Ball one, final Ball other, final long[] turns, final long time) {
            throw new UnsupportedOperationException("only disks are looked at");
        }
    }

    private static List<long[]> turns(final int dimensions, final int most) {
        final List<long[]> all = new ArrayList<>();
        for (long x = -most; x <= most; x++) {
            for (long y = -most; y <= most; y++) {
                final int deep = dimensions > 2 ? most : 0;
                for (long z = -deep; z <= deep; z++) {
                    all.add(new long[] {x, y, z});
                }
            }
        }
        return all;
    }
}
