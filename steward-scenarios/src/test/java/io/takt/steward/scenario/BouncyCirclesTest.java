package io.takt.steward.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import org.junit.jupiter.api.Test;

final class BouncyCirclesTest {
    private static final int SECONDS = 10;

    private static World world(final BouncyCircles.Disturbed when) {
        return new BouncyCircles(11, 20, when, new CirclePhysics(Long.MAX_VALUE));
    }

    private static Steward steward(final World world) {
        final Steward steward = LogSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        return steward;
    }

    @Test
    void disturbedInThePastIsAsDisturbedInTime() {
        final World late = world(BouncyCircles.Disturbed.LATE);
        final long end = SECONDS * late.second();
        final Steward steward = steward(late);
        final Steward plain = steward(world(BouncyCircles.Disturbed.NEVER));
        assertThat(steward.digest(Long.MIN_VALUE, end)).isEqualTo(plain.digest(Long.MIN_VALUE, end));
        late.lateInputs().forEach(input -> input.insertInto(steward));
        final Steward inTime = steward(world(BouncyCircles.Disturbed.IN_TIME));
        assertThat(steward.digest(Long.MIN_VALUE, end)).isEqualTo(inTime.digest(Long.MIN_VALUE, end))
            .isNotEqualTo(plain.digest(Long.MIN_VALUE, end));
    }

    /** Circles that overlap push each other, and no others do. */
    @Test
    void circlesPushEachOtherWhileTheyOverlap() {
        final World world = world(BouncyCircles.Disturbed.IN_TIME);
        final Steward steward = steward(world);
        int pushes = 0;
        for (long time = 1; time < SECONDS * world.second(); time += world.second() / 50) {
            try (Snapshot snapshot = steward.snapshot(time)) {
                for (int i = 0; i < world.bodies(); i++) {
                    for (int j = 0; j < i; j++) {
                        pushes += checkPair(circle(steward, snapshot, i), circle(steward, snapshot, j), j, time);
                    }
                }
            }
        }
        assertThat(pushes).isPositive();
    }

    private static Circle circle(final Steward steward, final Snapshot snapshot, final int number) {
        return snapshot.get(steward.cell(CirclePhysics.CIRCLE, number));
    }

    private static int checkPair(final Circle one, final Circle other, final long number, final long time) {
        final double apart = Math.hypot(one.x(time) - other.x(time), one.y(time) - other.y(time));
        final double radii = one.radius() + other.radius();
        if (apart < radii - 5) {
            assertThat(one.touched().contains(number)).as("%s and %s at %d", one, other, time).isTrue();
        } else if (apart > radii + 5) {
            assertThat(one.touched().contains(number)).as("%s and %s at %d", one, other, time).isFalse();
        }
        return one.touched().contains(number) ? 1 : 0;
    }
}
