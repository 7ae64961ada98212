package io.takt.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NestedFloorsTest {
    private static final long MS = 1_000_000L;

    @Test
    void ofEveryShortChainIsWhatSteppingFinds() {
        for (long top = 1; top <= 10; top++) {
            for (long one = 1; one <= 10; one++) {
                for (long two = 1; two <= 10; two++) {
                    assertIsWhatSteppingFinds(top, List.of(one, two));
                }
            }
        }
    }

    @Test
    void ofLongerChainsIsWhatSteppingFinds() {
        final Random random = new Random(7);
        for (int i = 0; i < 400; i++) {
            final List<Long> steps = new ArrayList<>();
            for (int j = 2 + random.nextInt(3); j >= 0; j--) {
                steps.add(1L + random.nextInt(12));
            }
            assertIsWhatSteppingFinds(1 + random.nextInt(12), steps);
        }
    }

    @Test
    void clocksThatMakeNoDifferenceAreLeftOut() {
        assertThat(chain(10, 5)).containsExactly(10L);
        assertThat(chain(5, 10)).containsExactly(10L);
        assertThat(chain(12, 6, 4, 3, 9)).containsExactly(12L, 9L);
        assertThat(chain(6, 10, 4)).containsExactly(6L, 10L, 4L);
    }

    @Test
    void nothingIsSearchedWhereTheLagIsTheSumOfTheGreatestRemainders() {
        final long[] steps = {999_999_937, 999_999_929, 999_999_893};
        final NestedFloors floors = floors(1_000_000_007, chain(steps));
        assertThat(floors.firstLagOf(steps[0] + steps[1] + steps[2] - 2)).isNull();
    }

    @Test
    void unrelatedStepsOfMillisecondsInNanosecondsTakeFewCases() {
        // 60 Hz over 1 ms over 144 Hz: the top's and the child's steps have no common divisor.
        final long top = 16_666_667;
        final NestedFloors floors = floors(top, chain(MS, 6_944_444));
        final BigInteger greatest = floors.greatestLagNs();
        final BigInteger first = floors.firstLagOf(greatest.longValueExact());
        assertThat(first.mod(BigInteger.valueOf(top))).isZero();
        assertThat(lagNs(first, chain(MS, 6_944_444))).isEqualTo(greatest);
        assertThat(floors.firstLagOf(greatest.longValueExact() + 1)).isNull();
    }

    @Test
    void theFirstTimeMayLieBeyondTheLargestLong() {
        final long top = Long.MAX_VALUE / 3;
        final NestedFloors floors = floors(top, chain(2, Long.MAX_VALUE / 5 * 2 + 1));
        final BigInteger greatest = floors.greatestLagNs();
        final BigInteger first = floors.firstLagOf(greatest.longValueExact());
        assertThat(first).isGreaterThan(BigInteger.valueOf(Long.MAX_VALUE));
        assertThat(lagNs(first, chain(2, Long.MAX_VALUE / 5 * 2 + 1))).isEqualTo(greatest);
    }

    @Test
    void aLagThatIsTooGreatAtOnceIsFoundInSpiteOfMillionsOfCases() {
        // Every remainder but the least is too much, and every class of times has it.
        final NestedFloors floors = floors(1_000_003, chain(3_000_017, 2_000_003));
        assertThat(floors.firstLagOf(1_000_003)).isEqualTo(1_000_003);
    }

    @Test
    void tooManyCasesAreRefusedAtOnceOrSoon() {
        final List<Long> unrelated = chain(9_999_999_370L, 9_999_999_290L, 9_999_998_930L);
        assertThatThrownBy(() -> floors(10_000_000_070L, unrelated).greatestLagNs())
            .isInstanceOf(TooManyCasesException.class)
            .hasMessageContaining("10000000070 ns").hasMessageContaining("[9999999370, 9999999290, 9999998930] ns");
        assertThatThrownBy(() -> floors(3, chain(Long.MAX_VALUE, Long.MAX_VALUE - 1)))
            .isInstanceOf(TooManyCasesException.class).hasMessageContaining("too long");
        final NestedFloors bothPrime = floors(1_000_000_007, chain(999_999_937, 999_999_929));
        assertThatThrownBy(() -> bothPrime.firstLagOf(1_000_000_000)).isInstanceOf(TooManyCasesException.class);
    }

    private static void assertIsWhatSteppingFinds(final long top, final List<Long> steps) {
        final List<BigInteger> lags = new ArrayList<>();
        BigInteger greatest = BigInteger.ZERO;
        BigInteger period = BigInteger.valueOf(top);
        for (final long step : steps) {
            period = period.multiply(BigInteger.valueOf(step)).divide(period.gcd(BigInteger.valueOf(step)));
        }
        for (long time = 0; time <= period.longValueExact(); time += top) {
            lags.add(lagNs(BigInteger.valueOf(time), steps));
            greatest = greatest.max(lags.get(lags.size() - 1));
        }
        List<Long> chain = List.of();
        for (int i = steps.size() - 1; i >= 0; i--) {
            chain = NestedFloors.chain(steps.get(i), chain);
        }
        final NestedFloors floors = floors(top, chain);
        assertThat(floors.greatestLagNs()).as("greatest lag of %s under %d", steps, top).isEqualTo(greatest);
        assertThat(floors.firstLagOf(greatest.longValueExact() + 1)).isNull();
        for (long lag = -1; lag <= greatest.longValueExact(); lag++) {
            final BigInteger wanted = BigInteger.valueOf(lag);
            int number = 0;
            while (lags.get(number).compareTo(wanted) < 0) {
                number++;
            }
            assertThat(floors.firstLagOf(lag)).as("first lag of %d of %s under %d", lag, steps, top)
                .isEqualTo(top * number);
        }
    }

    private static BigInteger lagNs(final BigInteger time, final List<Long> steps) {
        BigInteger floor = time;
        for (final long step : steps) {
            floor = floor.subtract(floor.mod(BigInteger.valueOf(step)));
        }
        return time.subtract(floor);
    }

    private static NestedFloors floors(final long top, final List<Long> chain) {
        return new NestedFloors(top, new NestedFloors.Chain(chain, 0), NestedFloors.cases());
    }

    private static List<Long> chain(final long... steps) {
        List<Long> chain = List.of();
        for (int i = steps.length - 1; i >= 0; i--) {
            chain = NestedFloors.chain(steps[i], chain);
        }
        return chain;
    }
}
