package io.takt.wrapper.series;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.Asset;
import io.takt.asset.JoinedAsset;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.UnitConversion;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Sends the rows of a file, each at its time. Receivers wait for no row before its time: after each step the next one
 * is promised.
 */
final class PlayingAsset implements Asset, AutoCloseable {
    private static final long NEVER = Long.MAX_VALUE;

    private final Path path;
    private final MutableDirectBuffer bytes = new ExpandableArrayBuffer();
    private ChannelTypes types;
    private JoinedAsset self;
    private List<String> names;
    private final List<UnitConversion> conversions = new ArrayList<>();
    private List<Output> outputs;
    private SeriesFile file;
    /** Of the row that is sent next. */
    private long nextNs;

    PlayingAsset(final Path path, final ChannelTypes types) {
        this.path = path;
        this.types = types;
    }

    @Override
    public void joined(final JoinedAsset asset) {
        self = asset;
    }

    /** Reads all of the file once, so that no wrong row ends a run in its middle. */
    @Override
    public void connect(final Channels channels) throws IOException {
        names = channels.outputs().stream().map(OutputSpec::channel).toList();
        if (names.isEmpty()) {
            throw new WrapperException("asset '" + self.name() + "' sends no channel; name one of " + path
                + "'s columns in the hub's configuration, with \"from\": \"" + self.name() + "\"");
        }
        types = types.of(self.name(), channels);
        outputs = names.stream().map(channels::output).toList();
        open();
        for (int i = 0; i < names.size(); i++) {
            conversions.add(file.conversion(i, channels.outputs().get(i).values().unit()));
        }
        while (nextNs != NEVER) {
            for (int i = 0; i < outputs.size(); i++) {
                write(i);
            }
            advance();
        }
    }

    private void open() throws IOException {
        close();
        file = new SeriesFile(path, names);
        advance();
    }

    private void advance() throws IOException {
        nextNs = file.next() ? file.timeNs() : NEVER;
    }

    /** Returns how many bytes the value of a channel has, or -1 where there is none. */
    private int write(final int channel) throws WrapperException {
        final JsonNode value = file.value(channel);
        if (value == null) {
            return -1;
        }
        final int length;
        try {
            length = types.of(names.get(channel))
                .write(ChannelTypes.converted(value, conversions.get(channel)), bytes);
        } catch (final IllegalArgumentException e) {
            throw file.wrong(names.get(channel), e.getMessage(), e);
        }
        if (length > outputs.get(channel).maxBytes()) {
            throw file.wrong(names.get(channel), "a value of " + length + " bytes; the channel's maxBytes is "
                + outputs.get(channel).maxBytes(), null);
        }
        return length;
    }

    /** Rows before the time at which the asset begins are left out; at 0 there are none. */
    @Override
    public void start(final long timeNs) throws IOException {
        open();
        while (timeNs > 0 && nextNs <= timeNs) {
            advance();
        }
        send(timeNs);
    }

    @Override
    public void step(final long fromNs, final long toNs) throws IOException {
        send(toNs);
    }

    private void send(final long untilNs) throws IOException {
        while (nextNs <= untilNs && nextNs != NEVER) {
            for (int i = 0; i < outputs.size(); i++) {
                final int length = write(i);
                if (length >= 0) {
                    outputs.get(i).send(bytes, 0, length, nextNs);
                }
            }
            advance();
        }
        for (final Output output : outputs) {
            output.promiseNoSendBefore(nextNs);
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
