package io.takt.recording.format;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import java.util.List;

/**
 * An asset as it joined.
 *
 * @param name          its name.
 * @param stepNs        ΔT_i, or the greatest step where steps vary.
 * @param granularityNs steps that vary are multiples of it; 0, and not written, for a fixed step.
 * @param wholeSteps    whether steps that vary are done whole or not at all; not written when they are not.
 * @param startNs       T_i at which it started; not 0 for one that joined later, or took the place of a process.
 * @param pid           its process, which may be that of others; 0 when that is not known.
 * @param channels      the channels that it sends, by their indices.
 * @param inputs        the links by which it receives, by their indices.
 */
public record AssetEntry(String name, long stepNs,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long granularityNs,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean wholeSteps, long startNs, long pid,
    List<OutputSpec> channels, List<InputSpec> inputs) {
    /**
     * An asset as it joined.
     *
     * @param name     as above.
     * @param steps    by how much it counts up.
     * @param startNs  as above.
     * @param pid      as above.
     * @param channels as above.
     * @param inputs   as above.
     * @return the entry.
     */
    public static AssetEntry of(final String name, final Steps steps, final long startNs, final long pid,
        final List<OutputSpec> channels, final List<InputSpec> inputs) {
        return new AssetEntry(name, steps.greatestNs(), steps.isFixed() ? 0 : steps.granularityNs(), steps.isWhole(),
            startNs, pid, channels, inputs);
    }

    /**
     * By how much it counted up.
     *
     * @return a fixed step where nothing else is said, as in recordings of earlier versions.
     */
    public Steps steps() {
        return granularityNs == 0 ? Steps.fixedNs(stepNs) : new Steps(stepNs, granularityNs, wholeSteps);
    }
}
