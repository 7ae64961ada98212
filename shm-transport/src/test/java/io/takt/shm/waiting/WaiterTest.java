package io.takt.shm.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.WaitStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WaiterTest {
    private static final long US = 1_000;
    private static final long MS = 1_000 * US;
    private static final int MOST_SPINS = 200;

    private final List<String> log = new ArrayList<>();
    private long nowNs = 77;
    private long spinNs = 10;
    private long yieldNs = 500;
    private long sleepNs = MS;
    private long idleForNs;
    private int pausesPerLook = 1;

    private final Parker parker = new Parker() {
        @Override
        public int pausesPerLook() {
            return pausesPerLook;
        }

        @Override
        public long idleForNs() {
            return idleForNs;
        }

        @Override
        public void announce() {
            log.add("announce");
        }

        @Override
        public void sleep() {
            log.add("sleep");
            nowNs += sleepNs;
        }

        @Override
        public void withdraw() {
            log.add("withdraw");
        }
    };

    private final Waiter.Processor processor = new Waiter.Processor() {
        @Override
        public void spin() {
            log.add("spin");
            nowNs += spinNs;
        }

        @Override
        public void giveWay() {
            log.add("yield");
            nowNs += yieldNs;
        }
    };

    private Waiter waiter(final WaitStrategy strategy) {
        return new Waiter(strategy, parker, () -> nowNs, processor);
    }

    /** Looks for work until there is some at this time; gives what the thread has done meanwhile. */
    private List<String> waitUntil(final Waiter waiter, final long atNs) {
        log.clear();
        while (nowNs < atNs) {
            log.add("look");
            waiter.idle();
        }
        log.add("look");
        waiter.worked();
        return List.copyOf(log);
    }

    private List<String> waitFor(final Waiter waiter, final long forNs) {
        return waitUntil(waiter, nowNs + forNs);
    }

    private static int count(final List<String> done, final String what) {
        return (int) done.stream().filter(what::equals).count();
    }

    @Test
    void spinNeverDoesAnythingElse() {
        final List<String> done = waitFor(waiter(WaitStrategy.SPIN), MS);
        assertThat(done).containsOnly("look", "spin");
        assertThat(count(done, "spin")).isEqualTo(MS / spinNs);
    }

    @Test
    void yieldNeverSpinsOrSleeps() {
        idleForNs = MS;
        yieldNs = 10 * MS;
        assertThat(waitFor(waiter(WaitStrategy.YIELD), 1_000 * MS)).containsOnly("look", "yield");
    }

    @Test
    void sleepAnnouncesAtOnce() {
        final Waiter waiter = waiter(WaitStrategy.SLEEP);
        for (int i = 0; i < 3; i++) {
            assertThat(waitFor(waiter, 2 * MS)).containsExactly("look", "announce", "look", "sleep", "look", "announce",
                "look", "sleep", "look", "withdraw");
        }
    }

    @Test
    void adaptiveSpinsThenYieldsThenSleeps() {
        final List<String> done = waitFor(waiter(WaitStrategy.ADAPTIVE), 2 * MS);
        final List<String> phases = new ArrayList<>();
        for (final String each : done) {
            if (!each.equals("look") && (phases.isEmpty() || !phases.get(phases.size() - 1).equals(each))) {
                phases.add(each);
            }
        }
        assertThat(phases).startsWith("spin", "yield", "announce", "sleep").endsWith("withdraw");
        assertThat(count(done, "spin")).isEqualTo(MOST_SPINS);
        assertThat(count(done, "yield") * yieldNs).as("burnt in vain").isBetween(10 * US, 100 * US);
    }

    @Test
    void looksAreRarerWhereTheBedSaysSoAndTheWholeSpinIsAsLong() {
        pausesPerLook = 8;
        final List<String> done = waitFor(waiter(WaitStrategy.ADAPTIVE), 2 * MS);
        final List<String> spinning = done.subList(0, done.indexOf("yield"));
        assertThat(count(spinning, "spin")).isEqualTo(MOST_SPINS);
        assertThat(count(spinning, "look")).isEqualTo(MOST_SPINS / 8 + 1);
    }

    @ParameterizedTest
    @EnumSource
    void betweenAnnouncementAndSleepThereIsALookAndEveryAnnouncementIsWithdrawnOnce(final WaitStrategy strategy) {
        for (int seed = 0; seed < 300; seed++) {
            final Random random = new Random(seed);
            final Waiter waiter = waiter(strategy);
            log.clear();
            for (int i = 0; i < 2_000; i++) {
                yieldNs = random.nextInt(20) == 0 ? random.nextInt(2_000) * US : random.nextInt(3_000);
                sleepNs = random.nextInt(1_000) * US;
                idleForNs = random.nextInt(10) == 0 ? random.nextInt(200) * US : 0;
                log.add("look");
                if (random.nextInt(1 + seed) == 0) {
                    log.add("worked");
                    waiter.worked();
                } else {
                    waiter.idle();
                }
            }
            log.add("look");
            log.add("worked");
            waiter.worked();
            assertInOrder(log, "seed " + seed);
        }
    }

    private static void assertInOrder(final List<String> done, final String as) {
        boolean announced = false;
        String before = "";
        String beforeThat = "";
        for (int i = 0; i < done.size(); i++) {
            final String each = done.get(i);
            switch (each) {
                case "sleep" -> assertThat(List.of(beforeThat, before)).as(as).containsExactly("announce", "look");
                case "announce" -> announced = true;
                case "worked" -> {
                    final boolean withdrawn = i + 1 < done.size() && done.get(i + 1).equals("withdraw");
                    assertThat(withdrawn).as(as).isEqualTo(announced);
                    announced = false;
                }
                case "withdraw" -> assertThat(before).as(as).isEqualTo("worked");
                default -> assertThat(each).isIn("look", "spin", "yield");
            }
            beforeThat = before;
            before = each;
        }
    }

    @Test
    void withdrawIsCalledOnceAndOnlyAfterAnAnnouncement() {
        final Waiter waiter = waiter(WaitStrategy.SLEEP);
        waiter.worked();
        assertThat(log).isEmpty();
        waiter.idle();
        waiter.worked();
        waiter.worked();
        assertThat(log).containsExactly("announce", "withdraw");
        waiter.idle();
        waiter.idle();
        waiter.worked();
        waiter.worked();
        assertThat(log).containsExactly("announce", "withdraw", "announce", "sleep", "withdraw");
    }

    @Test
    void longWaitsSoonGoToSleepAtOnce() {
        final Waiter waiter = waiter(WaitStrategy.ADAPTIVE);
        for (int i = 0; i < 10; i++) {
            waitFor(waiter, 10 * MS);
        }
        final List<String> done = waitFor(waiter, 10 * MS);
        assertThat(count(done, "yield")).isZero();
        assertThat(count(done, "spin")).isZero();
        assertThat(done).contains("sleep");
    }

    @Test
    void shortWaitsComeBackToYieldingAndThenToSpinning() {
        final Waiter waiter = waiter(WaitStrategy.ADAPTIVE);
        for (int i = 0; i < 10; i++) {
            waitFor(waiter, 10 * MS);
        }
        sleepNs = 20 * US;
        final List<String> asleep = waitFor(waiter, 20 * US);
        assertThat(asleep).contains("sleep").doesNotContain("yield");
        for (int i = 0; i < 5; i++) {
            waitFor(waiter, 10 * US);
        }
        assertThat(waitFor(waiter, 10 * US)).contains("yield").doesNotContain("sleep");
        spinNs = 10;
        yieldNs = 200;
        for (int i = 0; i < 1_000; i++) {
            waitFor(waiter, 5 * spinNs + 1);
        }
        assertThat(count(waitFor(waiter, US), "spin")).as("as many as at first").isEqualTo(US / spinNs);
    }

    @Test
    void aVeryLongYieldForbidsYieldingForAWhile() {
        final Waiter waiter = waiter(WaitStrategy.ADAPTIVE);
        yieldNs = 4 * MS;
        final List<String> done = waitFor(waiter, 5 * MS);
        assertThat(count(done, "yield")).as("after one it goes to sleep").isEqualTo(1);
        final long longYieldNs = nowNs;
        yieldNs = 500;
        sleepNs = 20 * US;
        while (nowNs < longYieldNs + 150 * MS) {
            assertThat(waitFor(waiter, 50 * US)).doesNotContain("yield");
        }
        while (nowNs < longYieldNs + 250 * MS) {
            waitFor(waiter, 50 * US);
        }
        assertThat(waitFor(waiter, 50 * US)).as("50 times as long is over").contains("yield");
    }

    /** Stopped in the middle of a yield, by SIGSTOP or in a debugger. */
    @Test
    void anHourInADebuggerIsNotTakenForAThreadThatComputes() {
        final Waiter waiter = waiter(WaitStrategy.ADAPTIVE);
        yieldNs = 3_600_000 * MS;
        waitFor(waiter, 10 * US);
        yieldNs = 500;
        sleepNs = 20 * US;
        final long startNs = nowNs;
        while (nowNs < startNs + 1_100 * MS) {
            waitFor(waiter, 50 * US);
        }
        assertThat(waitFor(waiter, 50 * US)).contains("yield");
    }

    @Test
    void aWaitForTheWallClockNeitherSpinsNorYields() {
        idleForNs = MS;
        assertThat(waitFor(waiter(WaitStrategy.ADAPTIVE), MS)).containsExactly("look", "announce", "look", "sleep",
            "look", "withdraw");
        idleForNs = 20 * US;
        assertThat(waitFor(waiter(WaitStrategy.ADAPTIVE), MS)).as("too short for a sleep").contains("spin");
        idleForNs = MS;
        assertThat(waitFor(waiter(WaitStrategy.SPIN), MS)).containsOnly("look", "spin");
    }
}
