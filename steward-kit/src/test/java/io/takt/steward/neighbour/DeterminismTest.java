package io.takt.steward.neighbour;

import io.takt.steward.check.DeterminismCheck;
import io.takt.steward.collection.OrderedMap;
import io.takt.steward.trajectory.DoubleTrajectory;
import org.junit.jupiter.api.Test;

class DeterminismTest {
    @Test
    void noPartCallsWhatDiffersFromRunToRun() {
        DeterminismCheck.of(Neighbourhood.class).and(OrderedMap.class).and(DoubleTrajectory.class).verify();
    }
}
