package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LongWaitTest {
    private final LongWait longWait = new LongWait();

    /** How often it is told in so many looks. */
    private int told(final String wait, final int looks) {
        int told = 0;
        for (int look = 0; look < looks; look++) {
            told += longWait.isToTell(wait) ? 1 : 0;
        }
        return told;
    }

    @Test
    void eachWaitThatLastsIsToldOnce() {
        assertThat(told("radar", LongWait.LOOKS - 1)).isZero();
        assertThat(told("radar", 1)).isOne();
        assertThat(told("radar", 10 * LongWait.LOOKS)).isZero();
        assertThat(told("drone", LongWait.LOOKS)).as("another").isOne();
        assertThat(told("radar", LongWait.LOOKS - 1)).as("and it again, for less").isZero();
        assertThat(told("drone", 10 * LongWait.LOOKS)).as("which was told").isZero();
    }

    @Test
    void aWaitThatWasOverIsAnotherOne() {
        assertThat(told("parent", LongWait.LOOKS)).isOne();
        assertThat(told(null, 10 * LongWait.LOOKS)).isZero();
        assertThat(told("parent", LongWait.LOOKS)).isOne();
    }
}
