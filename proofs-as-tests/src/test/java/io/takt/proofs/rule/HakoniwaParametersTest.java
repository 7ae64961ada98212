package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.rule.LivenessVerdict;
import io.takt.rule.LivenessVerdict.AssetFacts;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Data;
import net.jqwik.api.ForAll;
import net.jqwik.api.FromData;
import net.jqwik.api.Property;
import net.jqwik.api.Table;
import net.jqwik.api.Tuple;

/**
 * The nine parameter sets that Hakoniwa published, judged and run. Group 1 satisfies (e.1), groups 2 and 3
 * do not; yet only 2.3 ever stops.
 */
class HakoniwaParametersTest {
    private static final Long NEVER = null;
    private static final int SCHEDULES = 20;

    @Data
    Iterable<Tuple.Tuple4<String, Parameters, Boolean, Long>> sets() {
        return Table.of(
            Tuple.of("1.1", new Parameters(100, 200, List.of(80L, 70L)), true, NEVER),
            Tuple.of("1.2", new Parameters(80, 150, List.of(50L, 40L)), true, NEVER),
            Tuple.of("1.3", new Parameters(150, 300, List.of(100L, 120L)), true, NEVER),
            Tuple.of("2.1", new Parameters(120, 170, List.of(60L, 41L)), false, NEVER),
            Tuple.of("2.2", new Parameters(100, 185, List.of(90L, 85L)), false, NEVER),
            Tuple.of("2.3", new Parameters(120, 120, List.of(60L, 41L)), false, 120L),
            Tuple.of("3.1", new Parameters(120, 170, List.of(60L, 40L)), false, NEVER),
            Tuple.of("3.2", new Parameters(100, 140, List.of(50L, 25L)), false, NEVER),
            Tuple.of("3.3", new Parameters(150, 200, List.of(75L, 50L)), false, NEVER));
    }

    @Property
    @FromData("sets")
    void runAsJudged(
        @ForAll final String set,
        @ForAll final Parameters parameters,
        @ForAll final boolean sufficient,
        @ForAll final Long stopsAtNs) {
        final LivenessVerdict verdict = parameters.judge();
        assertThat(verdict.assets().stream().allMatch(AssetFacts::sufficient)).as("%s: (e.1)", set)
            .isEqualTo(sufficient);
        assertThat(verdict.live()).as("%s: live", set).isEqualTo(stopsAtNs == null);
        for (int schedule = 0; schedule < SCHEDULES; schedule++) {
            final Optional<FairRun.Stop> stop =
                FairRun.stop(parameters, 2 * parameters.leastCommonMultiple(), schedule);
            assertThat(stop.map(FairRun.Stop::coreTimeNs)).as("%s: run", set).isEqualTo(Optional.ofNullable(stopsAtNs));
        }
        if (stopsAtNs != null) {
            assertThat(verdict.stopsAtNs()).as("%s: T*", set).isEqualTo(stopsAtNs.longValue());
            assertThat(verdict.stoppedBy()).as("%s: blocker", set).isEqualTo(Parameters.nameOf(1));
            assertThat(verdict.stoppedByLagNs()).as("%s: lag", set).isEqualTo(38);
        }
    }
}
