package io.takt.mcap.play;

import io.takt.asset.Asset;
import io.takt.asset.JoinedAsset;
import io.takt.asset.SimTime;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.UnitConversion;
import io.takt.mcap.file.McapReader;
import io.takt.mcap.file.McapReader.Message;
import io.takt.mcap.file.McapReader.Topic;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.value.ChannelTypes;
import io.takt.wrapper.kit.value.ValueType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Sends the messages of an MCAP file, each at its log time. Receivers wait for none before its time: after each step
 * the next one is promised.
 */
public final class ImportingAsset implements Asset, AutoCloseable {
    private static final long NEVER = Long.MAX_VALUE;

    private final Path path;
    private final TopicChoice choice;
    private final ChannelTypes types;
    private final Consumer<String> tells;
    private final MutableDirectBuffer bytes = new ExpandableArrayBuffer();
    private final List<Output> outputs = new ArrayList<>();
    /** The channels of each topic that has one. */
    private final Map<Topic, List<Sent>> sent = new HashMap<>();
    private JoinedAsset self;
    private McapReader file;
    private long zeroNs;
    private Message next;
    private long nextNs;

    /** A channel that carries a topic. */
    private record Sent(OutputSpec spec, Output output, ValueType type, Decoding decoding, UnitConversion conversion) {
        static Sent of(final OutputSpec spec, final Output output, final ValueType type, final Topic topic,
            final Path path) throws WrapperException {
            return new Sent(spec, output, type, TopicChoice.decoding(topic, spec.channel(), type, path),
                TopicChoice.conversion(topic, spec, path));
        }
    }

    /**
     * Nothing is opened yet.
     *
     * @param path   of the file.
     * @param choice of topics for channels.
     * @param types  of channels, as a command line names them.
     * @param tells  takes lines for people.
     */
    public ImportingAsset(final Path path, final TopicChoice choice, final ChannelTypes types,
        final Consumer<String> tells) {
        this.path = path;
        this.choice = choice;
        this.types = types;
        this.tells = tells;
    }

    /**
     * Whether a file has what channels are to carry.
     *
     * @param asset  that sends them.
     * @param path   of the file.
     * @param choice of topics for channels.
     * @param types  of all channels.
     * @param specs  of the channels.
     * @throws IOException when it cannot be read, or has not; in one line.
     */
    public static void requireTopics(final String asset, final Path path, final TopicChoice choice,
        final ChannelTypes types, final List<OutputSpec> specs) throws IOException {
        requireChannels(asset, choice, specs);
        try (McapReader reader = new McapReader(path)) {
            for (final OutputSpec each : specs) {
                for (final Topic topic : choice.topics(each.channel(), path, reader.topics())) {
                    Sent.of(each, null, types.of(each.channel()), topic, path);
                }
            }
            choice.zeroNs(path, reader.next());
        }
    }

    private static void requireChannels(final String asset, final TopicChoice choice, final List<OutputSpec> specs)
        throws WrapperException {
        if (specs.isEmpty()) {
            throw new WrapperException("asset '" + asset + "' sends no channel; name one in the hub's configuration,"
                + " with \"from\": \"" + asset + "\"");
        }
        choice.requireAmong(asset, specs);
    }

    @Override
    public void joined(final JoinedAsset asset) {
        self = asset;
    }

    /** Reads all of the file once, so that no wrong message ends a run in its middle. */
    @Override
    public void connect(final Channels channels) throws IOException {
        final List<OutputSpec> specs = channels.outputs();
        requireChannels(self.name(), choice, specs);
        final ChannelTypes configured = types.of(self.name(), channels);
        file = new McapReader(path);
        if (file.isCut()) {
            tells.accept(path + " is cut off; what is whole is sent");
        }
        for (final OutputSpec each : specs) {
            final Output output = channels.output(each.channel());
            outputs.add(output);
            for (final Topic topic : choice.topics(each.channel(), path, file.topics())) {
                sent.computeIfAbsent(topic, its -> new ArrayList<>())
                    .add(Sent.of(each, output, configured.of(each.channel()), topic, path));
            }
        }
        zeroNs = choice.zeroNs(path, file.next());
        begin();
        while (next != null) {
            for (final Sent each : sent.get(next.topic())) {
                write(each);
            }
            advance();
        }
    }

    private void begin() throws IOException {
        file.rewind();
        advance();
    }

    /** To the next message of a channel. */
    private void advance() throws IOException {
        do {
            next = file.next();
        } while (next != null && !sent.containsKey(next.topic()));
        nextNs = next == null ? NEVER : next.timeNs() - zeroNs;
    }

    /** Returns how many bytes the value has. */
    private int write(final Sent each) throws WrapperException {
        try {
            final int length = each.type.write(
                ChannelTypes.converted(each.decoding.read(next, each.type), each.conversion), bytes);
            if (length > each.spec.maxBytes()) {
                throw new IllegalArgumentException("a value of " + length + " bytes; the maxBytes of channel '"
                    + each.spec.channel() + "' is " + each.spec.maxBytes());
            }
            return length;
        } catch (final IllegalArgumentException e) {
            throw new WrapperException(path + ", topic '" + next.topic().name() + "' at " + SimTime.format(nextNs)
                + ": " + e.getMessage(), e);
        }
    }

    /** Messages before the time at which the asset begins are left out; at 0 there are none. */
    @Override
    public void start(final long timeNs) throws IOException {
        begin();
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
        while (next != null && nextNs <= untilNs) {
            for (final Sent each : sent.get(next.topic())) {
                each.output.send(bytes, 0, write(each), nextNs);
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
