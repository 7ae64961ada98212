package io.takt.rule;

import java.math.BigInteger;
import java.util.List;

/**
 * What L2 says about a system before it starts.
 *
 * @param live            whether the system can never stop for good.
 * @param stopsAtNs       T*, the core time at which every fair schedule stops; null when live. It may exceed
 *                        {@link Long#MAX_VALUE}: then simulation time ends first, and the system is not live all the
 *                        same.
 * @param stoppedBy       the asset with the greatest lag T* - T_i at T*, the first of them in the given order; null
 *                        when live.
 * @param stoppedByLagNs  that lag, T* mod ΔT_i; 0 when live.
 * @param assets          every asset by itself, in the given order.
 * @param fixes           changes each of which by itself makes the system live and is the smallest of its kind, in
 *                        the order of {@link Target}; a kind that cannot help is left out. Empty when live.
 */
public record LivenessVerdict(
    boolean live,
    BigInteger stopsAtNs,
    String stoppedBy,
    long stoppedByLagNs,
    List<AssetFacts> assets,
    List<Fix> fixes) {

    /**
     * Copies the lists: a verdict does not change.
     */
    public LivenessVerdict {
        assets = List.copyOf(assets);
        fixes = List.copyOf(fixes);
    }

    /**
     * One asset judged against the core, as if it were alone.
     *
     * @param name               its name.
     * @param stepNs             ΔT_i.
     * @param gcdNs              gcd(ΔT_c, ΔT_i).
     * @param requiredMaxDelayNs ΔT_c + ΔT_i - gcd, the smallest D_max with which this asset never stops the core (L2).
     * @param sufficient         (e.1): ΔT_c + ΔT_i ≤ D_max, which is enough but more than needed.
     * @param live               (L2): requiredMaxDelayNs ≤ D_max.
     */
    public record AssetFacts(
        String name,
        long stepNs,
        long gcdNs,
        BigInteger requiredMaxDelayNs,
        boolean sufficient,
        boolean live) {
    }

    /**
     * Changes that together make the system live; no proper part of them does.
     *
     * @param changes at least one, all with the same target, assets in the given order.
     */
    public record Fix(List<Change> changes) {
        /**
         * Copies the list: a fix does not change.
         */
        public Fix {
            changes = List.copyOf(changes);
        }
    }

    /**
     * One parameter put to another value.
     *
     * @param target which parameter.
     * @param asset  whose step; null unless the target is {@link Target#ASSET_STEP}.
     * @param fromNs its value now.
     * @param toNs   the value it should have, greater than 0.
     */
    public record Change(Target target, String asset, long fromNs, long toNs) {
    }

    /** The parameters that a fix can change. */
    public enum Target {
        /** D_max. */
        MAX_DELAY,
        /** ΔT_i of one asset. */
        ASSET_STEP,
        /** ΔT_c. */
        CORE_STEP
    }
}
