package io.takt.dis.time;

import static io.takt.dis.time.DisStamp.HOUR_NS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Senders over hours, with delays as they come: which time their PDUs get. */
class SenderClockTest {
    private static final long S = 1_000_000_000L;
    private static final long MS = 1_000_000L;
    private static final long UNIT_NS = 1_677;
    private static final long MOST_DELAY_NS = 200 * MS;
    private static final long MOST_WRONG_NS = HOUR_NS / 2 - MOST_DELAY_NS - UNIT_NS;

    /** When a PDU was made, how long it was under way, and the time that it got. */
    private interface Check {
        void check(long madeNs, long delayNs, long timeNs);
    }

    private static void send(final SenderClock clock, final long seed, final long startNs, final long wrongNs,
        final boolean isAbsolute, final Check check) {
        final Random random = new Random(seed);
        long madeNs = startNs;
        long arrivalNs = 0;
        for (int i = 0; i < 400; i++) {
            // Now and then a silence of hours and some.
            final boolean isSilent = random.nextInt(100) == 0;
            madeNs += isSilent ? (long) (random.nextDouble() * 5 * HOUR_NS) : 50 * MS + random.nextInt(4_000) * MS;
            final long delayNs = isSilent || i % 2 == 0 ? MS
                : MS + (long) (random.nextDouble() * (MOST_DELAY_NS - MS));
            arrivalNs = Math.max(arrivalNs, madeNs + delayNs);
            check.check(madeNs, arrivalNs - madeNs,
                clock.timeNs(DisStamp.of(madeNs + wrongNs, isAbsolute), arrivalNs));
        }
    }

    /** Of each ten seconds one PDU is as fast as the network is. */
    @Property(tries = 300)
    void aRelativeClockIsReadUpToTheDelayOfTheNetwork(@ForAll final long seed,
        @ForAll @LongRange(min = HOUR_NS, max = 1_000_000 * HOUR_NS) final long startNs,
        @ForAll @LongRange(min = 0, max = HOUR_NS) final long offsetNs) {
        send(new SenderClock(0), seed, startNs, offsetNs, false, (madeNs, delayNs, timeNs) -> {
            assertThat(timeNs - madeNs).isBetween(-UNIT_NS, delayNs + UNIT_NS);
            assertThat(timeNs - madeNs).isBetween(MS - UNIT_NS, MS + UNIT_NS);
        });
    }

    @Property(tries = 300)
    void anAbsoluteClockThatIsWrongByUpToHalfAnHourIsReadLikeARelativeOne(@ForAll final long seed,
        @ForAll @LongRange(min = HOUR_NS, max = 1_000_000 * HOUR_NS) final long startNs,
        @ForAll @LongRange(min = -MOST_WRONG_NS, max = MOST_WRONG_NS) final long wrongNs) {
        send(new SenderClock(0), seed, startNs, wrongNs, true, (madeNs, delayNs, timeNs) ->
            assertThat(timeNs - madeNs).isBetween(MS - UNIT_NS, MS + UNIT_NS));
        send(new SenderClock(HOUR_NS), seed, startNs, wrongNs, true, (madeNs, delayNs, timeNs) ->
            assertThat(timeNs - madeNs - wrongNs).as("believed").isBetween(-UNIT_NS, 0L));
    }

    @Test
    void anAbsoluteClockIsBelievedWhileItIsNearlyRight() {
        final SenderClock clock = new SenderClock(100 * MS);
        assertThat(clock.timeNs(DisStamp.of(HOUR_NS - 50 * MS, true), HOUR_NS))
            .isBetween(HOUR_NS - 50 * MS - UNIT_NS, HOUR_NS - 50 * MS);
        final SenderClock wrong = new SenderClock(100 * MS);
        assertThat(wrong.timeNs(DisStamp.of(HOUR_NS - 150 * MS, true), HOUR_NS)).isEqualTo(HOUR_NS);
        assertThat(wrong.timeNs(DisStamp.of(HOUR_NS + 850 * MS, true), HOUR_NS + S + 30 * MS))
            .isBetween(HOUR_NS + S - UNIT_NS, HOUR_NS + S + UNIT_NS);
    }

    /** Of one frame, PDUs have the same stamp; then the clock stands, and runs again. */
    @Test
    void whereStampsDoNotRunAPduHasTheTimeOfItsArrival() {
        for (final boolean isAbsolute : new boolean[] {false, true}) {
            final SenderClock clock = new SenderClock(S);
            final int stamp = DisStamp.of(HOUR_NS, isAbsolute);
            assertThat(clock.timeNs(stamp, HOUR_NS)).isEqualTo(HOUR_NS);
            assertThat(clock.timeNs(stamp, HOUR_NS + 250 * MS)).isEqualTo(HOUR_NS);
            for (long nowNs = HOUR_NS + 251 * MS; nowNs < HOUR_NS + 60 * S; nowNs += 100 * MS) {
                assertThat(clock.timeNs(stamp, nowNs)).isEqualTo(nowNs);
            }
            assertThat(clock.timeNs(DisStamp.of(HOUR_NS + 60 * S, isAbsolute), HOUR_NS + 60 * S))
                .isBetween(HOUR_NS + 60 * S - UNIT_NS, HOUR_NS + 60 * S);
        }
    }

    /** Within 20 s the offset is that of the new clock, whichever way it was put. */
    @Test
    void aClockThatWasPutIsFollowed() {
        for (final long putNs : new long[] {-300 * S, 300 * S}) {
            final SenderClock clock = new SenderClock(0);
            for (long nowNs = 5 * HOUR_NS; nowNs < 5 * HOUR_NS + 60 * S; nowNs += S) {
                final boolean isPut = nowNs >= 5 * HOUR_NS + 30 * S;
                final long timeNs = clock.timeNs(DisStamp.of(nowNs + (isPut ? putNs : 0), false), nowNs + MS);
                assertThat(timeNs).isLessThanOrEqualTo(nowNs + MS);
                if (!isPut || putNs > 0 || nowNs >= 5 * HOUR_NS + 51 * S) {
                    assertThat(timeNs).isGreaterThan(nowNs + MS - UNIT_NS);
                }
            }
        }
    }
}
