package io.takt.lab.tune;

import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The measured times of a configuration.
 *
 * @param stepWallNs  mean wall time of a step, by asset; without those that did not tell.
 * @param speed       simulated time per wall time.
 * @param maxSpreadNs greatest difference between two assets.
 */
public record Measurement(Map<String, Long> stepWallNs, double speed, long maxSpreadNs) {
    /** The time before is warm-up: classes are loaded, code is compiled. */
    private static final double WARM_UP_PART = 0.4;

    /** Copies the map. */
    public Measurement {
        stepWallNs = Map.copyOf(stepWallNs);
    }

    /**
     * Takes it from what was seen of a run.
     *
     * @param looks       statuses in their order, at least one.
     * @param maxSpreadNs as it was observed.
     * @return means over what came after the warm-up, or over all of it where nothing was counted since.
     */
    public static Measurement of(final List<HubStatus> looks, final long maxSpreadNs) {
        final HubStatus last = looks.get(looks.size() - 1);
        final HubStatus first = looks.stream().filter(look -> look.wallNs() >= WARM_UP_PART * last.wallNs())
            .findFirst().orElse(last);
        final Map<String, Long> stepWallNs = new TreeMap<>();
        for (final AssetStatus asset : last.assets()) {
            final AssetStatus before = first.assets().stream()
                .filter(each -> each.name().equals(asset.name())).findFirst().orElse(null);
            final long earlier = before == null ? 0 : count(before);
            final long since = count(asset) - earlier;
            if (since > 0) {
                stepWallNs.put(asset.name(), (asset.busyNs() - (before == null ? 0 : before.busyNs())) / since);
            } else if (earlier > 0) {
                stepWallNs.put(asset.name(), asset.busyNs() / earlier);
            }
        }
        final long wallNs = last.wallNs() - first.wallNs();
        return new Measurement(stepWallNs, wallNs <= 0 ? last.speedRatio()
            : (double) (last.coreTimeNs() - first.coreTimeNs()) / wallNs, maxSpreadNs);
    }

    private static long count(final AssetStatus asset) {
        return asset.steps().stream().mapToLong(pair -> pair.get(1)).sum();
    }
}
