package io.takt.rule;

import java.math.BigInteger;
import java.util.List;

/**
 * The verdict of L2 and L2v on a system before it starts.
 *
 * @param live            whether the system can never stop for good, whatever steps its assets choose.
 * @param certain         whether every fair schedule stops at T*, whatever steps are chosen; always so for fixed steps.
 *                        If not, some choices of steps that are done whole stop it there, and none earlier; others
 *                        may stop it later, or not at all. False when live.
 * @param stopsAtNs       T*, the core time at which it stops; null when live. It may exceed {@link Long#MAX_VALUE}:
 *                        then simulation time ends first, and the system is not live all the same.
 * @param stoppedBy       the asset with the greatest lag T* - T_i at T*, the first of them in the given order; null
 *                        when live.
 * @param stoppedByLagNs  that lag: the least for any choice of steps when it is certain, T* mod ΔT_i for a fixed step,
 *                        else the greatest; 0 when live.
 * @param assets          every asset by itself, in the given order.
 * @param fixes           changes each of which by itself makes the system live and is the smallest of its kind, in
 *                        the order of {@link Target}: of D_max; of the violating assets' steps, or of granularities
 *                        where only these can help; of granularities for assets whose steps are whole, where that
 *                        helps; of the core's step. A kind that cannot help is left out. Empty when live.
 */
public record LivenessVerdict(
    boolean live,
    boolean certain,
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
     * @param stepNs             ΔT_i, or the greatest step.
     * @param granularityNs      g: all steps are multiples of it; ΔT_i for a fixed step.
     * @param wholeSteps         whether steps that vary are done whole or not at all.
     * @param gcdNs              gcd(ΔT_c, g).
     * @param requiredMaxDelayNs ΔT_c + S - gcd, the smallest D_max with which this asset never stops the core (L2,
     *                           L2v); S is the greatest step if steps are fixed or whole, else g.
     * @param sufficient         (e.1): ΔT_c + S ≤ D_max, which is enough but more than needed.
     * @param live               (L2, L2v): requiredMaxDelayNs ≤ D_max.
     */
    public record AssetFacts(
        String name,
        long stepNs,
        long granularityNs,
        boolean wholeSteps,
        long gcdNs,
        BigInteger requiredMaxDelayNs,
        boolean sufficient,
        boolean live) {

        boolean varies() {
            return stepNs != granularityNs;
        }

        /** S, the longest step that it may want and take no less than. */
        long insistedNs() {
            return wholeSteps ? stepNs : granularityNs;
        }
    }

    /**
     * Changes that together make the system live; no proper part of them does.
     *
     * @param changes at least one: of D_max, of the core's step, or of assets, these in the given order.
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
     * @param asset  whose step or granularity; null for the others.
     * @param fromNs its value now.
     * @param toNs   the value it should have, greater than 0.
     */
    public record Change(Target target, String asset, long fromNs, long toNs) {
    }

    /** The parameters that a fix can change. */
    public enum Target {
        /** D_max. */
        MAX_DELAY,
        /** ΔT_i of one asset, or its greatest step. */
        ASSET_STEP,
        /** The granularity of one asset whose steps vary. */
        ASSET_GRANULARITY,
        /** ΔT_c. */
        CORE_STEP
    }
}
