package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.status.HubStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** With all kinds of requests in any order, the clocks keep the bounds and no request goes unanswered. */
class HubMachineSafetyTest {
    @Test
    void theBoundsHoldAtEveryStepOfEveryHistory() {
        int moved = 0;
        int ended = 0;
        int held = 0;
        for (int seed = 0; seed < 200; seed++) {
            final RandomHistory history = new RandomHistory(seed);
            final HubLab lab = history.lab;
            long highest = 0;
            for (int turn = 0; turn < 400; turn++) {
                history.turn();
                history.takeAnswers();
                held += history.joins.size();
                highest = Math.max(highest, lab.coreNs());
                lab.assertSafe();
                assertConsistent(lab, history.resets);
            }
            moved += highest > 50 ? 1 : 0;
            ended += lab.state().isEnd() ? 1 : 0;
        }
        assertThat(moved).as("histories in which something happened").isGreaterThan(60);
        assertThat(held).as("joins that wait for a reset").isPositive();
        assertThat(ended).as("histories that came to an end").isBetween(20, 180);
    }

    private static void assertConsistent(final HubLab lab, final List<Long> resets) {
        final HubStatus status = lab.machine.status();
        if (!lab.state().isEnd()) {
            assertThat(status.assets()).extracting(HubStatus.AssetStatus::name)
                .containsExactlyInAnyOrderElementsOf(lab.assets.keySet());
            assertThat(lab.allocated()).as("counters").isEqualTo(HubLab.CORE_COUNTERS + 3 * lab.assets.size());
            for (final HubStatus.AssetStatus asset : status.assets()) {
                assertThat(asset.timeNs()).isEqualTo(lab.assets.get(asset.name()).timeNs());
                assertThat(asset.state()).isEqualTo(lab.assets.get(asset.name()).state());
            }
        }
        for (int i = 0; i < resets.size(); i++) {
            final boolean pending = lab.state() == HubState.RESETTING && lab.replies(90, resets.get(i)).isEmpty();
            assertThat(lab.replies(90, resets.get(i))).hasSize(pending ? 0 : 1);
        }
    }
}
