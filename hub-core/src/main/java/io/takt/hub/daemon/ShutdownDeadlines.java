package io.takt.hub.daemon;

import io.takt.hub.config.HubConfig;
import java.time.Duration;
import org.agrona.concurrent.NanoClock;

/**
 * When what is to happen at the end of a run: one clock for all that has to be waited for, whatever hangs. It bounds
 * the waiting. The work itself, about 0.2 s of all processes together, takes longer where other programs use the
 * processors as well. May be used from any thread.
 */
public final class ShutdownDeadlines {
    /** By then programs have ended by themselves, unless they are given more time; the others get a SIGTERM. */
    public static final Duration BY_THEMSELVES = Duration.ofNanos(HubConfig.USUAL_END_WITHIN_NS);

    /** By then their output was written, even to a slow reader, and the summary follows. */
    public static final Duration PRINTED = Duration.ofMillis(1000);

    /** By then they have heeded the SIGTERM; the others get a SIGKILL. */
    public static final Duration LAST_CALL = Duration.ofMillis(1300);

    /** By then the assets' connections are closed. */
    static final Duration GOODBYES = Duration.ofMillis(1350);

    /** By then everything was told. */
    public static final Duration TOLD = Duration.ofMillis(1450);

    /** From then on nothing is waited for in order. */
    public static final Duration OVERDUE = Duration.ofMillis(1600);

    /**
     * From then on the process goes as it is, without a summary and with its directory left behind. All waits are over
     * long before; so only a host on which the work itself takes as long comes here, or one on which the work hangs.
     */
    public static final Duration GIVEN_UP = Duration.ofMillis(8000);

    /** A hub waits for so much longer for child hubs that it has launched: they have programs of their own to end. */
    static final Duration FOR_CHILD_HUBS = Duration.ofMillis(3000);

    private final NanoClock clock;
    private final Duration extra;
    private long beganNs;
    private boolean hasBegun;

    /** All deadlines are later by so much. */
    ShutdownDeadlines(final NanoClock clock, final Duration extra) {
        this.clock = clock;
        this.extra = extra;
    }

    /** The run has ended, or is asked to: the first counts. */
    synchronized void begin() {
        if (!hasBegun) {
            hasBegun = true;
            beganNs = clock.nanoTime();
        }
    }

    /** The rest of the time: 0 when it is over, all of it when the end has not begun. */
    synchronized Duration left(final Duration sinceBegin) {
        if (!hasBegun) {
            return sinceBegin.plus(extra);
        }
        final Duration left = sinceBegin.plus(extra).minusNanos(clock.nanoTime() - beganNs);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
