package io.takt.steward;

import io.takt.steward.check.RetroactivityCheck;
import io.takt.steward.log.Workers;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Both stewards, and one without a history, do the same in long runs of all that can be done, in any order. */
@Tag("long")
class RandomRunsTest {
    private static final int RUNS = Boolean.getBoolean("takt.slow") ? 20_000 : 150;
    private static final int AUDITED_RUNS = RUNS / 10;

    private final RetroactivityCheck check = RetroactivityCheck.of(Toy.PHYSICS, RandomRunsTest::drop);

    private static Event drop(final RandomGenerator random, final long time) {
        final int site = random.nextInt(Toy.SITES);
        return new Toy.Drop(site, random.nextInt(6) - 1);
    }

    @Test
    void allStewardsDoTheSame() {
        check.verify(RUNS);
    }

    @Test
    void anAuditFindsNothing() {
        check.audited().verify(AUDITED_RUNS);
    }

    @Test
    void threadsThatRunEventsBeforeTheirTurnChangeNothing() {
        try (Workers workers = new Workers(3)) {
            check.speculatingWith(workers).verify(RUNS);
        }
    }

    /**
     * A prediction came up before the result of another one, of the same slot and instant, was handed over to the slot.
     */
    @Test
    void theOutcomeOfAnInstantIsHandedOverFirst() {
        check.verifySeed(13_526);
    }

    /** All that had happened after some time did not any more, and what differed there stayed for another change. */
    @Test
    void nothingStaysOfAChangeThatIsDone() {
        check.operations(200).verifySeed(22_061);
    }

    /** What differed after a time was taken up, and then there was another change before that time. */
    @Test
    void aChangeBeforeWhatIsHalfDoneIsDoneFirst() {
        check.verifySeed(812);
    }
}
