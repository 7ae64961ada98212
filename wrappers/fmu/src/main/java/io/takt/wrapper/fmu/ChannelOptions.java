package io.takt.wrapper.fmu;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.util.List;
import java.util.Map;
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
    /**
     * The values of a channel that is sent.
     *
     * @param spec       of the channel.
     * @param configured types of all channels.
     * @param sizes      of arrays, by the references of structural parameters.
     */
    ChannelValues sent(final OutputSpec spec, final ChannelTypes configured, final Fmu fmu,
        final Map<Integer, Long> sizes) throws WrapperException {
        final List<Variable> variables = out.of(spec.channel(), fmu);
        return new ChannelValues(spec.channel(), variables, configured.of(spec.channel()), fmu, sizes)
            .convert(VariableUnits.outOf(fmu, variables, spec.values().unit()));
    }

    /**
     * The values of a channel that is received, which may set its variables.
     *
     * @param channel    its name.
     * @param inputs     links of all channels.
     * @param configured types of all channels.
     * @param sizes      of arrays, by the references of structural parameters.
     */
    ChannelValues received(final String channel, final List<InputSpec> inputs, final ChannelTypes configured,
        final Fmu fmu, final Map<Integer, Long> sizes) throws WrapperException {
        final List<Variable> variables = in.of(channel, fmu);
        for (final Variable each : variables) {
            if (!each.isInput() && !each.isTunable() && !each.isFixed()) {
                throw new WrapperException("channel '" + channel + "' cannot set variable '" + each.name() + "' of "
                    + fmu.path() + ", which is no input and no parameter; its inputs are "
                    + fmu.model().names("input"));
            }
        }
        return new ChannelValues(channel, variables, configured.of(channel), fmu, sizes)
            .convert(VariableUnits.into(fmu, variables, inputs.stream()
                .filter(each -> each.channel().equals(channel)).map(InputSpec::values).toList()));
    }

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
