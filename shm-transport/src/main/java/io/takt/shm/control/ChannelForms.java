package io.takt.shm.control;

import com.fasterxml.jackson.databind.util.StdConverter;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;

/** How declared channels stand in JSON: as objects of flat fields; what is left out is 0, as everywhere. */
public final class ChannelForms {
    private ChannelForms() {
    }

    /** An output's fields. */
    record OutputForm(String channel, int maxBytes) {
    }

    /** An input's fields. */
    record InputForm(String channel, String sender, Delivery delivery, long delayNs, long jitterNs, double loss) {
    }

    /** Writes an output. */
    public static final class OutputWriter extends StdConverter<OutputSpec, OutputForm> {
        @Override
        public OutputForm convert(final OutputSpec spec) {
            return new OutputForm(spec.channel(), spec.maxBytes());
        }
    }

    /** Reads an output. */
    public static final class OutputReader extends StdConverter<OutputForm, OutputSpec> {
        @Override
        public OutputSpec convert(final OutputForm form) {
            return OutputSpec.named(form.channel).maxBytes(form.maxBytes);
        }
    }

    /** Writes an input. */
    public static final class InputWriter extends StdConverter<InputSpec, InputForm> {
        @Override
        public InputForm convert(final InputSpec spec) {
            return new InputForm(spec.channel(), spec.sender(), spec.delivery(), spec.delayNs(), spec.jitterNs(),
                spec.loss());
        }
    }

    /** Reads an input. */
    public static final class InputReader extends StdConverter<InputForm, InputSpec> {
        @Override
        public InputSpec convert(final InputForm form) {
            if (form.delivery == null) {
                throw new IllegalArgumentException("channel '" + form.channel + "': the field 'delivery' is missing");
            }
            return InputSpec.of(form.channel, form.sender, form.delivery).delayNs(form.delayNs)
                .jitterNs(form.jitterNs).loss(form.loss);
        }
    }
}
