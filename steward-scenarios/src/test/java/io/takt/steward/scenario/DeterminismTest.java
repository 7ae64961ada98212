package io.takt.steward.scenario;

import io.takt.steward.check.DeterminismCheck;
import org.junit.jupiter.api.Test;

/** Every method that a steward may call in the scenarios is deterministic. */
final class DeterminismTest {
    @Test
    void physicsCallNothingThatDiffersFromRunToRun() {
        DeterminismCheck.of(Philosophers.class).startingAt(
            Philosophers.class, BouncyCircles.class, CirclePhysics.class, HardSpheres.class,
            SpherePhysics.class, Phold.class, RingPhold.class, Robots.class, RobotPhysics.class).verify();
    }
}
