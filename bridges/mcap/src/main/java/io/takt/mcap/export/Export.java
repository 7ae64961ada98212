package io.takt.mcap.export;

import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.ValueSpec;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.mcap.export.SentInOrder.Sent;
import io.takt.mcap.file.McapWriter;
import io.takt.recording.format.Beginning;
import io.takt.recording.format.Ending;
import io.takt.recording.format.RecordingFolder;
import io.takt.recording.format.RecordingReader;
import io.takt.wrapper.kit.value.ChannelTypes;
import io.takt.wrapper.kit.value.ValueType;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * The messages that the assets of a recorded run sent, as an MCAP file: a channel for each channel of each asset, with
 * simulation time as the time of its messages.
 */
public final class Export {
    private final RecordingFolder folder;
    private final MessagePlan plan;
    private final ChannelTypes named;
    private final Encoding encoding;
    private final Map<ValueType, Integer> schemas = new EnumMap<>(ValueType.class);
    private final Map<List<String>, Topic> topics = new HashMap<>();
    private final Map<String, List<String>> byTopic = new HashMap<>();
    private McapWriter writer;

    private record Topic(int number, ValueType type) {
    }

    /**
     * The contents of a file.
     *
     * @param messages how many.
     * @param channels of the file, that have a message: each the asset and its channel.
     * @param isReset  whether the run was reset, and all after that left out.
     */
    public record Written(long messages, Set<List<String>> channels, boolean isReset) {
    }

    /**
     * An export that is to be made.
     *
     * @param folder of the recording.
     * @param plan   channels of the configuration, with types and units.
     * @param named  types of channels, for those of which the configuration has none.
     * @param isRos2 whether messages are those of ROS 2, in CDR; else they are JSON.
     */
    public Export(final RecordingFolder folder, final MessagePlan plan, final ChannelTypes named,
        final boolean isRos2) {
        this.folder = folder;
        this.plan = plan;
        this.named = named;
        this.encoding = isRos2 ? Encoding.ROS2 : Encoding.JSON;
    }

    /**
     * Writes the file: first beside it, so nothing stays where that fails.
     *
     * @param file     to write, or to write over.
     * @param progress is told after each batch how many bytes of the recording were read.
     * @return what was written.
     * @throws IOException              when something cannot be read or written; in one line.
     * @throws IllegalArgumentException when a message is not of its type; in one line.
     */
    public Written to(final Path file, final LongConsumer progress) throws IOException {
        final Path target = file.toAbsolutePath().normalize();
        final Path draft = target.resolveSibling(target.getFileName() + ".draft");
        final Beginning beginning = folder.beginning();
        final Ending ending = folder.ending();
        final SentInOrder messages = new SentInOrder(this::write);
        boolean isMade = false;
        try {
            try (RecordingReader reader = new RecordingReader(folder, beginning, messages);
                McapWriter opened = new McapWriter(
                    new BufferedOutputStream(Files.newOutputStream(draft, StandardOpenOption.CREATE_NEW)),
                    encoding.profile())) {
                isMade = true;
                writer = opened;
                while (!messages.isReset() && reader.read()) {
                    progress.accept(reader.position());
                }
                if (messages.isReset() || ending != null && ending.position() == reader.position()) {
                    messages.end();
                }
            }
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (final FileAlreadyExistsException e) {
            throw new IOException(draft + " is there, perhaps of an export that was killed; remove it", e);
        } catch (final UncheckedIOException e) {
            throw e.getCause();
        } finally {
            if (isMade) {
                Files.deleteIfExists(draft);
            }
        }
        return new Written(writer.messages(), Set.copyOf(topics.keySet()), messages.isReset());
    }

    private void write(final Sent sent) {
        final OutputSpec channel = sent.sender().channels().get(sent.channel());
        final String sender = sent.sender().name();
        final Topic topic = topics.computeIfAbsent(List.of(sender, channel.channel()), this::open);
        try {
            writer.message(topic.number, sent.sequence(), sent.stampNs(), encoding.message(topic.type, sent.bytes()));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("message " + sent.sequence() + " of asset '" + sender + "' on channel '"
                + channel.channel() + "' cannot be read: " + e.getMessage()
                + (topic.type == ValueType.JSON ? "; --as " + channel.channel() + "=TYPE does" : ""), e);
        }
    }

    private Topic open(final List<String> name) {
        final ValueSpec values = plan.outputs(name.get(0), List.of()).stream()
            .filter(output -> output.channel().equals(name.get(1))).map(OutputSpec::values).findFirst()
            .orElse(ValueSpec.NONE);
        final ValueType type = values.type() == null ? named.of(name.get(1)) : ValueType.of(values.type());
        final String topic = encoding.topic(name.get(0), name.get(1));
        final List<String> other = byTopic.put(topic, name);
        if (other != null) {
            throw new IllegalArgumentException("channels '" + String.join("/", other) + "' and '"
                + String.join("/", name) + "' would both be topic " + topic + " in ROS 2; export without --ros2, or"
                + " record with names of letters, digits and _");
        }
        final int schema = schemas.computeIfAbsent(type,
            each -> writer.schema(encoding.schemaName(each), encoding.schemas(), encoding.schema(each)));
        final Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("asset", name.get(0));
        metadata.put("channel", name.get(1));
        if (values.unit() != null) {
            metadata.put("unit", values.unit().name());
        }
        return new Topic(writer.channel(schema, topic, encoding.messages(), metadata), type);
    }
}
