package io.takt.proofs.rule;

import io.takt.asset.message.InputSpec;
import io.takt.rule.GateLiveness.Link;

/**
 * A link whose receiver waits for its sender.
 *
 * @param from      the sender, by its place among the assets from 0.
 * @param to        the receiver.
 * @param delayNs   δ, the least that the link adds to a stamp.
 * @param atStepEnd whether a step gets what is delivered up to its end.
 */
public record Gate(int from, int to, long delayNs, boolean atStepEnd) {
    /** By which a receiver gets what the sender sends; with jitter up to so much. */
    InputSpec input(final String channel, final long jitterNs) {
        final InputSpec input =
            InputSpec.gated(channel, Federate.nameOf(from)).delayNs(delayNs).jitterNs(jitterNs);
        return atStepEnd ? input.untilStepEnd() : input;
    }

    /** For a verdict. */
    Link link() {
        return new Link("channel-" + from, Parameters.nameOf(from), Parameters.nameOf(to), delayNs, atStepEnd);
    }
}
