package io.takt.proofs.rule;

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
    /** For a verdict. */
    Link link() {
        return new Link("channel-" + from, Parameters.nameOf(from), Parameters.nameOf(to), delayNs, atStepEnd);
    }
}
