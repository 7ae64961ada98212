package io.takt.proofs.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.rule.Parameters;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The explorer can fail: it finds out rules that are broken, and shows a shortest way to where that is seen. */
class BrokenRulesTest {
    private static final Parameters SYSTEM = new Parameters(3, 5, List.of(1L, 2L));
    private static final String TWICE = """
          start          T_c   0   T_i   0   0   lags   0   0
          core + 3       T_c   3   T_i   0   0   lags   3   3
          core + 3       T_c   6   T_i   0   0   lags   6   6
          violates (c.2) (c.3)
        """;

    private static void assertFindsViolation(final Rules rules, final Variant variant, final String way) {
        assertThat(Explored.of(SYSTEM, Rules.SHIPPED, variant).violation()).as("by the shipped rules").isNull();
        assertThat(Explored.of(SYSTEM, rules, variant).violation()).isEqualTo(SYSTEM + "\n" + way.stripTrailing());
    }

    @Test
    void anAssetThatStepsFromWhereverItIsBehind() {
        assertFindsViolation(Rules.SHIPPED.withAsset((asset, timeNs, stepNs, coreTimeNs) -> timeNs < coreTimeNs),
            Variant.LAGS, """
                  start          T_c   0   T_i   0   0   lags   0   0
                  core + 3       T_c   3   T_i   0   0   lags   3   3
                  asset-1 + 2    T_c   3   T_i   0   2   lags   3   1
                  asset-1 + 2    T_c   3   T_i   0   4   lags   3  -1
                  violates (c.1) (c.3)
                """);
    }

    @Test
    void anAssetThatDoesNotLookAtTheCore() {
        assertFindsViolation(Rules.SHIPPED.withAsset((asset, timeNs, stepNs, coreTimeNs) ->
            asset == 1 || Rules.SHIPPED.asset().progresses(asset, timeNs, stepNs, coreTimeNs)), Variant.LAGS, """
                  start          T_c   0   T_i   0   0   lags   0   0
                  asset-1 + 2    T_c   0   T_i   0   2   lags   0  -2
                  violates (c.1) (c.3)
                """);
    }

    @Test
    void aCoreThatIsOneTooGenerous() {
        assertFindsViolation(Rules.SHIPPED.withCore((asset, nextNs, timeNs, maxDelayNs) ->
            nextNs - timeNs <= maxDelayNs + 1), Variant.LAGS, TWICE);
    }

    @Test
    void aCoreThatLooksAtWhereItStandsNotAtWhereItGoes() {
        assertFindsViolation(Rules.SHIPPED.withCore((asset, nextNs, timeNs, maxDelayNs) ->
            nextNs - SYSTEM.coreStepNs() - timeNs <= maxDelayNs), Variant.LAGS, TWICE);
    }

    @Test
    void aCoreThatForgetsOneAsset() {
        assertFindsViolation(Rules.SHIPPED.withCore((asset, nextNs, timeNs, maxDelayNs) ->
            asset == 1 || Rules.SHIPPED.core().allows(asset, nextNs, timeNs, maxDelayNs)), Variant.LAGS, """
                  start          T_c   0   T_i   0   0   lags   0   0
                  core + 3       T_c   3   T_i   0   0   lags   3   3
                  asset-0 + 1    T_c   3   T_i   1   0   lags   2   3
                  core + 3       T_c   6   T_i   1   0   lags   5   6
                  violates (c.2) (c.3)
                """);
    }

    /** At D_max behind it would still be safe. */
    @Test
    void anAssetThatJoinsTooFarBehind() {
        final Variant atMost = Variant.LAGS.joiningBehindBy(SYSTEM.maxDelayNs());
        assertThat(Explored.of(SYSTEM, atMost).violation()).isNull();
        final Variant tooFar = Variant.LAGS.joiningBehindBy(SYSTEM.maxDelayNs() + 1);
        assertThat(Explored.of(SYSTEM, tooFar).violation()).isEqualTo(SYSTEM + "\n" + """
              start          T_c   0   T_i   0   0   lags   0   0
              asset-0 leaves T_c   0   T_i   -   0   lags   -   0
              asset-0 joins  T_c   0   T_i  -6   0   lags   6   0
              violates (c.2) (c.3) (c.4) (c.5)
            """.stripTrailing());
    }

    /** With newest readings it would do no harm: the core does not come so far. */
    @Test
    void aRuleThatTakesAnOldReadingForMoreThanItSays() {
        final Rules broken = Rules.SHIPPED.withCore((asset, nextNs, timeNs, maxDelayNs) ->
            Math.floorMod(nextNs - timeNs, 10 * maxDelayNs) <= maxDelayNs);
        assertThat(Explored.of(SYSTEM, broken, Variant.LAGS).violation()).isNull();
        assertThat(Explored.of(SYSTEM, broken, Variant.LAGS.stale()).violation()).isNotNull();
    }

    /** It is safe, but stops where the shipped rules do not: the verdict is about these and no others. */
    @Test
    void rulesThatAreTooStrict() {
        final Parameters barelyLive = new Parameters(2, 4, List.of(2L, 3L));
        assertThat(barelyLive.judge().live()).isTrue();
        assertThat(Explored.of(barelyLive, Variant.LAGS).deadlocks()).isEmpty();
        final Rules lessThan = Rules.SHIPPED.withCore((asset, nextNs, timeNs, maxDelayNs) ->
            nextNs - timeNs < maxDelayNs);
        final Explored explored = Explored.of(barelyLive, lessThan, Variant.LAGS);
        assertThat(explored.violation()).isNull();
        assertThat(explored.deadlocks()).isNotEmpty();
    }
}
