package io.takt.rule;

/**
 * Rule (b): the core is never more than D_max ahead of any asset.
 *
 * <p>At a count-up a core at T_c with step ΔT_c looks at the time T_i of every asset. With T' = T_c + ΔT_c it
 * progresses to T' when T' - T_i ≤ D_max for every i (b.1), and retains T_c otherwise (b.2). It follows that
 * T_c ≤ T_i + D_max for every i (b.3), that is T_c ≤ min T_i + D_max (b.4), holds for ever once it holds. The numbers
 * are those of the Hakoniwa time-sync paper.
 *
 * <p>Any T_i may be an earlier value of that asset's clock, however old, lost, repeated or out of order its readings
 * are (S4): clocks never go back, so an old reading only makes the rule stricter. Safety asks nothing of
 * communication.
 *
 * <p>All times are in nanoseconds of simulation time, 0 to {@link Long#MAX_VALUE}. The rule is total on that range:
 * it compares differences, so that no sum can overflow. Stateless, hence usable from any thread.
 */
public final class CoreRule {
    private CoreRule() {
    }

    /**
     * Whether one asset allows a count-up. The core progresses when all of them do and the count-up is not
     * {@linkplain #isLast beyond the last}.
     *
     * @param nextCoreTimeNs T' = T_c + ΔT_c, where the core would go.
     * @param assetTimeNs    T_i, or any earlier value of it.
     * @param maxDelayNs     D_max, greater than 0.
     * @return true when T' - T_i ≤ D_max.
     */
    public static boolean allows(final long nextCoreTimeNs, final long assetTimeNs, final long maxDelayNs) {
        return nextCoreTimeNs - assetTimeNs <= maxDelayNs;
    }

    /**
     * Whether simulation time ends here: T' = T_c + ΔT_c would pass {@link Long#MAX_VALUE}, so the core retains T_c
     * for ever. Ask this before computing T'.
     *
     * @param coreTimeNs T_c.
     * @param coreStepNs ΔT_c, greater than 0.
     * @return true when T_c + ΔT_c is not a time.
     */
    public static boolean isLast(final long coreTimeNs, final long coreStepNs) {
        return coreStepNs > Long.MAX_VALUE - coreTimeNs;
    }
}
