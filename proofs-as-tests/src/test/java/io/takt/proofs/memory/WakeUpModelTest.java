package io.takt.proofs.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.memory.WakeUpModel.Fault;
import io.takt.proofs.memory.WakeUpModel.Found;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No wake-up is lost in any interleaving of the protocol's steps, and each of its steps is needed. */
class WakeUpModelTest {
    private static final int TIMES = 3;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void inNoInterleavingDoesAPartySleepForEver(final int times) {
        final Found found = WakeUpModel.explore(Fault.NONE, times);
        assertThat(found.lost()).isZero();
        assertThat(found.wiped()).isZero();
        assertThat(found.ended()).isPositive();
        assertThat(found.states()).isGreaterThan(50 * times);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"NONE", "STORE_INSTEAD_OF_SWAP"})
    void whateverIsLeftOutLosesAWakeUp(final Fault fault) {
        assertThat(WakeUpModel.explore(fault, TIMES).lost()).isPositive();
    }

    /** It loses no wake-up, since a wake follows; but the sleeper of a ringer killed in between is never rung. */
    @Test
    void aRingThatComparesNothingTakesAwayWhatItHasNotRead() {
        final Found found = WakeUpModel.explore(Fault.STORE_INSTEAD_OF_SWAP, TIMES);
        assertThat(found.lost()).isZero();
        assertThat(found.wiped()).isPositive();
    }
}
