package io.takt.wrapper.fmu;

import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.util.List;
import java.util.stream.Stream;

/**
 * The words of a command line about channels.
 *
 * @param in       variables of channels that are received.
 * @param out      those of channels that are sent.
 * @param types    of the channels' values.
 * @param isWithin whether values within a step are sent, too.
 * @param isOfOne  whether they are for one asset, which has all these channels; several may share the words.
 */
record ChannelOptions(ChannelMap in, ChannelMap out, ChannelTypes types, boolean isWithin, boolean isOfOne) {
    /** Checks that the asset has each channel that is named. */
    void requireAmong(final String asset, final List<String> received, final List<String> sent)
        throws WrapperException {
        if (isOfOne) {
            in.requireAmong(asset, received);
            out.requireAmong(asset, sent);
            types.requireAmong(asset, Stream.concat(sent.stream(), received.stream()).toList());
        }
    }
}
