package io.takt.proofs.agents;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** From when to when each asset of a scenario takes part, by the scenario or by the course of a play. */
final class Lives {
    private final Map<String, List<Life>> lives = new LinkedHashMap<>();
    private int changes;

    /** Of an asset that does all steps from a time to another; to the largest long while it is there. */
    record Life(long startNs, long endNs) {
        boolean isOver() {
            return endNs != Long.MAX_VALUE;
        }
    }

    /** All begin with the dawn of time; some leave, as the scenario says. */
    static Lives of(final Scenario scenario) {
        final Lives lives = new Lives();
        for (final String asset : scenario.names()) {
            lives.begins(asset, 0);
            if (scenario.leavesAtNs().containsKey(asset)) {
                lives.ends(asset, scenario.leavesAtNs().get(asset));
            }
        }
        return lives;
    }

    /** An asset takes part from now on. */
    void begins(final String asset, final long startNs) {
        changes++;
        of(asset).add(new Life(startNs, Long.MAX_VALUE));
    }

    /** It is about to leave. */
    void ends(final String asset, final long endNs) {
        changes++;
        final List<Life> all = of(asset);
        all.set(all.size() - 1, new Life(all.get(all.size() - 1).startNs, endNs));
    }

    /** One after the other. */
    List<Life> of(final String asset) {
        return lives.computeIfAbsent(asset, name -> new ArrayList<>());
    }

    /** How often an asset has begun, or has left. */
    int changes() {
        return changes;
    }
}
