package io.takt.proofs.explore;

import static io.takt.proofs.explore.Witness.BARELY_LIVE;
import static io.takt.proofs.explore.Witness.SYSTEM;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.rule.Fault;
import io.takt.proofs.rule.FaultyClasses;
import org.junit.jupiter.api.Test;

/**
 * The explorer can fail: it finds out one spot of what ships that is broken, and shows a shortest way to where that is
 * seen.
 */
class BrokenRulesTest {
    private static final String TWICE = """
          start          T_c   0   T_i   0   0   lags   0   0
          core + 3       T_c   3   T_i   0   0   lags   3   3
          core + 3       T_c   6   T_i   0   0   lags   6   6
          violates (c.2) (c.3)
        """;

    private static Object witness(final Fault fault, final String method, final Object... arguments) {
        return FaultyClasses.call(fault, Witness.class.getName(), method, arguments);
    }

    private static void assertFindsViolation(final Fault fault, final String way) {
        assertThat(Witness.violation(false)).as("by what ships").isNull();
        assertThat(witness(fault, "violation", false)).isEqualTo(SYSTEM + "\n" + way.stripTrailing());
    }

    @Test
    void anAssetThatStepsFromWhereverItIsBehind() {
        assertFindsViolation(Fault.rule("AssetRule", "progresses", "whereverBehind"), """
              start          T_c   0   T_i   0   0   lags   0   0
              core + 3       T_c   3   T_i   0   0   lags   3   3
              asset-1 + 2    T_c   3   T_i   0   2   lags   3   1
              asset-1 + 2    T_c   3   T_i   0   4   lags   3  -1
              violates (c.1) (c.3)
            """);
    }

    @Test
    void anAssetThatDoesNotLookAtTheCore() {
        assertFindsViolation(Fault.rule("AssetRule", "progresses", "always"), """
              start          T_c   0   T_i   0   0   lags   0   0
              asset-0 + 1    T_c   0   T_i   1   0   lags  -1   0
              violates (c.1) (c.3)
            """);
    }

    @Test
    void aCoreThatIsOneTooGenerous() {
        assertFindsViolation(Fault.rule("CoreRule", "allows", "maxDelayAndOne"), TWICE);
    }

    @Test
    void aCoreThatForgetsOneAsset() {
        assertFindsViolation(Fault.hub("CoreClock", "allAllow", "get", 1, "timeButOfTheFirst"), """
              start          T_c   0   T_i   0   0   lags   0   0
              core + 3       T_c   3   T_i   0   0   lags   3   3
              asset-1 + 2    T_c   3   T_i   0   2   lags   3   1
              core + 3       T_c   6   T_i   0   2   lags   6   4
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
        final Fault fault = Fault.rule("CoreRule", "allows", "oldForNew");
        assertThat(witness(fault, "violation", false)).isNull();
        assertThat(witness(fault, "violation", true)).isNotNull();
    }

    /** It is safe, but stops where the shipped rule does not: the verdict is about this and no other rule. */
    @Test
    void rulesThatAreTooStrict() {
        final Fault fault = Fault.rule("CoreRule", "allows", "strictB");
        assertThat(BARELY_LIVE.judge().live()).isTrue();
        assertThat(Witness.stops()).isZero();
        assertThat(witness(fault, "violation", false)).isNull();
        assertThat(witness(fault, "stops")).isNotEqualTo(0);
    }
}
