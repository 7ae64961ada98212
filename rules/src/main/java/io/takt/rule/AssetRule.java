package io.takt.rule;

/**
 * Rule (a): an asset never passes the core.
 *
 * <p>At a count-up an asset at T_i with step ΔT_i looks at the core's time T_c. With T' = T_i + ΔT_i it progresses to
 * T' when T' ≤ T_c, and retains T_i otherwise. It follows that T_i ≤ T_c holds for ever once it holds (statements
 * (a.1) to (a.4) of the Hakoniwa time-sync paper).
 *
 * <p>An asset whose steps vary goes to any T' ≤ T_c on its grid; see {@link #reachNs}.
 *
 * <p>T_c may be any earlier reading: the core's time never goes back, so an old reading only makes the rule stricter.
 *
 * <p>All times are in nanoseconds of simulation time, 0 to {@link Long#MAX_VALUE}. The rule is total on that range:
 * it compares differences, so that no sum can overflow. Stateless, hence usable from any thread.
 */
public final class AssetRule {
    private AssetRule() {
    }

    /**
     * Whether a count-up of an asset progresses.
     *
     * @param timeNs     T_i, the asset's own time; at most {@code coreTimeNs} was ever read by the caller.
     * @param stepNs     ΔT_i, greater than 0.
     * @param coreTimeNs T_c, or any earlier value of it.
     * @return true when T_i + ΔT_i ≤ T_c.
     */
    public static boolean progresses(final long timeNs, final long stepNs, final long coreTimeNs) {
        return stepNs <= coreTimeNs - timeNs;
    }

    /**
     * How far an asset whose steps vary may go by rule (a): the latest T' ≤ T_c that is a whole number of granularities
     * after T_i.
     *
     * @param timeNs        T_i, the asset's own time.
     * @param granularityNs what its steps are multiples of, greater than 0.
     * @param coreTimeNs    T_c, or any earlier value of it that is not before T_i.
     * @return nanoseconds of simulation time; T_i itself when not even one granularity is allowed.
     */
    public static long reachNs(final long timeNs, final long granularityNs, final long coreTimeNs) {
        return coreTimeNs <= timeNs ? timeNs : coreTimeNs - (coreTimeNs - timeNs) % granularityNs;
    }
}
