package io.takt.steward.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import io.takt.steward.trajectory.IntegerContact;
import org.junit.jupiter.api.Test;

final class RobotsTest {
    private static final int ROBOTS = 40;
    private static final int SECONDS = 20;

    private final World world = new Robots(5, ROBOTS);
    private final Steward steward = LogSteward.withHistory(world.physics());

    /** By comparing all with all, at many instants. */
    @Test
    void packetsAreHeardByThoseInRangeOnly() {
        world.inputs().forEach(input -> input.insertInto(steward));
        int heard = 0;
        for (long time = 1; time < SECONDS * world.second(); time += world.second() / 20) {
            try (Snapshot snapshot = steward.snapshot(time)) {
                for (int sender = 0; sender < ROBOTS; sender++) {
                    for (int kind = 0; kind < RobotRadio.KINDS; kind++) {
                        heard += check(snapshot, sender, kind);
                    }
                }
            }
        }
        assertThat(heard).isGreaterThan(1000);
    }

    private int check(final Snapshot snapshot, final int sender, final int kind) {
        final long time = snapshot.time();
        final boolean sends = snapshot.get(RobotPhysics.radio(steward, sender, kind)).sends();
        final Robot own = snapshot.get(steward.cell(RobotPhysics.ROBOT, sender));
        int heard = 0;
        for (int other = 0; other < ROBOTS; other++) {
            final Robot theirs = snapshot.get(steward.cell(RobotPhysics.ROBOT, other));
            final boolean expected = sends && other != sender && IntegerContact.within(
                own.path(), theirs.path(), RobotRadio.range(kind), time, time) == time;
            assertThat(snapshot.get(RobotPhysics.ear(steward, other, kind)).hears(sender))
                .as("%d hears %d on radio %d at %d", other, sender, kind, time).isEqualTo(expected);
            heard += expected ? 1 : 0;
        }
        return heard;
    }

    @Test
    void packetsAreReceivedCollideAndAreCutOff() {
        world.inputs().forEach(input -> input.insertInto(steward));
        int received = 0;
        int collided = 0;
        int cut = 0;
        try (Snapshot snapshot = steward.snapshot(SECONDS * world.second())) {
            for (int robot = 0; robot < ROBOTS; robot++) {
                for (int kind = 0; kind < RobotRadio.KINDS; kind++) {
                    final RobotTally tally = snapshot.get(RobotPhysics.tally(steward, robot, kind));
                    received += tally.received();
                    collided += tally.collided();
                    cut += tally.cut();
                    assertThat(tally.busyTicks()).isBetween(0L, snapshot.time());
                }
            }
        }
        assertThat(received).isGreaterThan(collided);
        assertThat(collided).isPositive();
        assertThat(cut).isPositive();
    }

    @Test
    void aPacketCountsOnlyWholeAndAlone() {
        assertThat(new Heard().begin(5, 1, true, false).end(9, 1, true).tally)
            .isEqualTo(new RobotTally(1, 0, 0, 4));
        assertThat(new Heard().begin(5, 1, true, false).begin(6, 2, true, false)
            .end(7, 1, true).end(10, 2, true).tally).isEqualTo(new RobotTally(0, 2, 0, 5));
        assertThat(new Heard().begin(5, 1, false, false).end(9, 1, true).tally.cut()).isEqualTo(1);
        assertThat(new Heard().begin(5, 1, true, false).end(8, 1, false).tally.cut()).isEqualTo(1);
        assertThat(new Heard().begin(5, 1, true, true).end(9, 1, true).tally.collided()).isEqualTo(1);
    }

    /** An ear and its tally. */
    private static final class Heard {
        private RobotEar ear = RobotEar.SILENT;
        private RobotTally tally = RobotTally.NOTHING;

        Heard begin(final long now, final long sender, final boolean whole, final boolean sendsItself) {
            ear = ear.begin(now, sender, whole, sendsItself);
            return this;
        }

        Heard end(final long now, final long sender, final boolean atItsEnd) {
            tally = tally.end(ear, now, sender, atItsEnd);
            ear = ear.end(sender);
            return this;
        }
    }
}
