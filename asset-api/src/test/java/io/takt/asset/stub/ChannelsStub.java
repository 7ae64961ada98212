package io.takt.asset.stub;

import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Latest;
import io.takt.asset.message.MessageHandler;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import java.util.List;

/** Channels of which a test says only what it needs. */
public interface ChannelsStub extends Channels {
    @Override
    default Output output(final String channel) {
        throw new UnsupportedOperationException();
    }

    @Override
    default void subscribe(final String channel, final MessageHandler handler) {
        throw new UnsupportedOperationException();
    }

    @Override
    default Latest latest(final String channel) {
        throw new UnsupportedOperationException();
    }

    @Override
    default void countInDigest(final long number, final long stampNs) {
        throw new UnsupportedOperationException();
    }

    @Override
    default void leaveOutOfDigest(final String channel) {
        throw new UnsupportedOperationException();
    }

    @Override
    default List<OutputSpec> outputs() {
        throw new UnsupportedOperationException();
    }

    @Override
    default List<InputSpec> inputs() {
        throw new UnsupportedOperationException();
    }
}
