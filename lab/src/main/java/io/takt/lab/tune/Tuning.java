package io.takt.lab.tune;

import java.util.List;

/**
 * A configuration that was tuned.
 *
 * @param hub         its name.
 * @param task        what was wanted.
 * @param measurement what was measured before; null when nothing was.
 * @param result      what was found.
 * @param limits      what keeps the present settings from being faster.
 */
public record Tuning(String hub, Task task, Measurement measurement, Search.Result result,
    List<Limits.Limit> limits) {
    /**
     * Whether there is anything to change.
     *
     * @return false when the present settings are the best.
     */
    public boolean isBetter() {
        return !result.best().settings().equals(result.present().settings());
    }
}
