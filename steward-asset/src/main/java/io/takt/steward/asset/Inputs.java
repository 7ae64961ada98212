package io.takt.steward.asset;

import io.takt.asset.message.TypedOutput;

/** A channel, and the inputs that this copy of the world makes. */
record Inputs<M>(TypedOutput<M> output, StewardAsset.Source<M> source) {
    void send(final long fromNs, final long toNs) {
        source.make(fromNs, toNs, output::send);
    }
}
