package io.takt.conform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.shm.clock.AssetClocks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** The logs of a trial: those of the senders that the kit plays, and that of the asset, which it reads. */
final class Channels {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String READER = "judge";
    /** Of each log the first, so that a channel's number in the log is not its place in a declaration. */
    private static final String UNUSED = "unused";

    private final Path folder;
    private final Scene scene;
    private final LongConsumer bell;
    private final Map<String, Sender> senders = new LinkedHashMap<>();
    private final Map<String, LatestFile> latest = new LinkedHashMap<>();
    private final List<Reader.Item> items = new ArrayList<>();
    private Log own;
    private Reader reader;

    Channels(final Path folder, final Scene scene, final LongConsumer bell) throws IOException {
        this.folder = folder;
        this.scene = scene;
        this.bell = bell;
        for (final Scene.In input : scene.inputs) {
            if (!senders.containsKey(input.sender())) {
                final Log log = Log.make(folder, input.sender(), scene.capacity);
                log.expect(scene.startNs);
                log.channel(UNUSED, 64);
                senders.put(input.sender(), new Sender(log, bell));
            }
            log(input.sender()).channel(input.channel(), scene.capacity / 8);
        }
    }

    Sender sender(final String name) {
        return senders.get(name);
    }

    Log log(final String sender) {
        return senders.get(sender).log();
    }

    LatestFile latest(final String channel) {
        return latest.get(channel);
    }

    /** The log of the asset; null for one without messages. */
    Log own() {
        return own;
    }

    /** All that the asset has written, in order. */
    List<Reader.Item> items() {
        if (reader != null) {
            reader.read(items);
        }
        return items;
    }

    /** The messages that the asset has sent, without those that a successor has voided. */
    List<Reader.Item> sent() {
        final List<Reader.Item> sent = new ArrayList<>();
        for (final Reader.Item item : items()) {
            if (item.type() == Log.MESSAGE) {
                sent.add(item);
            } else if (item.type() == Log.VOID) {
                sent.removeIf(each -> each.resets() == item.resets() && each.stampNs() > item.stampNs());
            }
        }
        return sent;
    }

    Reader reader() {
        return reader;
    }

    /** Which channels the asset has: those that its join declares. */
    List<String> outputs(final JsonNode join) {
        final List<String> names = new ArrayList<>();
        join.path("outputs").forEach(output -> names.add(output.path("channel").asText()));
        return names;
    }

    boolean receives(final JsonNode join) {
        return join.path("inputs").size() > 0;
    }

    /** The field {@code messages} of its clocks; null where it neither sends nor receives. */
    ObjectNode messages(final String asset, final JsonNode join, final AssetClocks clocks, final long timeNs)
        throws IOException {
        if (outputs(join).isEmpty() && !receives(join)) {
            return null;
        }
        prepareOwn(asset, timeNs);
        final ObjectNode messages = JSON.createObjectNode().put("seed", scene.seed).put("log", own.path())
            .put("digestCounter", clocks.digest() == null ? -1 : clocks.digest().counterId());
        int place = 0;
        for (final JsonNode output : join.path("outputs")) {
            final int most = output.path("maxBytes").asInt() > 0 ? output.path("maxBytes").asInt() : 4096;
            final String channel = output.path("channel").asText();
            final int index = own.channel(channel, most);
            final ObjectNode told = messages.withArray("outputs").addObject().put("channel", channel)
                .put("index", index).put("maxBytes", most)
                .put("frontierCounter", clocks.promises().get(place++).counterId());
            if (scene.isLatestWanted && channel.equals("echo")) {
                own.wantLatest(index);
                told.put("latest", latest(asset, channel, most).path());
            }
        }
        messages.withArray("outputs");
        messages.withArray("inputs");
        for (final JsonNode input : join.path("inputs")) {
            input(messages.withArray("inputs").addObject(), asset, input);
        }
        return messages;
    }

    private void prepareOwn(final String asset, final long timeNs) throws IOException {
        if (own == null) {
            own = Log.make(folder, asset, scene.capacity);
            own.channel(UNUSED, 64);
            reader = new Reader(own, bell, own.slot(READER, 0));
        }
        if (own.load(Log.CHECKED) <= 0) {
            own.store(Log.CHECKED, scene.isChecked ? -1 : 0);
        }
        own.store(Log.TRACING, scene.isTraced ? 1 : 0);
        own.expect(timeNs);
    }

    private void input(final ObjectNode told, final String asset, final JsonNode input) throws IOException {
        final String name = input.path("sender").asText();
        if (!senders.containsKey(name)) {
            // One that the program knows and the trial does not: it is not there, and is not waited for.
            senders.put(name, new Sender(Log.make(folder, name, scene.capacity), bell));
        }
        final Log log = log(name);
        final String channel = input.path("channel").asText();
        final int index = log.channel(channel, scene.capacity / 8);
        final boolean isLatest = input.path("delivery").asText().equals("LATEST");
        told.put("channel", channel).put("sender", name).put("delivery", input.path("delivery").asText())
            .put("delayNs", input.path("delayNs").asLong()).put("jitterNs", input.path("jitterNs").asLong())
            .put("loss", input.path("loss").asDouble()).put("index", index).put("log", log.path())
            .put("slot", isLatest ? -1 : log.slot(asset, log.load(Log.RESET_POSITION)));
        if (isLatest) {
            log.wantLatest(index);
            told.put("latest", latest(name, channel, 4096).path());
        }
    }

    private LatestFile latest(final String sender, final String channel, final int most) throws IOException {
        if (!latest.containsKey(channel)) {
            latest.put(channel, LatestFile.make(folder.resolve(sender + "@" + channel + ".latest"), most));
        }
        return latest.get(channel);
    }

    /** The senders that are there have sent what they send before their first step. */
    void endDawn() {
        for (final Sender sender : senders.values()) {
            if (sender.log().load(Log.GONE) == 0 && sender.log().load(Log.FRONTIER) < 0) {
                sender.publish(0);
            }
        }
    }

    /** The senders are put back with all others, and have published their dawn. */
    void resetSenders() {
        for (final Sender sender : senders.values()) {
            sender.reset();
            if (sender.log().load(Log.GONE) == 0) {
                sender.publish(0);
            }
        }
        latest.forEach((channel, file) -> {
            if (own == null || !own.channels().contains(channel)) {
                file.reset();
            }
        });
    }

    /** By the hub: all have been put back. */
    void allAreReset() {
        senders.values().forEach(sender -> sender.log().allAreReset());
        if (own != null) {
            own.allAreReset();
        }
    }
}
