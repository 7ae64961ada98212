package io.takt.lab.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Trial;
import io.takt.lab.sim.Work;
import io.takt.lab.sim.Workload;
import io.takt.lab.study.Tracker;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class SearchTest {
    private static Task task(final Settings present, final Workload load, final long spread, final boolean free) {
        return new Task(List.of("a", "b"), present, load, spread, free, Task.Cost.CONSTANT);
    }

    private static Search.Result search(final Task task) {
        return new Search(task, Tracker.NONE).run();
    }

    private static Workload load(final long one, final long other, final long handover) {
        return new Workload(List.of(new Work(0, one), new Work(0, other)), new Work(0, 1), handover);
    }

    /** Every core step and every D_max. */
    private static double bestOfAll(final Task task, final List<Long> steps) {
        double best = 0;
        for (long coreStep = 1; coreStep <= task.spreadNs(); coreStep++) {
            for (long maxDelay = coreStep; maxDelay <= task.spreadNs(); maxDelay++) {
                final Settings settings = new Settings(coreStep, maxDelay, steps);
                if (settings.judge().live()) {
                    best = Math.max(best, Trial.of(settings, task.load(settings)).speed());
                }
            }
        }
        return best;
    }

    @Property(seed = "11", tries = 6)
    void findsWhatBruteForceFinds(@ForAll @IntRange(min = 1, max = 6) final int one,
        @ForAll @IntRange(min = 1, max = 6) final int other, @ForAll @LongRange(min = 1, max = 60) final long cost,
        @ForAll @LongRange(max = 9) final long handover, @ForAll @IntRange(max = 5) final int more) {
        final List<Long> steps = List.of((long) one, (long) other);
        final long spread = Math.max(one, other) + more;
        final Task task = task(new Settings(1, spread, steps), load(cost, 20, handover), spread, false);
        final Search.Result result = search(task);
        assertThat(result.best().speed()).isGreaterThanOrEqualTo(bestOfAll(task, steps) * (1 - 2 * Search.ALIKE));
        assertThat(result.best().settings().assetSteps()).isEqualTo(steps);
    }

    @Property(seed = "11", tries = 2)
    void findsNearlyWhatBruteForceFindsWithFreeSteps(@ForAll @LongRange(min = 5, max = 60) final long cost,
        @ForAll @LongRange(max = 9) final long handover) {
        final Task task = task(new Settings(2, 6, List.of(2L, 3L)), load(cost, 20, handover), 6, true);
        double best = 0;
        for (long one = 1; one <= task.spreadNs(); one++) {
            for (long other = 1; other <= task.spreadNs(); other++) {
                best = Math.max(best, bestOfAll(task, List.of(one, other)));
            }
        }
        assertThat(search(task).best().speed()).isGreaterThanOrEqualTo(best * 0.95);
    }

    @Property(seed = "11", tries = 10)
    void neverAdvisesWhatStopsOrDriftsTooFarAndSaysTheSameTwice(@ForAll final long seed, @ForAll final boolean free) {
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Long> steps = List.of(random.nextLong(1, 30), random.nextLong(1, 30));
        final long spread = 30 + random.nextLong(40);
        final Task task = task(new Settings(random.nextLong(1, 20), 90, steps), new Workload(List.of(
            new Work(random.nextLong(3) * 7, random.nextLong(1, 50)), new Work(0, random.nextLong(1, 50))),
            new Work(random.nextLong(2) * 11, 1), random.nextLong(20)), spread, free);
        final Search.Result result = search(task);
        assertThat(result.tried()).allMatch(each -> each.settings().judge().live())
            .filteredOn(each -> each != result.present())
            .allMatch(each -> each.settings().maxDelay() <= spread && each.trial().maxLag() <= spread);
        assertThat(result.best().settings().maxDelay()).isLessThanOrEqualTo(spread);
        assertThat(search(task)).isEqualTo(result);
    }

    /** Delay that gains nothing is given back. */
    @Example
    void takesNoMoreMaxDelayThanItNeeds() {
        final Task task = task(Settings.alike(10, 100, 10, 2), load(20, 20, 0), 100, false);
        final Settings best = search(task).best().settings();
        assertThat(best.maxDelay()).isEqualTo(10);
        assertThat(best.coreStep()).isEqualTo(10);
    }

    /** With a handover as long as four steps D_max is a window over a round trip of five. */
    @Example
    void leavesGoodSettingsAlone() {
        final Task task = task(Settings.alike(10, 50, 10, 2), load(20, 20, 40), 50, false);
        final Search.Result result = search(task);
        assertThat(result.present().speed()).isBetween(0.49, 0.51);
        assertThat(result.best()).isEqualTo(result.present());
    }

    @Example
    void saysWhenNothingIsLive() {
        final Task task = task(new Settings(10, 50, List.of(10L, 30L)), load(20, 20, 0), 20, false);
        assertThatThrownBy(() -> search(task)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("within 20ns").hasMessageContaining("30ns");
    }

    @Example
    void tellsWhatLimits() {
        final Workload load = load(10, 40, 0);
        assertThat(Limits.of(Settings.alike(10, 40, 10, 2), load)).first()
            .satisfies(limit -> {
                assertThat(limit.kind()).isEqualTo(Limits.Kind.ASSET);
                assertThat(limit.asset()).isEqualTo(1);
                assertThat(limit.speedWithout()).isBetween(0.99, 1.01);
            });
        assertThat(Limits.of(Settings.alike(10, 10, 10, 2), load(10, 10, 40))).extracting(Limits.Limit::kind)
            .containsExactlyInAnyOrder(Limits.Kind.MAX_DELAY, Limits.Kind.HANDOVER);
    }

    @Example
    void stepsThatCostMoreGiveNoSpeed() {
        final Settings present = Settings.alike(10, 40, 10, 2);
        final Task task = new Task(List.of("a", "b"), present, load(20, 30, 0), 40, true, Task.Cost.PROPORTIONAL);
        assertThat(task.load(Settings.alike(10, 40, 5, 2)).assets()).containsExactly(new Work(0, 10), new Work(0, 15));
        assertThat(search(task).best().speed()).isBetween(0.32, 0.35);
    }
}
