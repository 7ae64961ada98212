package io.takt.proofs.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.Steps;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every {@link VerdictMutant} is found out by {@link EveryChoice} in a system of one asset with small numbers. */
class VerdictMutantsTest {
    @ParameterizedTest
    @EnumSource
    void isFoundOutByEveryChoice(final VerdictMutant mutant) {
        int wrong = 0;
        for (long coreStep = 1; coreStep <= 3; coreStep++) {
            for (final Steps steps : VaryingStepsTest.everySteps(3, 3)) {
                for (long maxDelay = coreStep; maxDelay <= coreStep + steps.greatestNs() + 1; maxDelay++) {
                    final boolean isLive = !EveryChoice.of(ClockTree.of(coreStep, maxDelay, List.of(steps))).canStop();
                    wrong += mutant.isLive(coreStep, maxDelay, steps) == isLive ? 0 : 1;
                }
            }
        }
        assertThat(wrong).as("verdicts of %s that are wrong", mutant).isPositive();
    }
}
