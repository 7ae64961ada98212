package io.takt.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    private static final Benchmark BENCHMARK = new LockStep();
    private static final Figure TAKT = new Figure("Takt", "/s", 2_000_000, 1_500_000, 2_100_000);
    private static final Figure PEER = Figure.of("C spin", "/s", 5_000_000);

    private static Result compared(final String what, final double ratio) {
        return Result.compared(BENCHMARK, what, TAKT, PEER, Figure.of("C spin / Takt", "", ratio), Bound.atMost(2));
    }

    @Test
    void columnsAreAsWideAsTheyHaveToBe() {
        assertThat(Table.lines(List.of(compared("one asset", 2.5), compared("two", 0.5)))).containsExactly(
            "             Takt      least .. most         against            ratio  bound  holds",
            "  one asset  2.00 M/s  1.50 M/s .. 2.10 M/s  C spin   5.00 M/s  2.50   <= 2   NO",
            "  two        2.00 M/s  1.50 M/s .. 2.10 M/s  C spin   5.00 M/s  0.50   <= 2   yes");
    }

    @Test
    void columnsThatAreNotNeededAreLeftOut() {
        assertThat(Table.lines(List.of(
            Result.reported(BENCHMARK, "first", Figure.of("Takt", "ms", 1234.5)).withNote("said"),
            Result.bounded(BENCHMARK, "second", Figure.of("Takt", "%", 0.25), Bound.atMost(0.5))))).containsExactly(
            "          Takt     bound   holds",
            "  first   1235 ms",
            "    (said)",
            "  second  0.25 %   <= 0.5  yes");
    }

    @Test
    void aMissingMeasurementSaysWhy() {
        assertThat(Table.lines(List.of(Result.skipped(BENCHMARK, "pinned", null, "no taskset")))).containsExactly(
            "", "  pinned", "    (no taskset)");
    }

    @Test
    void figuresHaveThreeDigitsThatCount() {
        assertThat(List.of(999.6, 1_234.0, 45_678.0, 1.5e9)).extracting(each -> Figure.of("C", "/s", each).text())
            .containsExactly("1000 /s", "1.23 k/s", "45.7 k/s", "1.50 G/s");
        assertThat(Figure.of("C", "ns", 12.345).text()).isEqualTo("12.3 ns");
    }

    @Test
    void aBrokenBoundIsNamed() {
        final Result slow = compared("one asset", 2.5);
        assertThat(slow.fails()).isTrue();
        assertThat(slow.complaint()).isEqualTo("lock-step, one asset: C spin / Takt is 2.50, and has to be <= 2");
        final Result idle = Result.bounded(BENCHMARK, "idle", Figure.of("Takt", "%", 4), Bound.atLeast(5));
        assertThat(idle.complaint()).isEqualTo("lock-step, idle: 4.00 %, and has to be >= 5");
        assertThat(Result.reported(BENCHMARK, "any", TAKT).fails()).isFalse();
        assertThat(Result.skipped(BENCHMARK, "any", TAKT, "no compiler").fails()).isFalse();
    }
}
