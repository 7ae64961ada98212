package io.takt.shm.asset;

import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Latest;
import io.takt.asset.message.MessageHandler;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import java.util.List;

/** The channels of an asset that neither sends nor receives. */
record NoChannels(String asset) implements Channels {
    @Override
    public Output output(final String channel) {
        throw none("sends");
    }

    @Override
    public void subscribe(final String channel, final MessageHandler handler) {
        throw none("receives");
    }

    @Override
    public Latest latest(final String channel) {
        throw none("receives");
    }

    /** There is no digest, for nothing is delivered; nor does the asset know here which step is under way. */
    @Override
    public void countInDigest(final long number, final long stampNs) {
        // Nothing is counted.
    }

    @Override
    public void leaveOutOfDigest(final String channel) {
        throw none("receives");
    }

    @Override
    public List<OutputSpec> outputs() {
        return List.of();
    }

    @Override
    public List<InputSpec> inputs() {
        return List.of();
    }

    private IllegalArgumentException none(final String what) {
        return new IllegalArgumentException("asset '" + asset + "' " + what + " nothing; declare its channels in the"
            + " hub's configuration, or where it joins");
    }
}
