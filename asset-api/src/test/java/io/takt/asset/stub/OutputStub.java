package io.takt.asset.stub;

import io.takt.asset.message.Output;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** An output of which a test says only what it needs. */
public interface OutputStub extends Output {
    @Override
    default String channel() {
        throw new UnsupportedOperationException();
    }

    @Override
    default int maxBytes() {
        throw new UnsupportedOperationException();
    }

    @Override
    default void send(final DirectBuffer buffer, final int index, final int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    default void send(final DirectBuffer buffer, final int index, final int length, final long stampNs) {
        throw new UnsupportedOperationException();
    }

    @Override
    default MutableDirectBuffer claim(final int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    default MutableDirectBuffer claim(final int length, final long stampNs) {
        throw new UnsupportedOperationException();
    }

    @Override
    default void commit(final int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    default void abort() {
        throw new UnsupportedOperationException();
    }

    @Override
    default void promiseNoSendBefore(final long timeNs) {
        throw new UnsupportedOperationException();
    }
}
