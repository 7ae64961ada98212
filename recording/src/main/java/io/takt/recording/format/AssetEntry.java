package io.takt.recording.format;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.plan.Paths;
import io.takt.shm.control.Reply;
import java.util.List;
import java.util.Map;

/**
 * An asset as it joined; or one of another hub of the tree, with those of its channels that are received at this hub.
 *
 * @param name          its name; of one of another hub its path, such as {@code site-a/drone} or {@code ../radar}.
 * @param stepNs        ΔT_i, or the greatest step where steps vary; of one of another hub the core's step.
 * @param granularityNs steps that vary are multiples of it; 0, and not written, for a fixed step.
 * @param wholeSteps    whether steps that vary are done whole or not at all; not written when they are not.
 * @param startNs       T_i at which it started; not 0 for one that joined later, or took the place of a process.
 * @param pid           its process, which may be that of others; 0 when that is not known.
 * @param channels      the channels that it sends, by their indices.
 * @param inputs        the links by which it receives, by their indices.
 * @param told          the channels of which it is told at those that come from a carrier; not written without any.
 */
public record AssetEntry(String name, long stepNs,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long granularityNs,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean wholeSteps, long startNs, long pid,
    List<OutputSpec> channels, List<InputSpec> inputs,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Integer, Reply.Sent> told) {
    /** In recordings of earlier versions there are no carriers. */
    public AssetEntry {
        told = told == null ? Map.of() : told;
    }

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
            startNs, pid, channels, inputs, Map.of());
    }

    /**
     * The same, of which some inputs come from a carrier.
     *
     * @param others as above.
     * @return the entry.
     */
    public AssetEntry told(final Map<Integer, Reply.Sent> others) {
        return new AssetEntry(name, stepNs, granularityNs, wholeSteps, startNs, pid, channels, inputs, others);
    }

    /**
     * As if all assets were on one hub, which is how their messages are delivered.
     *
     * @return with names in the place of paths.
     */
    public AssetEntry onOneHub() {
        return new AssetEntry(Paths.leaf(name), stepNs, granularityNs, wholeSteps, startNs, pid, channels,
            onOneHub(inputs), told);
    }

    /**
     * The same of links.
     *
     * @param inputs by which an asset receives.
     * @return with names in the place of paths.
     */
    public static List<InputSpec> onOneHub(final List<InputSpec> inputs) {
        return inputs.stream().map(input -> new InputSpec(input.channel(),
            Paths.leaf(input.sender()), input.delivery(), input.delayNs(), input.jitterNs(), input.loss(),
            input.values())).toList();
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
