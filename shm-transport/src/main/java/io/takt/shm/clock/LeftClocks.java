package io.takt.shm.clock;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.takt.asset.Steps;
import io.takt.asset.name.Names;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the clocks of a hub stood when it was killed.
 *
 * @param epoch      of the run.
 * @param digest     of its configuration.
 * @param begun      whether the run had begun.
 * @param coreTimeNs T_c.
 * @param maxDelayNs D_max.
 * @param assets     those that took part, in the order in which they joined.
 * @param resetting  whether a reset was under way: simulators may be at their starts, and these times are of before.
 */
public record LeftClocks(long epoch, long digest, boolean begun, long coreTimeNs, long maxDelayNs,
    List<LeftAsset> assets, boolean resetting) {
    /**
     * Of a hub that was not in a reset.
     *
     * @param epoch      as above.
     * @param digest     as above.
     * @param begun      as above.
     * @param coreTimeNs as above.
     * @param maxDelayNs as above.
     * @param assets     as above.
     */
    public LeftClocks(final long epoch, final long digest, final boolean begun, final long coreTimeNs,
        final long maxDelayNs, final List<LeftAsset> assets) {
        this(epoch, digest, begun, coreTimeNs, maxDelayNs, assets, false);
    }

    /**
     * An asset that took part.
     *
     * @param name          its name.
     * @param pid           its process; 0 when it did not say.
     * @param startTime     when that started, as of {@link AssetKey}.
     * @param stepNs        ΔT_i; the greatest step where they vary.
     * @param granularityNs what steps that vary are multiples of; 0 for a fixed step.
     * @param wholeSteps    whether steps that vary are whole.
     * @param timeNs        T_i.
     * @param hasMissed     whether it was away in the last reset, so that a time of its own may be from before that.
     */
    public record LeftAsset(String name, int pid, long startTime, long stepNs, long granularityNs, boolean wholeSteps,
        long timeNs, boolean hasMissed) {
        /**
         * An asset that has missed no reset.
         *
         * @param name          as above.
         * @param pid           as above.
         * @param startTime     as above.
         * @param stepNs        as above.
         * @param granularityNs as above.
         * @param wholeSteps    as above.
         * @param timeNs        as above.
         */
        public LeftAsset(final String name, final int pid, final long startTime, final long stepNs,
            final long granularityNs, final boolean wholeSteps, final long timeNs) {
            this(name, pid, startTime, stepNs, granularityNs, wholeSteps, timeNs, false);
        }

        /** {@return by how much it counts up} */
        public Steps steps() {
            return granularityNs == 0 ? Steps.fixedNs(stepNs) : new Steps(stepNs, granularityNs, wholeSteps);
        }

        private boolean isSound(final long coreTimeNs, final long maxDelayNs) {
            return name != null && Names.isValid(name) && stepNs > 0 && granularityNs >= 0
                && (granularityNs == 0 || stepNs % granularityNs == 0) && timeNs >= 0 && timeNs <= coreTimeNs
                && coreTimeNs - timeNs <= maxDelayNs;
        }
    }

    /** {@return whether a hub may go on from here: false for times that break its rules} */
    @JsonIgnore
    public boolean isSound() {
        return epoch > 0 && coreTimeNs >= 0 && maxDelayNs > 0 && assets != null
            && assets.stream().allMatch(asset -> asset != null && asset.isSound(coreTimeNs, maxDelayNs));
    }

    /**
     * The same run as it was seen twice; clocks never go back, so the later times are the newer ones.
     *
     * @param other of the same run; assets that are not here are passed over.
     * @return the newer times.
     */
    public LeftClocks newest(final LeftClocks other) {
        final Map<String, LeftAsset> theirs = new LinkedHashMap<>();
        other.assets.forEach(asset -> theirs.put(asset.name, asset));
        final List<LeftAsset> newest = new ArrayList<>();
        for (final LeftAsset mine : assets) {
            final LeftAsset their = theirs.getOrDefault(mine.name, mine);
            newest.add(Comparator.comparingLong(LeftAsset::timeNs).compare(mine, their) >= 0 ? mine : their);
        }
        return new LeftClocks(epoch, digest, begun || other.begun, Math.max(coreTimeNs, other.coreTimeNs), maxDelayNs,
            newest, resetting || other.resetting);
    }

    /**
     * The same run without some of its assets.
     *
     * @param gone their names.
     * @return the others.
     */
    public LeftClocks without(final List<String> gone) {
        return new LeftClocks(epoch, digest, begun, coreTimeNs, maxDelayNs,
            assets.stream().filter(asset -> !gone.contains(asset.name)).toList(), resetting);
    }
}
