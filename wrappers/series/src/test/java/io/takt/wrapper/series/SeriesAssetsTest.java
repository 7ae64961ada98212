package io.takt.wrapper.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.JoinedAsset;
import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.asset.message.MessageHandler;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.Unit;
import io.takt.asset.message.ValueSpec;
import io.takt.hub.unit.Units;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.value.ChannelTypes;
import io.takt.wrapper.kit.value.ValueType;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sender and the receiver of a file, called as a hub calls assets. */
class SeriesAssetsTest {
    private static final long S = 1_000_000_000L;
    private static final ChannelTypes JSON = ChannelTypes.of(List.of());

    @TempDir
    private Path folder;

    private final List<String> log = new ArrayList<>();
    private final Map<String, MessageHandler> handlers = new HashMap<>();
    private final List<OutputSpec> outputs = new ArrayList<>();
    private final List<InputSpec> inputs = new ArrayList<>();
    private final JoinedAsset self = stub(JoinedAsset.class, (proxy, method, args) -> "wind");

    private final Channels channels = stub(Channels.class, (proxy, method, args) -> switch (method.getName()) {
        case "outputs" -> outputs;
        case "inputs" -> inputs;
        case "output" -> output((String) args[0]);
        case "subscribe" -> handlers.put((String) args[0], (MessageHandler) args[1]);
        default -> throw new UnsupportedOperationException(method.getName());
    });

    private static <T> T stub(final Class<T> type, final InvocationHandler does) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, does));
    }

    private Output output(final String channel) {
        return stub(Output.class, (proxy, method, args) -> switch (method.getName()) {
            case "maxBytes" -> 20;
            case "send" -> log.add(channel + " " + ValueType.JSON.read((DirectBuffer) args[0], 0, (int) args[2])
                + " at " + (long) args[3] / S);
            case "promiseNoSendBefore" -> log.add(channel + " not before " + (long) args[0] / S);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private PlayingAsset playing(final String text) throws IOException {
        final PlayingAsset asset = new PlayingAsset(Files.writeString(folder.resolve("f.csv"), text), JSON);
        asset.joined(self);
        return asset;
    }

    private List<String> logged() {
        final List<String> all = List.copyOf(log);
        log.clear();
        return all;
    }

    @Test
    void rowsAreSentAtTheirTimesAndTheNextOneIsPromised() throws Exception {
        outputs.add(OutputSpec.named("angle"));
        try (PlayingAsset asset = playing("time_s,angle\n0,1\n2,2\n2,3\n7,\n9,4\n")) {
            asset.connect(channels);
            assertThat(logged()).as("reading alone").isEmpty();
            asset.start(0);
            assertThat(logged()).containsExactly("angle 1 at 0", "angle not before 2");
            asset.step(0, 2 * S);
            assertThat(logged()).containsExactly("angle 2 at 2", "angle 3 at 2", "angle not before 7");
            asset.step(2 * S, 8 * S);
            assertThat(logged()).containsExactly("angle not before 9");
            asset.reset();
            asset.start(0);
            assertThat(logged()).containsExactly("angle 1 at 0", "angle not before 2");
            asset.start(8 * S);
            assertThat(logged()).as("of one that comes late").containsExactly("angle not before 9");
            asset.step(8 * S, 10 * S);
            assertThat(logged()).containsExactly("angle 4 at 9", "angle not before " + Long.MAX_VALUE / S);
        }
    }

    @Test
    void aWrongRowIsToldBeforeTheStart() throws IOException {
        outputs.add(OutputSpec.named("angle"));
        try (PlayingAsset asset = playing("time_s,angle\n0,1\n5,\"a text of more than 20 bytes\"\n")) {
            assertThatThrownBy(() -> asset.connect(channels)).isInstanceOf(WrapperException.class)
                .hasMessageEndingWith("f.csv, line 3, column 'angle': a value of 30 bytes; the channel's maxBytes is"
                    + " 20");
        }
        try (PlayingAsset asset = new PlayingAsset(folder.resolve("f.csv"), ChannelTypes.of(List.of("angle=long")))) {
            asset.joined(self);
            assertThatThrownBy(() -> asset.connect(channels)).isInstanceOf(WrapperException.class)
                .hasMessageContaining("line 3, column 'angle': \"a text of more than 20 bytes\" is not a whole number");
        }
        outputs.clear();
        try (PlayingAsset asset = playing("time_s,angle\n")) {
            assertThatThrownBy(() -> asset.connect(channels)).hasMessageStartingWith(
                "asset 'wind' sends no channel; name one of ");
        }
    }

    @Test
    void aColumnMayHaveAnotherUnitThanItsChannel() throws Exception {
        outputs.add(OutputSpec.named("v").values(new ValueSpec(null, Units.parse("m/s"), null)));
        outputs.add(OutputSpec.named("w"));
        try (PlayingAsset asset = playing("time_s,v [km/h],w [m]\n0,36,1\n")) {
            asset.connect(channels);
            asset.start(0);
            assertThat(logged()).startsWith("v 10.0 at 0", "w 1 at 0");
        }
        try (PlayingAsset asset = playing("time_s,v [s],w\n0,36,1\n")) {
            assertThatThrownBy(() -> asset.connect(channels)).isInstanceOf(WrapperException.class)
                .hasMessageEndingWith("f.csv, column 'v', cannot go to its channel: 's' cannot be converted into 'm/s':"
                    + " the one is a unit of s, the other of m.s-1");
        }
        try (PlayingAsset asset = playing("time_s,v [knots],w\n0,36,1\n")) {
            assertThatThrownBy(() -> asset.connect(channels)).isInstanceOf(WrapperException.class)
                .hasMessageEndingWith("f.csv, column 'v': 'knots' is no unit; " + Units.FORM);
        }
    }

    private record Sent(String channel, String sender, long deliveryNs, DirectBuffer buffer) implements Message {
        @Override
        public long stampNs() {
            return 0;
        }

        @Override
        public long sequence() {
            return 3;
        }

        @Override
        public int index() {
            return 0;
        }

        @Override
        public int length() {
            return buffer.capacity();
        }
    }

    private void hand(final String channel, final String sender, final long deliveryNs, final String json)
        throws Exception {
        handlers.get(channel).onMessage(new Sent(channel, sender, deliveryNs,
            new UnsafeBuffer(json.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void whatIsReceivedIsARowForEachTime() throws Exception {
        inputs.addAll(List.of(InputSpec.gated("angle", "a"), InputSpec.gated("name", "a"),
            InputSpec.latest("name", "b"), InputSpec.gated("other", "a")));
        final Path file = folder.resolve("out.csv");
        try (LoggingAsset asset = new LoggingAsset(file, List.of("angle", "name"), JSON)) {
            asset.joined(self);
            asset.connect(channels);
            assertThat(file).doesNotExist();
            asset.start(0);
            hand("angle", "a", 0, "1.5");
            hand("name", "a", 0, "\"two, words\"");
            asset.step(0, S);
            hand("angle", "a", S / 2, "2");
            hand("angle", "a", S / 2, "{\"b\":1}");
            hand("name", "b", S / 4, "\"late\"");
            asset.step(S, 2 * S);
            assertThat(Files.readString(file)).as("what is done is there, but for a row that may grow")
                .endsWith("\n0.5,2,,\n");
            asset.stop();
            assertThat(Files.readAllLines(file)).containsExactly("time_s,angle,name.a,name.b", "0,1.5,\"two, words\",",
                "0.5,2,,", "0.5,\"{\"\"b\"\":1}\",,late");
            asset.start(0);
            assertThat(Files.readAllLines(file)).as("begun anew").containsExactly("time_s,angle,name.a,name.b");
        }
        assertThat(handlers).containsOnlyKeys("angle", "name");
    }

    /** One that is ahead would push gated messages, which are still to come, into later rows by chance. */
    @Test
    void valuesThatComeWhenTheyComeMoveNoGatedMessage() throws Exception {
        inputs.addAll(List.of(InputSpec.gated("angle", "a"), InputSpec.latest("name", "b")));
        final Path file = folder.resolve("out.csv");
        try (LoggingAsset asset = new LoggingAsset(file, List.of(), JSON)) {
            asset.joined(self);
            asset.connect(channels);
            asset.start(0);
            hand("name", "b", 5 * S, "1");
            asset.step(0, S);
            hand("name", "b", 6 * S, "2");
            hand("angle", "a", S, "0");
            asset.step(S, 2 * S);
            hand("name", "b", 7 * S, "3");
            asset.stop();
            assertThat(Files.readAllLines(file)).containsExactly("time_s,angle,name", "0,,1", "0,,2", "1,0,3");
        }
    }

    @Test
    void aColumnIsInTheUnitThatWasAskedFor() throws Exception {
        final Unit km = Units.parse("km");
        inputs.addAll(List.of(InputSpec.gated("x", "a").values(new ValueSpec(null, Units.parse("m"), km)),
            InputSpec.gated("x", "b").values(new ValueSpec(null, km, null))));
        final Path file = folder.resolve("out.csv");
        try (LoggingAsset asset = new LoggingAsset(file, List.of(), JSON)) {
            asset.joined(self);
            asset.connect(channels);
            asset.start(0);
            hand("x", "a", 0, "500");
            hand("x", "b", 0, "3");
            asset.stop();
            assertThat(Files.readAllLines(file)).containsExactly("time_s,x.a [km],x.b [km]", "0,0.5,3");
        }
    }

    @Test
    void whatCannotBeLoggedIsTold() throws Exception {
        inputs.add(InputSpec.gated("angle", "a"));
        try (LoggingAsset asset = new LoggingAsset(folder.resolve("out.csv"), List.of("speed"), JSON)) {
            asset.joined(self);
            assertThatThrownBy(() -> asset.connect(channels)).isInstanceOf(WrapperException.class)
                .hasMessage("asset 'wind' receives no channel 'speed'; it receives angle");
        }
        try (LoggingAsset asset = new LoggingAsset(folder.resolve("no/out.csv"), List.of(), JSON)) {
            asset.joined(self);
            asset.connect(channels);
            assertThatThrownBy(() -> asset.start(0)).isInstanceOf(IOException.class).hasMessageContaining("no/out.csv");
        }
        try (LoggingAsset asset = new LoggingAsset(folder.resolve("out.csv"), List.of(), JSON)) {
            asset.joined(self);
            asset.connect(channels);
            asset.start(0);
            assertThatThrownBy(() -> hand("angle", "a", 0, "?")).hasMessage("message 3 of asset 'a' on channel 'angle'"
                + " cannot be read: a message of 1 bytes is no JSON; name the type of the channel's values");
        }
    }
}
