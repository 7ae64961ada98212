package io.takt.asset.stub;

import io.takt.asset.HubState;
import io.takt.asset.JoinedAsset;
import io.takt.asset.message.Channels;

/** An asset of which a test says only what it needs. */
public interface JoinedAssetStub extends JoinedAsset {
    @Override
    default String name() {
        throw new UnsupportedOperationException();
    }

    @Override
    default long timeNs() {
        throw new UnsupportedOperationException();
    }

    @Override
    default Channels channels() {
        throw new UnsupportedOperationException();
    }

    @Override
    default long coreTimeNs() {
        throw new UnsupportedOperationException();
    }

    @Override
    default long coreStepNs() {
        throw new UnsupportedOperationException();
    }

    @Override
    default long maxDelayNs() {
        throw new UnsupportedOperationException();
    }

    @Override
    default long seed() {
        throw new UnsupportedOperationException();
    }

    @Override
    default boolean isSuccessor() {
        throw new UnsupportedOperationException();
    }

    @Override
    default HubState hubState() {
        throw new UnsupportedOperationException();
    }

    @Override
    default void stopRun(final String reason) {
        throw new UnsupportedOperationException();
    }

    @Override
    default void failRun(final String reason) {
        throw new UnsupportedOperationException();
    }

    @Override
    default void leave() {
        throw new UnsupportedOperationException();
    }

    @Override
    default void close() {
        throw new UnsupportedOperationException();
    }

    @Override
    default void wakeAt(final long timeNs) {
        throw new UnsupportedOperationException();
    }

    @Override
    default void stepTo(final long toNs) {
        throw new UnsupportedOperationException();
    }

    @Override
    default void chooseStep(final long stepNs) {
        throw new UnsupportedOperationException();
    }
}
