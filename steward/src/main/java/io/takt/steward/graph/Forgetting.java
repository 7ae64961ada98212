package io.takt.steward.graph;

import java.util.ArrayList;
import java.util.List;

/** Drops history. */
final class Forgetting {
    /** The golden section of all integers: its multiples are spread evenly. */
    private static final int STEP = 0x9e3779b9;

    private final ActionLog log;
    private final Counters counters;
    /** Predictions of the forgotten past that may still come up. */
    private final List<Prediction> lingering = new ArrayList<>();
    private long forgottenSinceSweep;
    private int where;

    Forgetting(final ActionLog log, final Counters counters) {
        this.log = log;
        this.counters = counters;
    }

    /** Drops what was done before a time. */
    void before(final long time) {
        log.takeBefore(time, action -> {
            forgottenSinceSweep++;
            where += STEP;
            counters.forgetReads(action);
            action.logged = null;
            if (action instanceof Execution) {
                forget((Execution) action);
            } else {
                forget((Prediction) action, time);
            }
        });
        // A sweep over all of them costs no more than the drops since the last sweep.
        if (forgottenSinceSweep >= lingering.size()) {
            forgottenSinceSweep = 0;
            lingering.removeIf(prediction -> {
                final boolean matters = prediction.mattersFrom(time);
                if (!matters) {
                    removeFromCanaries(prediction);
                    drop(prediction);
                }
                return !matters;
            });
        }
    }

    private void forget(final Prediction prediction, final long time) {
        if (!prediction.dead) {
            prediction.cutOff(time);
        }
        final Reads reads = prediction.reads;
        prediction.reads = Reads.NOTHING;
        reads.forget(where);
        if (prediction.mattersFrom(time)) {
            prediction.lingers = true;
            lingering.add(prediction);
            if (prediction.slot.automatic) {
                // All that it has read must know it, and as its reader.
                Reads.register(prediction, prediction.known());
                counters.reads += prediction.known().length;
            } else {
                for (final Version canary : prediction.canaries()) {
                    canary.addLingering(prediction);
                }
            }
        } else {
            drop(prediction);
        }
    }

    private void removeFromCanaries(final Prediction prediction) {
        if (prediction.slot.automatic) {
            counters.reads -= prediction.reads.versions.length;
            where += STEP;
            prediction.reads.forget(where);
            prediction.reads = Reads.NOTHING;
        } else {
            for (final Version canary : prediction.canaries()) {
                canary.removeLingering(prediction);
            }
        }
    }

    private void drop(final Prediction prediction) {
        counters.predictions--;
        prediction.dead = true;
        if (prediction.execution != null) {
            // It may still be the newest of its slot: that something came of it must be known.
            prediction.execution = Execution.FORGOTTEN;
        }
    }

    private void forget(final Execution execution) {
        counters.executions--;
        for (final Version version : execution.writes) {
            if (!execution.dead && version.prev != null) {
                version.cutOff();
                counters.versions--;
            }
        }
        execution.dead = true;
        execution.reads.forget(where);
        execution.reads = Reads.NOTHING;
        execution.writes = Action.NOTHING;
        execution.asked = Execution.NONE;
    }
}
