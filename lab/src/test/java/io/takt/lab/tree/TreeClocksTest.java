package io.takt.lab.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.rule.AssetRule;
import io.takt.rule.CoreRule;
import io.takt.rule.Report;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TreeClocksTest {
    private static final int COUNT_UPS = 3_000;

    /** Asks every member at every count-up, and looks at all clocks. */
    private static final class Naive {
        private final TreeClocks clocks;
        private final TreeSettings settings;
        private final long[] times;
        private long mostLag;
        private long mostApart;

        Naive(final TreeClocks clocks, final TreeSettings settings) {
            this.clocks = clocks;
            this.settings = settings;
            times = new long[clocks.shape().nodes()];
        }

        boolean countUp(final int node) {
            final TreeShape shape = clocks.shape();
            final long next = times[node] + clocks.step(node);
            if (node > 0 && !AssetRule.progresses(times[node], clocks.step(node), times[shape.parent(node)])) {
                return false;
            }
            for (int member = first(node); member < end(node); member++) {
                if (!CoreRule.allows(next, report(member), settings.maxDelay())) {
                    return false;
                }
            }
            times[node] = next;
            look();
            return true;
        }

        private long report(final int node) {
            if (node >= clocks.shape().federates()) {
                return times[node];
            }
            long slowest = Report.NO_MEMBERS;
            for (int member = first(node); member < end(node); member++) {
                slowest = Math.min(slowest, report(member));
            }
            return settings.report().timeNs(times[node], slowest);
        }

        private int first(final int node) {
            return node < clocks.shape().federates() ? clocks.shape().firstMember(node) : 0;
        }

        private int end(final int node) {
            return node < clocks.shape().federates() ? clocks.shape().firstMember(node + 1) : 0;
        }

        private void look() {
            for (int one = clocks.shape().federates(); one < times.length; one++) {
                mostLag = Math.max(mostLag, times[0] - times[one]);
                for (int other = clocks.shape().federates(); other < times.length; other++) {
                    mostApart = Math.max(mostApart, times[one] - times[other]);
                }
            }
        }
    }

    @Property(seed = "3", tries = 120)
    void movesAndMeasuresAsIfEveryMemberWereAskedAtEveryCountUp(
        @ForAll @IntRange(min = 1, max = 25) final int assets,
        @ForAll @IntRange(min = 2, max = 6) final int fanOut,
        @ForAll final Report report,
        @ForAll final long seed) {
        final TreeSettings settings = new TreeSettings(10, 30, List.of(2, 5, 7), report);
        final TreeShape shape = TreeShape.withFanOut(assets, fanOut);
        final SplittableRandom random = new SplittableRandom(seed);
        final TreeClocks clocks = new TreeClocks(shape, settings, random.split());
        final TreeSpread spread = new TreeSpread(clocks);
        final Naive naive = new Naive(clocks, settings);
        for (int i = 0; i < COUNT_UPS; i++) {
            final int node = random.nextInt(shape.nodes());
            final boolean moved = clocks.countUp(node);
            assertThat(moved).isEqualTo(naive.countUp(node));
            assertThat(clocks.time(node)).isEqualTo(naive.times[node]);
            if (moved) {
                spread.moved(node);
            }
        }
        assertThat(spread.mostLag()).isPositive().isEqualTo(naive.mostLag);
        assertThat(spread.mostApart()).isEqualTo(naive.mostApart);
    }
}
