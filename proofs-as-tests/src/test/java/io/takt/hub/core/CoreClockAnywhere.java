package io.takt.hub.core;

import java.util.function.IntToLongFunction;

/** The core's clock that ships, put to any times one after the other; it remembers no reading from before. */
public final class CoreClockAnywhere {
    private final long maxDelayNs;
    private final CoreClock clock;
    private IntToLongFunction readings;

    public CoreClockAnywhere(final long coreStepNs, final long maxDelayNs) {
        this.maxDelayNs = maxDelayNs;
        this.clock = new CoreClock(coreStepNs, maxDelayNs, slot -> readings.applyAsLong(slot));
    }

    /**
     * One count-up from a time.
     *
     * @param assets      how many there are.
     * @param newReadings of each, by its number from 0.
     * @return where the core stands then: the same time when it retains.
     */
    public long countUp(final long coreTimeNs, final int assets, final IntToLongFunction newReadings) {
        readings = newReadings;
        clock.startAt(coreTimeNs);
        for (int slot = 0; slot < assets; slot++) {
            clock.add(coreTimeNs - maxDelayNs);
        }
        if (!clock.isLast()) {
            clock.countUp();
        }
        for (int slot = 0; slot < assets; slot++) {
            clock.remove(slot);
        }
        return clock.timeNs();
    }
}
