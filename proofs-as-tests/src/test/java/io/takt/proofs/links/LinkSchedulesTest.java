package io.takt.proofs.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.links.LinkPair.Turn;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;

/**
 * All schedules of two cores and the link between them, up to a length: count-ups, and the fate of each datagram.
 * No side passes what it knows; and after each schedule, when nothing is lost any more, both go on.
 */
class LinkSchedulesTest {
    private static final boolean SLOW = Boolean.getBoolean("takt.slow");
    private static final int LENGTH = SLOW ? 7 : 5;
    private static final int FEWEST = SLOW ? 100_000 : 5_000;

    private final List<Turn> taken = new ArrayList<>();
    private int schedules;

    /** Steps that divide each other, and that do not; D_max as small as L2 has it, and larger. */
    @Example
    void s4AndL3HoldForAllSchedulesOfTwoHubsUpToALength() {
        for (final long[] each : new long[][] {{1, 1, 1}, {2, 3, 4}, {3, 2, 8}}) {
            follow(each[0], each[1], each[2]);
        }
        assertThat(schedules).isGreaterThan(FEWEST);
    }

    private LinkPair again(final long parentStepNs, final long childStepNs, final long maxDelayNs) {
        final LinkPair pair = new LinkPair(parentStepNs, childStepNs, maxDelayNs);
        taken.forEach(pair::take);
        return pair;
    }

    private void follow(final long parentStepNs, final long childStepNs, final long maxDelayNs) {
        try {
            final LinkPair here = again(parentStepNs, childStepNs, maxDelayNs);
            if (taken.size() == LENGTH) {
                schedules++;
                here.heal();
                return;
            }
            for (final Turn turn : Turn.values()) {
                if (here.can(turn)) {
                    taken.add(turn);
                    follow(parentStepNs, childStepNs, maxDelayNs);
                    taken.remove(taken.size() - 1);
                }
            }
        } catch (final BrokenProperty e) {
            throw e.getMessage().startsWith("after ") ? e : new BrokenProperty("after " + taken + ": "
                + e.getMessage(), e);
        }
    }
}
