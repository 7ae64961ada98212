package io.takt.dis.time;

import static io.takt.dis.time.DisStamp.HOUR_NS;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class DisStampTest {
    private static final long DECADES_NS = 2_000_000_000L * 1_000_000_000L;
    /** Half an hour, and less than a unit. */
    private static final long MOST_NS = HOUR_NS / 2 - 1_677;

    @Test
    void anHourHasTwoToThe31UnitsAndTheLastBitSaysWhichClock() {
        assertThat(DisStamp.of(0, false)).isZero();
        assertThat(DisStamp.of(HOUR_NS, true)).isOne();
        assertThat(DisStamp.of(HOUR_NS / 2, false)).isEqualTo(1 << 31);
        assertThat(DisStamp.of(HOUR_NS - 1, false)).isEqualTo(0xffff_fffe);
        assertThat(DisStamp.of(-1, true)).isEqualTo(0xffff_ffff);
        assertThat(DisStamp.isAbsolute(5)).isTrue();
        assertThat(DisStamp.isAbsolute(4)).isFalse();
        assertThat(DisStamp.pastHourNs(2)).isEqualTo(1_677);
    }

    @Property
    void itIsTheFloorOfTheExactQuotient(@ForAll @LongRange(min = 0, max = DECADES_NS) final long timeNs) {
        final BigInteger units = BigInteger.valueOf(timeNs % HOUR_NS).shiftLeft(31).divide(BigInteger.valueOf(HOUR_NS));
        assertThat(DisStamp.of(timeNs, false) >>> 1).isEqualTo(units.intValueExact());
    }

    @Property
    void theTimeOfAStampHasThatStamp(@ForAll final int stamp, @ForAll @LongRange(min = 0, max = DECADES_NS)
        final long nearNs) {
        assertThat(DisStamp.of(DisStamp.pastHourNs(stamp), DisStamp.isAbsolute(stamp))).isEqualTo(stamp);
        final long timeNs = DisStamp.nearestNs(stamp, nearNs);
        assertThat(DisStamp.of(timeNs, DisStamp.isAbsolute(stamp))).isEqualTo(stamp);
        assertThat(timeNs - nearNs).isBetween(-HOUR_NS / 2, HOUR_NS / 2 - 1);
    }

    /** In the middle of a roll-over or not, a clock that is wrong by up to half an hour is read as it is. */
    @Property
    void aTimeWithinHalfAnHourIsFoundAgain(@ForAll @LongRange(min = HOUR_NS, max = DECADES_NS) final long timeNs,
        @ForAll @LongRange(min = -MOST_NS, max = MOST_NS) final long wrongNs) {
        assertThat(timeNs - DisStamp.nearestNs(DisStamp.of(timeNs, true), timeNs + wrongNs)).isBetween(0L, 1_676L);
    }

    @Property
    void orderHoldsOverTheHour(@ForAll @LongRange(min = 0, max = DECADES_NS) final long timeNs,
        @ForAll @LongRange(min = 0, max = MOST_NS) final long laterNs, @ForAll final boolean isAbsolute) {
        final int first = DisStamp.of(timeNs, isAbsolute);
        final int second = DisStamp.of(timeNs + laterNs, isAbsolute);
        if (first == second) {
            assertThat(laterNs).isLessThan(1_677);
            assertThat(DisStamp.compare(first, second)).isZero();
        } else {
            assertThat(DisStamp.compare(first, second)).isNegative();
            assertThat(DisStamp.compare(second, first)).isPositive();
        }
    }
}
