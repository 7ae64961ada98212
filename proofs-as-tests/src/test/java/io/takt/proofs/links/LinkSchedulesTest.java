package io.takt.proofs.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.links.LinkChain.Turn;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;

/**
 * All schedules of a chain of cores and the links between them, up to a length: count-ups, and the fate of each
 * datagram. No side passes what it knows; and after each schedule, when nothing is lost any more, all go on.
 */
class LinkSchedulesTest {
    private static final boolean SLOW = Boolean.getBoolean("takt.slow");

    private final List<Turn> taken = new ArrayList<>();
    private int schedules;

    /** Steps that divide each other, and that do not; D_max as small as L2 has it, and larger. */
    @Example
    void s4AndL3HoldForAllSchedulesOfTwoHubsUpToALength() {
        final int length = SLOW ? 7 : 5;
        follow(length, new long[] {1, 1}, 1);
        follow(length, new long[] {2, 3}, 4);
        follow(length, new long[] {3, 2}, 8);
        assertThat(schedules).isGreaterThan(SLOW ? 100_000 : 4_000);
    }

    /** The one in the middle is bound from both sides, and its count-ups are told to both. */
    @Example
    void s4AndL3HoldForAllSchedulesOfThreeHubsInAChainUpToALength() {
        final int length = SLOW ? 5 : 4;
        follow(length, new long[] {2, 3, 2}, 4, 4);
        follow(length, new long[] {3, 2, 1}, 8, 2);
        assertThat(schedules).isGreaterThan(SLOW ? 5_000 : 1_000);
    }

    private LinkChain again(final long[] stepsNs, final long... maxDelaysNs) {
        final LinkChain chain = new LinkChain(stepsNs, maxDelaysNs);
        taken.forEach(chain::take);
        return chain;
    }

    private void follow(final int length, final long[] stepsNs, final long... maxDelaysNs) {
        try {
            final LinkChain here = again(stepsNs, maxDelaysNs);
            if (taken.size() == length) {
                schedules++;
                here.heal();
                return;
            }
            for (final Turn turn : here.turns()) {
                if (here.can(turn)) {
                    taken.add(turn);
                    follow(length, stepsNs, maxDelaysNs);
                    taken.remove(taken.size() - 1);
                }
            }
        } catch (final BrokenProperty e) {
            throw e.getMessage().startsWith("after ") ? e : new BrokenProperty("after " + taken + ": "
                + e.getMessage(), e);
        }
    }
}
