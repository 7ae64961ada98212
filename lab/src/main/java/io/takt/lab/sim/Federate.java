package io.takt.lab.sim;

import io.takt.rule.AssetRule;
import io.takt.rule.CoreRule;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * A core and its assets, all at 0 in the beginning. The times of count-ups, and the readings of the others' clocks, are
 * up to the caller; whether it may is up to the rules that ship.
 */
public final class Federate {
    /** Instead of the number of an asset: none holds the core. */
    private static final int NONE = -1;

    private final long coreStep;
    private final long maxDelay;
    private final long[] steps;
    private final long[] times;
    private long coreTime;
    private int blocker = NONE;

    /**
     * A federate at rest.
     *
     * @param settings its steps and D_max.
     */
    public Federate(final Settings settings) {
        coreStep = settings.coreStep();
        maxDelay = settings.maxDelay();
        steps = settings.stepArray();
        times = new long[steps.length];
    }

    /**
     * How many assets there are.
     *
     * @return 0 or more.
     */
    public int assets() {
        return times.length;
    }

    /**
     * The core's time.
     *
     * @return T_c.
     */
    public long coreTime() {
        return coreTime;
    }

    /**
     * An asset's time.
     *
     * @param asset its number, from 0.
     * @return T_i.
     */
    public long assetTime(final int asset) {
        return times[asset];
    }

    /**
     * The asset that retained the core's last count-up.
     *
     * @return its number, or -1 when that count-up progressed.
     */
    public int blocker() {
        return blocker;
    }

    /**
     * The greatest difference between any two assets' times.
     *
     * @return max T_i - min T_i, 0 without assets.
     */
    public long spread() {
        return times.length == 0 ? 0 : Arrays.stream(times).max().getAsLong() - slowest();
    }

    /**
     * How far the core is ahead of the slowest asset.
     *
     * @return T_c - min T_i, 0 without assets.
     */
    public long lag() {
        return times.length == 0 ? 0 : coreTime - slowest();
    }

    private long slowest() {
        return Arrays.stream(times).min().getAsLong();
    }

    /**
     * Whether a count-up of an asset would progress, by rule (a).
     *
     * @param asset    its number.
     * @param coreRead the core's time as the asset knows it, T_c or an earlier value.
     * @return true when it would, and would later on as well.
     */
    public boolean mayCountUpAsset(final int asset, final long coreRead) {
        return AssetRule.progresses(times[asset], steps[asset], coreRead);
    }

    /**
     * One count-up of an asset, by rule (a).
     *
     * @param asset    its number.
     * @param coreRead the core's time as the asset knows it, T_c or an earlier value.
     * @return true when it progressed.
     */
    public boolean countUpAsset(final int asset, final long coreRead) {
        if (!mayCountUpAsset(asset, coreRead)) {
            return false;
        }
        times[asset] += steps[asset];
        return true;
    }

    /**
     * One count-up of the core, by rule (b). Asks the asset that retained the last one first.
     *
     * @param read each asset's time as the core knows it, T_i or an earlier value.
     * @return true when it progressed.
     */
    public boolean countUpCore(final IntToLongFunction read) {
        if (CoreRule.isLast(coreTime, coreStep)) {
            return false;
        }
        final long next = coreTime + coreStep;
        if (blocker != NONE && !CoreRule.allows(next, read.applyAsLong(blocker), maxDelay)) {
            return false;
        }
        blocker = holder(next, read);
        if (blocker != NONE) {
            return false;
        }
        coreTime = next;
        return true;
    }

    /** The first asset that does not allow a count-up to that time. */
    private int holder(final long next, final IntToLongFunction read) {
        for (int asset = 0; asset < times.length; asset++) {
            if (!CoreRule.allows(next, read.applyAsLong(asset), maxDelay)) {
                return asset;
            }
        }
        return NONE;
    }
}
