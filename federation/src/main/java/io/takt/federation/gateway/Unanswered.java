package io.takt.federation.gateway;

/**
 * Tells a machine that is gone from a process that is stopped, while something waits for being acknowledged: the
 * kernel of a stopped process acknowledges it, or answers that it has no room. The keep-alives of TCP, which tell the
 * same, rest during that time.
 */
final class Unanswered {
    /** One or two may be lost on the way. */
    private static final int FEWEST = 3;

    private final long longEnoughNs;
    private int count;
    private long sinceNs;

    /**
     * Nothing is known yet.
     *
     * @param longEnoughNs without an answer, in wall time.
     */
    Unanswered(final long longEnoughNs) {
        this.longEnoughNs = longEnoughNs;
    }

    /**
     * Whether the machine is gone.
     *
     * @param newCount how often something was sent since the last answer.
     * @param nowNs    wall time.
     */
    boolean isGone(final int newCount, final long nowNs) {
        if (newCount == 0 || count == 0 || newCount < count) {
            sinceNs = nowNs;
        }
        count = newCount;
        return count >= FEWEST && nowNs - sinceNs >= longEnoughNs;
    }
}
