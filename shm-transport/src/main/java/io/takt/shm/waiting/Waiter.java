package io.takt.shm.waiting;

import io.takt.asset.WaitStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * How a thread passes the time between two looks for work: it spins, then yields its processor, then sleeps.
 *
 * <pre>
 *            idle                 idle                idle               idle: sleep
 *   BUSY ──────────► SPINNING ──────────► YIELDING ──────────► ANNOUNCED ───────────► WOKEN
 *    ▲                  │ ⟲                  │ ⟲                   │  ▲                 │
 *    └──────────────────┴────── worked ──────┴─────────────────────┘  └───── idle ──────┘
 * </pre>
 *
 * <p>Between the announcement and the sleep the thread looks for work once more; that is what makes sure that no
 * wake-up is lost, see {@link Doorbell}.
 *
 * <p>{@link WaitStrategy#ADAPTIVE} spins and yields for as long as it has paid lately. Spinning pays with a processor
 * for each process. Yielding pays when others want the processor for a moment each: a yield that comes back at once has
 * burnt its time, one that takes longer has given it to a thread that wanted it, so only the first kind is limited. One
 * that takes very long has met a thread that computes; beside such a thread a sleeper is woken much sooner than a
 * yielder comes back, so there is no yielding for a while. Waits that turn out long soon go without either, and cost no
 * time.
 *
 * <p>Owned by one thread.
 */
public final class Waiter {
    /** About 5 us: a few transfers of a cache line, and far less than a sleep and its end cost. */
    private static final int MOST_SPINS = 200;
    private static final int FEWEST_SPINS = 10;

    /** A yield costs no more than this when no other thread wants the processor. */
    private static final long FRUITLESS_YIELD_NS = 1_000;

    /** Most time burnt in fruitless yields: about what a sleep and its end cost. */
    private static final long MOST_BURNT_NS = 50_000;

    /**
     * Waits that are shorter than this are worth some burnt time: five percent at most. Sixteen processes on two
     * processors that all sleep go round in a quarter of it, and would not find back to yielding otherwise.
     */
    private static final long SHORT_WAIT_NS = 1_000_000;

    /** A yield that took so long has met a thread that computes. */
    private static final long LONG_YIELD_NS = 500_000;

    /** Without yielding goes fifty times the long yield, which so costs two percent at most. */
    private static final long PENALTY = 50;

    /** A yield that took longer has met no computing but a debugger, and says nothing of the time to come. */
    private static final long LONGEST_YIELD_NS = 20_000_000;

    /** A processor, as far as a thread uses it without going to sleep. */
    interface Processor {
        void spin();

        void giveWay();
    }

    private static final Processor THIS_PROCESSOR = new Processor() {
        @Override
        public void spin() {
            Thread.onSpinWait();
        }

        @Override
        public void giveWay() {
            Thread.yield();
        }
    };

    private enum Phase { BUSY, SPINNING, YIELDING, ANNOUNCED, WOKEN }

    private final WaitStrategy strategy;
    private final Parker parker;
    private final NanoClock nanoClock;
    private final Processor processor;
    private Phase phase = Phase.BUSY;
    private int spinLimit = MOST_SPINS;
    private long burnLimitNs = MOST_BURNT_NS;
    private long noYieldBeforeNs;
    private int pausesPerLook;
    private int spins;
    private int yields;
    private long burntNs;
    private long startNs;
    private long lastNs;
    private boolean slept;

    /**
     * For one thread.
     *
     * @param strategy how to wait.
     * @param parker   where to sleep.
     */
    public Waiter(final WaitStrategy strategy, final Parker parker) {
        this(strategy, parker, SystemNanoClock.INSTANCE, THIS_PROCESSOR);
    }

    Waiter(final WaitStrategy strategy, final Parker parker, final NanoClock nanoClock, final Processor processor) {
        this.strategy = strategy;
        this.parker = parker;
        this.nanoClock = nanoClock;
        this.processor = processor;
        this.noYieldBeforeNs = nanoClock.nanoTime();
    }

    /** There was something to do: a wait, if there was one, is over. */
    public void worked() {
        if (phase != Phase.BUSY) {
            endWait();
        }
    }

    /** There was nothing to do: passes some time, at most that of a sleep. The caller then looks again. */
    public void idle() {
        switch (phase) {
            case BUSY -> startWait();
            case SPINNING -> spin();
            case YIELDING -> yieldProcessor();
            case ANNOUNCED -> {
                parker.sleep();
                slept = true;
                phase = Phase.WOKEN;
            }
            default -> announce();
        }
    }

    private void startWait() {
        spins = 0;
        yields = 0;
        burntNs = 0;
        slept = false;
        phase = Phase.SPINNING;
        if (strategy == WaitStrategy.SLEEP || strategy == WaitStrategy.ADAPTIVE && looksLong()) {
            startNs = nanoClock.nanoTime();
            announce();
        } else if (strategy == WaitStrategy.YIELD) {
            stopSpinning();
        } else {
            pausesPerLook = parker.pausesPerLook();
            spin();
        }
    }

    private boolean looksLong() {
        return burnLimitNs == 0 || parker.idleForNs() > MOST_BURNT_NS;
    }

    private void spin() {
        if (spins < spinLimit || strategy == WaitStrategy.SPIN) {
            spins += pausesPerLook;
            for (int i = 0; i < pausesPerLook; i++) {
                processor.spin();
            }
        } else {
            stopSpinning();
        }
    }

    private void stopSpinning() {
        startNs = nanoClock.nanoTime();
        lastNs = startNs;
        phase = Phase.YIELDING;
        if (strategy == WaitStrategy.ADAPTIVE && startNs - noYieldBeforeNs < 0) {
            announce();
        } else {
            yieldProcessor();
        }
    }

    private void yieldProcessor() {
        if (strategy == WaitStrategy.YIELD) {
            processor.giveWay();
            return;
        }
        if (burntNs >= burnLimitNs) {
            announce();
            return;
        }
        processor.giveWay();
        yields++;
        final long nowNs = nanoClock.nanoTime();
        final long tookNs = nowNs - lastNs;
        lastNs = nowNs;
        burntNs += Math.min(tookNs, FRUITLESS_YIELD_NS);
        if (tookNs > LONG_YIELD_NS) {
            noYieldBeforeNs = nowNs + PENALTY * Math.min(tookNs, LONGEST_YIELD_NS);
            announce();
        }
    }

    private void announce() {
        phase = Phase.ANNOUNCED;
        parker.announce();
    }

    private void endWait() {
        if (phase == Phase.ANNOUNCED || phase == Phase.WOKEN) {
            parker.withdraw();
        }
        if (strategy == WaitStrategy.ADAPTIVE) {
            if (phase == Phase.SPINNING) {
                spinLimit = Math.min(MOST_SPINS, spinLimit + 8);
            } else if (phase == Phase.YIELDING) {
                learnFromYields();
            } else if (slept) {
                learnFromSleep();
            }
        }
        phase = Phase.BUSY;
    }

    private void learnFromYields() {
        final boolean noOtherThreadRan = burntNs < yields * FRUITLESS_YIELD_NS;
        if (yields <= 2 && noOtherThreadRan) {
            // A few more spins would have done.
            spinLimit = Math.min(MOST_SPINS, spinLimit + 1);
        } else {
            spinLimit = Math.max(FEWEST_SPINS, spinLimit - 4);
        }
        burnLimitNs = MOST_BURNT_NS;
    }

    private void learnFromSleep() {
        if (nanoClock.nanoTime() - startNs < SHORT_WAIT_NS) {
            burnLimitNs = Math.min(MOST_BURNT_NS, Math.max(MOST_BURNT_NS / 8, 2 * burnLimitNs));
        } else {
            burnLimitNs = burnLimitNs < FRUITLESS_YIELD_NS ? 0 : burnLimitNs / 2;
            spinLimit = Math.max(FEWEST_SPINS, spinLimit / 2);
        }
    }
}
