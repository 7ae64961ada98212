package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.world.ProcessReading;
import io.takt.hub.core.world.ProcessReading.State;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SilenceTest {
    private static final long MS = 1_000_000L;
    private static final long START = Long.MAX_VALUE - 3_000 * MS;

    private final Silence silence = new Silence();
    private long nowNs = START;
    private long timeNs = 70;
    private long cpuNs = 5_000 * MS;

    private void begin(final long intervalNs) {
        silence.begin(intervalNs, nowNs);
    }

    /** A tenth of a second in which the process uses so much processor time. */
    private void tick(final long usedNs, final State state) {
        nowNs += 100 * MS;
        cpuNs += usedNs;
        silence.look(timeNs, new ProcessReading(state, cpuNs, nowNs - MS), nowNs);
    }

    private void ticks(final int count, final long usedNs) {
        for (int i = 0; i < count; i++) {
            tick(usedNs, State.SLEEPING);
        }
    }

    @Test
    void anAssetThatComputesIsNeverSilent() {
        begin(0);
        for (int i = 0; i < 200; i++) {
            tick(6 * MS, State.SLEEPING);
            assertThat(silence.isSilent()).isFalse();
            assertThat(silence.forNs(nowNs)).isZero();
        }
    }

    @Test
    void anAssetThatUsesHardlyAnyProcessorTimeIsSilentAfterASecond() {
        begin(0);
        ticks(10, 4 * MS);
        assertThat(silence.isSilent()).isFalse();
        tick(4 * MS, State.SLEEPING);
        assertThat(silence.isSilent()).isTrue();
        assertThat(silence.forNs(nowNs)).isEqualTo(1_001 * MS);
        ticks(100, 4 * MS);
        assertThat(silence.forNs(nowNs)).as("little by little it has used 400 ms").isEqualTo(11_001 * MS);
    }

    @Test
    void workThatEndsIsFollowedBySilence() {
        begin(0);
        ticks(30, 100 * MS);
        ticks(9, 0);
        assertThat(silence.isSilent()).isFalse();
        ticks(2, 0);
        assertThat(silence.isSilent()).isTrue();
        tick(100 * MS, State.RUNNING);
        assertThat(silence.isSilent()).isFalse();
    }

    @Test
    void aClockThatMovesIsASignOfLife() {
        begin(0);
        ticks(15, 0);
        assertThat(silence.isSilent()).isTrue();
        timeNs += 10;
        tick(0, State.SLEEPING);
        assertThat(silence.isSilent()).isFalse();
        ticks(10, 0);
        assertThat(silence.isSilent()).isFalse();
        ticks(1, 0);
        assertThat(silence.isSilent()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(value = State.class, names = {"STOPPED", "TRACED"})
    void aStoppedProcessIsSilentAtOnce(final State held) {
        begin(0);
        ticks(5, 100 * MS);
        tick(0, held);
        assertThat(silence.isSilent()).isTrue();
        assertThat(silence.forNs(nowNs)).as("since it was last seen alive").isEqualTo(101 * MS);
        ticks(0, 0);
        tick(0, held);
        assertThat(silence.forNs(nowNs)).isEqualTo(201 * MS);
        tick(0, State.SLEEPING);
        assertThat(silence.isSilent()).as("it goes on, and gets its second").isFalse();
        ticks(10, 0);
        assertThat(silence.isSilent()).isTrue();
    }

    @Test
    void anAssetFoundStoppedIsSilentSinceItHoldsTheCore() {
        begin(0);
        tick(0, State.STOPPED);
        assertThat(silence.forNs(nowNs)).isEqualTo(100 * MS);
    }

    @Test
    void ofAnUnknownProcessTheClockAloneTells() {
        begin(0);
        nowNs += 999 * MS;
        silence.look(timeNs, ProcessReading.NONE, nowNs);
        assertThat(silence.isSilent()).isFalse();
        nowNs += MS;
        silence.look(timeNs, ProcessReading.NONE, nowNs);
        assertThat(silence.isSilent()).isTrue();
        assertThat(silence.forNs(nowNs)).isEqualTo(1_000 * MS);
        timeNs++;
        silence.look(timeNs, ProcessReading.NONE, nowNs);
        assertThat(silence.isSilent()).isFalse();
    }

    @Test
    void anIntervalMayBeOverFirst() {
        begin(5_000 * MS);
        ticks(60, 0);
        assertThat(silence.isSilent()).isFalse();
        ticks(2, 0);
        assertThat(silence.isSilent()).isTrue();
        begin(Long.MAX_VALUE);
        ticks(100, 0);
        assertThat(silence.isSilent()).isFalse();
    }

    @Test
    void earlierLooksDoNotCount() {
        final ProcessReading old = new ProcessReading(State.STOPPED, 0, START - MS);
        begin(0);
        silence.look(timeNs, old, nowNs + MS);
        assertThat(silence.isSilent()).isFalse();
    }

    /** In any course of events silence never reaches before the start, and a clock that has just moved ends it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyInterleaving(final int seed) {
        final Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            nowNs = random.nextLong();
            final long beganNs = nowNs;
            long movedNs = nowNs;
            begin(0);
            for (int i = 0; i < 60; i++) {
                nowNs += random.nextInt(300) * MS;
                if (random.nextInt(12) == 0) {
                    timeNs += 1 + random.nextInt(5);
                    movedNs = nowNs;
                }
                final State state = State.values()[random.nextInt(State.values().length)];
                cpuNs += random.nextBoolean() ? 0 : random.nextInt(60) * MS;
                final ProcessReading sight = new ProcessReading(state,
                    random.nextInt(10) == 0 ? ProcessReading.NOT_KNOWN : cpuNs, nowNs - random.nextInt(50) * MS);
                silence.look(timeNs, sight, nowNs);
                final long silentNs = silence.forNs(nowNs);
                assertThat(silentNs).isBetween(0L, nowNs - beganNs);
                assertThat(silentNs == 0 || silence.isSilent()).isTrue();
                if (silence.isSilent() && !state.isHeld() && movedNs == nowNs && i > 0 && movedNs != beganNs) {
                    assertThat(silentNs).as("a clock that has just moved").isZero();
                }
            }
        }
    }
}
