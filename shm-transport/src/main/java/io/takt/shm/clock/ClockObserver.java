package io.takt.shm.clock;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.status.CountersReader;

/**
 * Watches a hub's clocks from outside, knowing nothing but the CnC file, and counts violations of
 * max T_i ≤ T_c ≤ min T_i + D_max.
 *
 * <p>The order of reading makes it sound although nothing stands still meanwhile: T_c, then every T_i, then T_c again.
 * Clocks do not go back, so the first T_c is no greater than the core's time was when T_i was read, and the second no
 * less. Hence {@code T_c(first) > T_i + D_max} and {@code T_i > T_c(second)} each prove a violation, and a lag of
 * {@code T_c(first) - T_i} has really been there.
 *
 * <p>Owned by one thread.
 */
public final class ClockObserver {
    private final ClockFile file;
    private final String coreLabel;
    private final String assetLabelPrefix;
    private final long maxDelayNs;
    private final List<ObservedAsset> assets = new ArrayList<>();
    private final Map<String, Long> maxLagNs = new TreeMap<>();
    private long[] timesNs = new long[0];
    private Clock core;
    private long epoch;
    private long coreTimeNs;
    private long spreadNs;
    private long maxSpreadNs;
    private long violations;
    private long observations;
    private String firstViolation;

    private record ObservedAsset(String name, int number, Clock time) {
    }

    /**
     * An observer of one hub.
     *
     * @param file       of the hub, mapped for reading.
     * @param hub        the hub's name.
     * @param maxDelayNs D_max.
     */
    public ClockObserver(final ClockFile file, final String hub, final long maxDelayNs) {
        this.file = file;
        this.coreLabel = ClockLayout.coreTimeLabel(hub);
        this.assetLabelPrefix = ClockLayout.assetTimeLabel(hub, "");
        this.maxDelayNs = maxDelayNs;
    }

    /**
     * Finds the clocks anew: after assets have joined, left, or the hub has begun a new epoch.
     *
     * @return true when there is a core clock.
     */
    public boolean resolve() {
        final CountersReader counters = file.counters();
        core = null;
        assets.clear();
        counters.forEach((counterId, typeId, key, label) -> {
            if (typeId == ClockLayout.CORE_TIME_TYPE_ID && label.equals(coreLabel)) {
                core = file.clock(counterId);
                epoch = ClockLayout.epochOf(key);
            }
        });
        if (core == null) {
            return false;
        }
        counters.forEach((counterId, typeId, key, label) -> {
            if (typeId == ClockLayout.ASSET_TIME_TYPE_ID && label.startsWith(assetLabelPrefix)
                && ClockLayout.epochOf(key) == epoch) {
                assets.add(new ObservedAsset(ClockLayout.assetOf(label), ClockLayout.numberOf(key),
                    file.clock(counterId)));
            }
        });
        timesNs = new long[assets.size()];
        return true;
    }

    /**
     * Reads all clocks once, in the order that makes the reading sound. Finds the clocks anew, and counts nothing, when
     * an asset has left or a new epoch has begun: records are freed before the core moves on without them.
     */
    public void observe() {
        if (core == null && !resolve()) {
            return;
        }
        final long firstCoreNs = core.read();
        for (int i = assets.size() - 1; i >= 0; i--) {
            timesNs[i] = assets.get(i).time.read();
        }
        final long secondCoreNs = core.read();
        if (!areCurrent()) {
            spreadNs = 0;
            resolve();
            return;
        }
        observations++;
        coreTimeNs = secondCoreNs;
        judge(firstCoreNs, secondCoreNs);
    }

    private void judge(final long firstCoreNs, final long secondCoreNs) {
        long spread = 0;
        for (int i = assets.size() - 1; i >= 0; i--) {
            final long lagNs = firstCoreNs - timesNs[i];
            spread = Math.max(spread, lagNs);
            maxLagNs.merge(assets.get(i).name, Math.max(0, lagNs), Math::max);
            if (lagNs > maxDelayNs) {
                violated(assets.get(i), "T_c=" + firstCoreNs + "ns > T_i=" + timesNs[i] + "ns + D_max=" + maxDelayNs
                    + "ns");
            }
            if (timesNs[i] > secondCoreNs) {
                violated(assets.get(i), "T_i=" + timesNs[i] + "ns > T_c=" + secondCoreNs + "ns");
            }
        }
        spreadNs = spread;
        maxSpreadNs = Math.max(maxSpreadNs, spread);
    }

    private void violated(final ObservedAsset asset, final String how) {
        violations++;
        if (firstViolation == null) {
            firstViolation = asset.name + ": " + how;
        }
    }

    private boolean areCurrent() {
        if (!isCurrent(core, ClockLayout.CORE_TIME_TYPE_ID, ClockLayout.CORE_NUMBER)) {
            return false;
        }
        for (final ObservedAsset asset : assets) {
            if (!isCurrent(asset.time, ClockLayout.ASSET_TIME_TYPE_ID, asset.number)) {
                return false;
            }
        }
        return true;
    }

    private boolean isCurrent(final Clock clock, final int typeId, final int number) {
        return ClockLayout.isCurrent(file.counters(), clock.counterId(), typeId, epoch, number);
    }

    /** {@return the newest T_c seen, in nanoseconds of simulation time} */
    public long coreTimeNs() {
        return coreTimeNs;
    }

    /** {@return T_c − min T_i at the last observation, in nanoseconds of simulation time} */
    public long spreadNs() {
        return spreadNs;
    }

    /** {@return the largest T_c − min T_i seen, in nanoseconds of simulation time} */
    public long maxSpreadNs() {
        return maxSpreadNs;
    }

    /** {@return by name, the largest lag seen of each asset in nanoseconds, of those that have left, too} */
    public Map<String, Long> maxLagNs() {
        return maxLagNs;
    }

    /** {@return how many violations were seen; one asset in one observation is one} */
    public long violations() {
        return violations;
    }

    /** {@return the first violation in words; null when there was none} */
    public String firstViolation() {
        return firstViolation;
    }

    /** {@return how often all clocks were read} */
    public long observations() {
        return observations;
    }
}
