package io.takt.rule;

/**
 * The gate of a message input: a step begins only when every message that it is to get is published.
 *
 * <p>A link delivers a message at its stamp plus the link's delay, or later (jitter). A step from T_i to
 * T' = T_i + ΔT_i gets what is delivered up to some time, the <em>wanted</em> time: T_i for an input that is gated at
 * the step's start, T' for one that is gated at its end. The sender's <em>frontier</em> is the time up to which, and
 * including which, it has published everything: every message that it sends from now on has a greater stamp, hence is
 * delivered later than frontier + delay. So with frontier + delay ≥ wanted nothing that the step is to get is missing.
 * With jitter this is still so, since it only adds to the delay.
 *
 * <p>A sender's frontier is its T_j, since it publishes before it advances. A sender may also <em>promise</em> to send
 * nothing before some time. That time itself may still get a stamp, so a promise must lie beyond where a frontier would
 * do: promise + delay &gt; wanted.
 *
 * <p>Frontier and promise may be any earlier readings: neither ever goes back, so an old reading only makes the gate
 * stricter. Read them <em>before</em> looking for messages: a message that is published in between is then found, while
 * a frontier that is read afterwards may speak of messages that were not there yet when they were looked for.
 *
 * <p>A gate is asked on top of {@linkplain AssetRule rule (a)}, and for every sender of an input. All times are in
 * nanoseconds of simulation time, 0 to {@link Long#MAX_VALUE}. The rule is total on that range: it compares
 * differences, so that no sum can overflow. Stateless, hence usable from any thread.
 */
public final class GateRule {
    /** The frontier of a sender that has published nothing yet, not even with stamp 0. */
    public static final long NOTHING_PUBLISHED = -1;

    private GateRule() {
    }

    /**
     * Whether a step may begin as far as one sender's frontier goes.
     *
     * @param wantedNs   up to which time, inclusive, the step gets what is delivered.
     * @param frontierNs up to which stamp, inclusive, the sender has published everything, or any earlier value of it;
     *                   {@link #NOTHING_PUBLISHED} or a time. {@link Long#MAX_VALUE}: nothing will come any more.
     * @param delayNs    the least that the link adds to a stamp, 0 or greater.
     * @return true when frontier + delay ≥ wanted.
     */
    public static boolean opens(final long wantedNs, final long frontierNs, final long delayNs) {
        return wantedNs - delayNs <= frontierNs;
    }

    /**
     * Whether a step may begin as far as one sender's promise goes.
     *
     * @param wantedNs  up to which time, inclusive, the step gets what is delivered.
     * @param promiseNs before which the sender sends nothing, or any earlier value of it; a message with this very
     *                  stamp may still come. 0 promises nothing.
     * @param delayNs   the least that the link adds to a stamp, 0 or greater.
     * @return true when promise + delay &gt; wanted.
     */
    public static boolean opensByPromise(final long wantedNs, final long promiseNs, final long delayNs) {
        return wantedNs - delayNs < promiseNs;
    }
}
