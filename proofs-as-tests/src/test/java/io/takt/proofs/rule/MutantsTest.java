package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every {@link Mutant} is caught by the property that it names, and is shown as a staircase that is soon read. */
class MutantsTest {
    private static final int FEW_TURNS = 13;
    /** Caught by asking a rule by itself, without a schedule. */
    private static final Set<Mutant> OF_ONE_RULE = EnumSet.of(Mutant.SUM_IN_A, Mutant.SUM_IN_B, Mutant.SUM_IN_GATE);
    /** Looked at with {@code -Pslow} alone: shrinking these takes ten seconds and more, and others break the same. */
    private static final Set<Mutant> SLOW_TO_SHRINK = EnumSet.of(Mutant.GATE_WITHOUT_DELAY, Mutant.FRONTIER_AHEAD,
        Mutant.STRICT_GATE, Mutant.PROMISE_AS_FRONTIER);
    private static final Pattern STAIRCASE = Pattern.compile(
        "\\([^)]+\\) .* is violated:\nD_max = .*\n(?<turns>(?: ?\\d+\\. .*\n)*)\n(?: +\\S+ \\| .*\n)+ +0.*\n");

    @ParameterizedTest
    @EnumSource
    void isCaughtByTheNamedProperty(final Mutant mutant) {
        assumeThat(Boolean.getBoolean("takt.slow") || !SLOW_TO_SHRINK.contains(mutant)).isTrue();
        final Launched launched = Launched.with(mutant.fault(), mutant.caughtBy());
        assertThat(launched.failure()).as("what %s violates", mutant).isPresent();
        if (!OF_ONE_RULE.contains(mutant)) {
            final Matcher staircase = STAIRCASE.matcher(launched.failure().get());
            assertThat(staircase.matches()).as("staircase: %s", launched.failure().get()).isTrue();
            assertThat(staircase.group("turns").lines().count()).as(staircase.group()).isBetween(0L, (long) FEW_TURNS);
        }
    }

    /** The same launch with nothing broken; that the other properties hold then is seen where they stand. */
    @Test
    void shippedClassesPass() {
        assertThat(Launched.with(null, Mutant.OLD_CORE_TIME.caughtBy()).failure()).isEmpty();
    }

    /** As in Hakoniwa's core: it may be D_max ahead of an asset before it counts up, so more afterwards. */
    @Test
    void theReportShowsTheSimplestScheduleAsAStaircase() {
        final Launched launched = Launched.with(Mutant.OLD_CORE_TIME.fault(), Mutant.OLD_CORE_TIME.caughtBy());
        assertThat(launched.failure()).hasValue("""
            (b.3) T_c ≤ min T_i + D_max is violated:
            D_max = 1, ΔT_c = 1, ΔT_1 = 1
             1. core: T' = 1: progresses to 1
             2. core: T' = 2: progresses to 2

             2 |               C
             1 |        C
             0 | C1-----1------1
                 0      1      2
            """);
        assertThat(launched.report()).contains("(b.3) T_c ≤ min T_i + D_max is violated:", "2 |               C");
    }
}
