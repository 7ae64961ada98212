package io.takt.steward;

import io.takt.steward.check.RetroactivityCheck;
import io.takt.steward.log.Workers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Both stewards, and one without a history, do the same in long runs of physics that are made by chance. */
@Tag("long")
class WildRunsTest {
    private static final int RUNS = Boolean.getBoolean("takt.slow") ? 20_000 : 60;
    private static final int AUDITED_RUNS = RUNS / 10;

    private static RetroactivityCheck check(final WildPhysics world) {
        return RetroactivityCheck.of(world.physics(), (random, time) -> new WildDeed(world, random.nextInt(12), null));
    }

    @Test
    void allStewardsDoTheSame() {
        for (int seed = 0; seed < RUNS; seed++) {
            check(WildPhysics.of(seed)).verifySeed(seed);
        }
    }

    @Test
    void anAuditFindsNothing() {
        for (int seed = 0; seed < AUDITED_RUNS; seed++) {
            check(WildPhysics.comparable(seed)).audited().verifySeed(seed);
        }
    }

    @Test
    void threadsThatRunEventsBeforeTheirTurnChangeNothing() {
        try (Workers workers = new Workers(3)) {
            for (int seed = 0; seed < RUNS; seed++) {
                check(WildPhysics.of(seed)).speculatingWith(workers).verifySeed(seed);
            }
        }
    }
}
