package io.takt.mcap.play;

import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.Unit;
import io.takt.asset.message.UnitConversion;
import io.takt.hub.core.status.ShortList;
import io.takt.hub.unit.Units;
import io.takt.mcap.file.McapReader.Message;
import io.takt.mcap.file.McapReader.Topic;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.value.ValueType;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which topic of a file goes to which channel, and from which time on. A channel carries the topic that a user names,
 * or the one of its own name, or the one that an export has written for a channel of this name. Immutable.
 */
public final class TopicChoice {
    /** A file with later times has those of a calendar: no run takes a year. */
    private static final long MOST_NS = 365L * 24 * 3_600 * 1_000_000_000;
    private static final long NS_PER_S = 1_000_000_000;

    private final Map<String, String> named;
    private final boolean fromFirst;

    private TopicChoice(final Map<String, String> named, final boolean fromFirst) {
        this.named = named;
        this.fromFirst = fromFirst;
    }

    /**
     * Reads what a command line says.
     *
     * @param words     each {@code CHANNEL=TOPIC}.
     * @param fromFirst whether times count from the first message.
     * @return the choice.
     * @throws IllegalArgumentException when a word says something else, in one line.
     */
    public static TopicChoice of(final List<String> words, final boolean fromFirst) {
        final Map<String, String> named = new LinkedHashMap<>();
        for (final String word : words) {
            final int sign = word.indexOf('=');
            if (sign < 1 || sign == word.length() - 1) {
                throw new IllegalArgumentException("--out: '" + word + "' is no CHANNEL=TOPIC, such as"
                    + " speed=/car/speed");
            }
            if (named.put(word.substring(0, sign), word.substring(sign + 1)) != null) {
                throw new IllegalArgumentException("--out: the topic of channel '" + word.substring(0, sign)
                    + "' is named twice");
            }
        }
        return new TopicChoice(named, fromFirst);
    }

    void requireAmong(final String asset, final List<OutputSpec> specs) throws WrapperException {
        for (final String each : named.keySet()) {
            if (specs.stream().noneMatch(spec -> spec.channel().equals(each))) {
                throw new WrapperException("--out names channel '" + each + "', which is none of asset '" + asset
                    + "'; there is " + String.join(", ", specs.stream().map(OutputSpec::channel).toList()));
            }
        }
    }

    /** Those that a channel carries, of one name: a file may have several channels of it, of several writers. */
    List<Topic> topics(final String channel, final Path path, final List<Topic> topics) throws WrapperException {
        final String name = named.get(channel);
        final List<Topic> found = topics.stream().filter(each -> name != null ? each.name().equals(name)
            : each.name().equals(channel) || each.name().equals("/" + channel)
            || channel.equals(each.metadata().get("channel"))).distinct().toList();
        if (found.stream().map(Topic::name).distinct().count() == 1) {
            return found;
        }
        throw new WrapperException(path + " has " + (found.isEmpty() ? "no topic" : "several topics") + " '"
            + (name == null ? channel : name) + "'; " + (topics.isEmpty() ? "it has none at all" : "there is "
            + ShortList.of(topics.stream().map(Topic::name).toList()) + "; --out " + channel + "=TOPIC names one"));
    }

    /** How its messages are read. */
    static Decoding decoding(final Topic topic, final String channel, final ValueType type, final Path path)
        throws WrapperException {
        final Decoding decoding = Decoding.of(topic, type);
        if (decoding == null) {
            throw new WrapperException(path + ": the messages of topic '" + topic.name() + "', "
                + (topic.schemaName().isEmpty() ? "" : topic.schemaName() + " ") + "in '" + topic.encoding()
                + "', are neither JSON nor of ROS 2's std_msgs; channel '" + channel + "' carries their bytes as they"
                + " are if its type is bytes");
        }
        return decoding;
    }

    /** From the unit that an export has written into that of the channel. */
    static UnitConversion conversion(final Topic topic, final OutputSpec spec, final Path path)
        throws WrapperException {
        final String own = topic.metadata().get("unit");
        final Unit unit = spec.values().unit();
        try {
            return own == null || unit == null ? UnitConversion.IDENTITY : Units.parse(own).to(unit);
        } catch (final IllegalArgumentException e) {
            throw new WrapperException(path + ", topic '" + topic.name() + "', cannot go to channel '"
                + spec.channel() + "': " + e.getMessage(), e);
        }
    }

    /** The log time that is 0 in the run, for the first message of the file, or null. */
    long zeroNs(final Path path, final Message first) throws WrapperException {
        if (fromFirst && first != null) {
            return first.timeNs();
        }
        if (first != null && (first.timeNs() < 0 || first.timeNs() > MOST_NS)) {
            throw new WrapperException(path + " begins at "
                + Instant.ofEpochSecond(Math.floorDiv(first.timeNs(), NS_PER_S)) + "; --from-first counts from there");
        }
        return 0;
    }
}
