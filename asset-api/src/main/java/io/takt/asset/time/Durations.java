package io.takt.asset.time;

import java.time.Duration;
import java.util.Objects;

/** Durations in nanoseconds. */
public final class Durations {
    private Durations() {
    }

    /**
     * A duration in nanoseconds.
     *
     * @param what whose time it is, to begin an error message with, such as {@code asset 'drone': the step}.
     * @param time any.
     * @return nanoseconds; negative for a negative duration.
     * @throws IllegalArgumentException with one line when it does not fit into a long.
     * @throws NullPointerException     when there is none.
     */
    public static long nanos(final String what, final Duration time) {
        try {
            return Objects.requireNonNull(time, what).toNanos();
        } catch (final ArithmeticException e) {
            throw new IllegalArgumentException(what + " of " + time + " is too long; " + Long.MAX_VALUE
                + "ns, 292 years, is the longest time", e);
        }
    }
}
