package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.rule.CoreRule;
import io.takt.shm.clock.LowestTimes;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The core's clock with its blocks beside rules (a) and (b) over parent and assets, each asked anew. */
class CoreClockModelTest {
    private static final int MOST = 5 * LowestTimes.BLOCK;
    private static final int MANY = 10_000;

    private final long[] read = new long[MANY];
    private final long[] times = new long[MANY];
    private final boolean[] joined = new boolean[MANY];
    private int readings;
    private long parentNs = Long.MAX_VALUE;
    private int parentReadings;

    private CoreClock clock(final long stepNs, final long maxDelayNs) {
        return new CoreClock(stepNs, maxDelayNs, new CoreClock.Readings() {
            @Override
            public long assetTimeNs(final int slot) {
                readings++;
                return read[slot];
            }

            @Override
            public long parentTimeNs() {
                parentReadings++;
                return parentNs;
            }
        });
    }

    /** A clock is read as it is, or as it was some time ago; but never as it was before the last reading. */
    @Test
    void isRuleBOverAllReadingsThroughJoinsLeavesAndResets() {
        int progressed = 0;
        int retained = 0;
        for (int seed = 0; seed < 200; seed++) {
            final Random random = new Random(seed);
            final long stepNs = 1 + random.nextInt(10);
            final long maxDelayNs = stepNs + random.nextInt(50);
            final CoreClock clock = clock(stepNs, maxDelayNs);
            Arrays.fill(joined, false);
            final boolean hasParent = random.nextBoolean();
            parentNs = hasParent ? 0 : Long.MAX_VALUE;
            for (int turn = 0; turn < 400; turn++) {
                final int what = random.nextInt(100);
                if (what < 10) {
                    join(clock, Math.max(0, clock.timeNs() - random.nextLong(maxDelayNs + 1)));
                } else if (what < 14) {
                    leave(clock, random.nextInt(MOST));
                } else if (what == 14 && random.nextInt(10) == 0) {
                    clock.reset();
                    Arrays.fill(times, 0);
                    Arrays.fill(read, 0);
                    parentNs = hasParent ? 0 : Long.MAX_VALUE;
                }
                parentNs += hasParent ? random.nextInt(12) : 0;
                letTimePass(clock.timeNs(), random);
                if (countsUpAsItShould(clock, maxDelayNs)) {
                    progressed++;
                } else {
                    retained++;
                }
            }
        }
        assertThat(progressed).as("both kinds are drawn").isGreaterThan(1_000);
        assertThat(retained).as("both kinds are drawn").isGreaterThan(1_000);
    }

    private void join(final CoreClock clock, final long atNs) {
        final int slot = clock.add(atNs);
        assertThat(joined[slot]).isFalse();
        if (slot >= MOST) {
            clock.remove(slot);
            return;
        }
        joined[slot] = true;
        times[slot] = atNs;
        read[slot] = atNs;
    }

    private void leave(final CoreClock clock, final int slot) {
        if (joined[slot]) {
            joined[slot] = false;
            clock.remove(slot);
        }
    }

    private void letTimePass(final long coreNs, final Random random) {
        for (int slot = 0; slot < MOST; slot++) {
            if (joined[slot]) {
                times[slot] = Math.min(coreNs, times[slot] + random.nextInt(20));
                read[slot] += random.nextInt(3) == 0 ? 0 : random.nextLong(times[slot] - read[slot] + 1);
            }
        }
    }

    private boolean countsUpAsItShould(final CoreClock clock, final long maxDelayNs) {
        final long nextNs = clock.nextNs();
        final int[] there = IntStream.range(0, MOST).filter(slot -> joined[slot]).toArray();
        final boolean expected = nextNs <= parentNs
            && Arrays.stream(there).allMatch(slot -> CoreRule.allows(nextNs, read[slot], maxDelayNs));
        assertThat(clock.countUp()).isEqualTo(expected);
        if (nextNs % 3 == 0) {
            assertThat(clock.slowestNs())
                .isEqualTo(Arrays.stream(there).mapToLong(slot -> read[slot]).min().orElse(LowestTimes.NONE));
        }
        if (expected) {
            assertThat(clock.timeNs()).isEqualTo(nextNs);
            assertThat(clock.blocker()).isEqualTo(CoreClock.NONE);
            for (int slot = 0; slot < MOST; slot++) {
                assertThat(!joined[slot] || nextNs - times[slot] <= maxDelayNs).as("safe").isTrue();
            }
        } else if (nextNs > parentNs) {
            assertThat(clock.blocker()).isEqualTo(CoreClock.PARENT);
        } else {
            final int blocker = clock.blocker();
            assertThat(joined[blocker]).isTrue();
            assertThat(nextNs - read[blocker]).isGreaterThan(maxDelayNs);
            assertThat(clock.seenNs(blocker)).as("just read").isEqualTo(read[blocker]);
        }
        return expected;
    }

    @Test
    void aParentFarAheadIsReadOnceForManyCountUps() {
        final CoreClock clock = clock(10, 20);
        parentNs = 10_000;
        for (int i = 0; i < 1_000; i++) {
            assertThat(clock.countUp()).isTrue();
        }
        assertThat(parentReadings).isEqualTo(1);
        assertThat(clock.countUp()).isFalse();
        assertThat(clock.blocker()).isEqualTo(CoreClock.PARENT);
        parentNs = 10_010;
        assertThat(clock.countUp()).isTrue();
    }

    @Test
    void withOneActiveAssetAmongTenThousandACountUpCostsOneReading() {
        final CoreClock clock = clock(10, 20);
        for (int slot = 0; slot < MANY; slot++) {
            clock.add(0);
            read[slot] = slot == 4_711 ? 0 : 1_000_000;
        }
        while (clock.countUp()) {
            assertThat(clock.timeNs()).isLessThanOrEqualTo(20);
        }
        read[4_711] = 10;
        assertThat(clock.countUp()).as("the others are read once").isTrue();
        readings = 0;
        for (int i = 0; i < 1_000; i++) {
            assertThat(clock.countUp()).isFalse();
            assertThat(clock.blocker()).isEqualTo(4_711);
            read[4_711] += 10;
            assertThat(clock.countUp()).isTrue();
        }
        assertThat(readings).isEqualTo(2_000);
    }

    @Test
    void aRetainedCountUpCostsOneReadingWhicheverBlockHoldsIt() {
        final CoreClock clock = clock(10, 20);
        final Random random = new Random(1);
        for (int slot = 0; slot < MANY; slot++) {
            clock.add(0);
        }
        while (clock.countUp()) {
            assertThat(clock.timeNs()).isLessThanOrEqualTo(20);
        }
        for (int i = 0; i < 100; i++) {
            final int holds = random.nextInt(MANY);
            Arrays.fill(read, clock.timeNs());
            read[holds] = clock.timeNs() - 20;
            assertThat(clock.countUp()).isFalse();
            assertThat(clock.blocker()).isEqualTo(holds);
            readings = 0;
            for (int again = 0; again < 10; again++) {
                assertThat(clock.countUp()).isFalse();
            }
            assertThat(readings).isEqualTo(10);
            read[holds] = clock.timeNs();
            assertThat(clock.countUp()).isTrue();
            assertThat(clock.countUp()).isTrue();
        }
    }
}
