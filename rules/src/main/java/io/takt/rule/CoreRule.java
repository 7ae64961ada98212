package io.takt.rule;

import java.util.function.IntToLongFunction;

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
    /** Instead of the number of an asset: none holds the core. */
    public static final int NOBODY = -1;

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
     * The first asset that does not {@linkplain #allows allow} a count-up.
     *
     * @param nextCoreTimeNs T' = T_c + ΔT_c, where the core would go.
     * @param maxDelayNs     D_max, greater than 0.
     * @param assets         how many there are.
     * @param readings       by an asset's number, from 0: T_i, or any earlier value of it. Asked in order, no further
     *                       than the answer.
     * @return its number, or {@link #NOBODY}.
     */
    public static int holder(
        final long nextCoreTimeNs, final long maxDelayNs, final int assets, final IntToLongFunction readings) {
        for (int asset = 0; asset < assets; asset++) {
            if (!allows(nextCoreTimeNs, readings.applyAsLong(asset), maxDelayNs)) {
                return asset;
            }
        }
        return NOBODY;
    }

    /**
     * Whether the core progresses at a count-up: T' is a time, and all assets allow it. That a core without assets
     * retains is not part of rule (b).
     *
     * @param coreTimeNs T_c.
     * @param coreStepNs ΔT_c, greater than 0.
     * @param maxDelayNs D_max, greater than 0.
     * @param assets     how many there are.
     * @param readings   as for {@link #holder}.
     * @return true for (b.1), false for (b.2).
     */
    public static boolean progresses(final long coreTimeNs, final long coreStepNs, final long maxDelayNs,
        final int assets, final IntToLongFunction readings) {
        return !isLast(coreTimeNs, coreStepNs)
            && holder(coreTimeNs + coreStepNs, maxDelayNs, assets, readings) == NOBODY;
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
