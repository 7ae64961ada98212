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
    private Clock core;
    private long epoch;
    private long coreTimeNs;
    private long spreadNs;
    private long maxSpreadNs;
    private long violations;
    private long observations;
    private String firstViolation;

    private record ObservedAsset(String name, Clock time) {
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
                assets.add(new ObservedAsset(ClockLayout.assetOf(label), file.clock(counterId)));
            }
        });
        return true;
    }

    /** Reads all clocks once, in the order that makes the reading sound. */
    public void observe() {
        if (core == null || !isCurrent(core)) {
            spreadNs = 0;
            if (!resolve()) {
                return;
            }
        }
        final long firstCoreNs = core.read();
        long lowestNs = Long.MAX_VALUE;
        long highestNs = 0;
        ObservedAsset slowest = null;
        ObservedAsset fastest = null;
        for (int i = assets.size() - 1; i >= 0; i--) {
            final ObservedAsset asset = assets.get(i);
            final long timeNs = asset.time.read();
            if (timeNs < lowestNs) {
                lowestNs = timeNs;
                slowest = asset;
            }
            if (timeNs > highestNs) {
                highestNs = timeNs;
                fastest = asset;
            }
            noteLag(asset, firstCoreNs - timeNs);
        }
        final long secondCoreNs = core.read();
        observations++;
        coreTimeNs = secondCoreNs;
        if (slowest == null) {
            return;
        }
        if (firstCoreNs - lowestNs > maxDelayNs) {
            violated(slowest, "T_c=" + firstCoreNs + "ns > T_i=" + lowestNs + "ns + D_max=" + maxDelayNs + "ns");
        } else {
            spreadNs = Math.max(0, firstCoreNs - lowestNs);
            maxSpreadNs = Math.max(maxSpreadNs, spreadNs);
        }
        if (highestNs > secondCoreNs) {
            violated(fastest, "T_i=" + highestNs + "ns > T_c=" + secondCoreNs + "ns");
        }
    }

    private void noteLag(final ObservedAsset asset, final long lagNs) {
        if (lagNs <= maxDelayNs) {
            maxLagNs.merge(asset.name, Math.max(0, lagNs), Math::max);
        }
    }

    /** An asset that left, or a new epoch, frees the records first and moves T_c afterwards: that is no violation. */
    private void violated(final ObservedAsset asset, final String how) {
        if (!isCurrent(core) || !isCurrent(asset.time)) {
            resolve();
            return;
        }
        violations++;
        maxSpreadNs = Math.max(maxSpreadNs, core.read() - asset.time.read());
        if (firstViolation == null) {
            firstViolation = asset.name + ": " + how;
        }
    }

    private boolean isCurrent(final Clock clock) {
        return file.counters().getCounterState(clock.counterId()) == CountersReader.RECORD_ALLOCATED
            && file.counters().metaDataBuffer().getLong(
                CountersReader.metaDataOffset(clock.counterId()) + CountersReader.KEY_OFFSET) == epoch;
    }

    /**
     * The newest T_c seen.
     *
     * @return nanoseconds of simulation time.
     */
    public long coreTimeNs() {
        return coreTimeNs;
    }

    /**
     * T_c − min T_i at the last observation.
     *
     * @return nanoseconds of simulation time.
     */
    public long spreadNs() {
        return spreadNs;
    }

    /**
     * The largest T_c − min T_i seen.
     *
     * @return nanoseconds of simulation time.
     */
    public long maxSpreadNs() {
        return maxSpreadNs;
    }

    /**
     * The largest lag seen of each asset, by name; also of those that have left.
     *
     * @return nanoseconds of simulation time.
     */
    public Map<String, Long> maxLagNs() {
        return maxLagNs;
    }

    /**
     * How many observations proved a violation.
     *
     * @return 0 as long as the hub and its assets keep the rules.
     */
    public long violations() {
        return violations;
    }

    /**
     * The first violation in words.
     *
     * @return null when there was none.
     */
    public String firstViolation() {
        return firstViolation;
    }

    /**
     * How often all clocks were read.
     *
     * @return a count.
     */
    public long observations() {
        return observations;
    }
}
