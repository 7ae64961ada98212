package io.takt.hub.config;

import io.takt.asset.SimTime;
import java.util.ArrayList;
import java.util.List;

/** Settings that are allowed in a configuration but are probably not meant. */
public final class Warnings {
    private Warnings() {
    }

    /**
     * All that is odd.
     *
     * @param config without errors.
     * @return one line each, which begins with the path of a field.
     */
    public static List<String> of(final HubConfig config) {
        final List<String> warnings = new ArrayList<>();
        final double fastest = config.coreIntervalNs() == 0 ? Double.POSITIVE_INFINITY
            : (double) config.coreStepNs() / config.coreIntervalNs();
        if (config.speed() != Double.POSITIVE_INFINITY && fastest < config.speed()) {
            final long enoughNs = (long) (config.coreStepNs() / config.speed());
            warnings.add("coreInterval: one coreStep of " + SimTime.format(config.coreStepNs()) + " every "
                + SimTime.format(config.coreIntervalNs()) + " is a speed of " + (float) fastest
                + " at most, so pace.speed " + config.speed() + " is never reached; "
                + (enoughNs == 0 ? "leave it out" : "leave it out, or make it " + SimTime.format(enoughNs)
                + " or less"));
        }
        if (config.planned().isEmpty()) {
            warnings.add("assets: there are none, so there is nothing that 'takt run' could run; 'takt hub' waits for"
                + " those that join");
        }
        if (config.metrics().warning() != null) {
            warnings.add(config.metrics().warning());
        }
        return warnings;
    }
}
