package io.takt.wrapper.kit.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.Unit;
import io.takt.asset.message.UnitConversion;
import io.takt.asset.message.ValueSpec;
import java.lang.reflect.Proxy;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;

class ChannelTypesTest {
    private static final Unit KMH = new Unit("km/h", "m.s-1", 0.25, 0);
    private static final Unit MS = new Unit("m/s", "m.s-1", 1, 0);

    private final MutableDirectBuffer buffer = new ExpandableArrayBuffer();

    private static Channels channels(final List<OutputSpec> outputs, final InputSpec... inputs) {
        return (Channels) Proxy.newProxyInstance(Channels.class.getClassLoader(), new Class<?>[] {Channels.class},
            (proxy, method, args) -> method.getName().equals("outputs") ? outputs : List.of(inputs));
    }

    private static InputSpec input(final String sender, final String type, final Unit unit, final Unit wanted) {
        return InputSpec.gated("speed", sender).values(new ValueSpec(type, unit, wanted));
    }

    private String read(final ChannelTypes types, final String sender, final ValueType type, final String json)
        throws Exception {
        final int length = type.write(new ObjectMapper().readTree(json), buffer);
        final Message message = (Message) Proxy.newProxyInstance(Message.class.getClassLoader(),
            new Class<?>[] {Message.class}, (proxy, method, args) -> switch (method.getName()) {
                case "channel" -> "speed";
                case "sender" -> sender;
                case "buffer" -> buffer;
                case "length" -> length;
                case "index" -> 0;
                default -> 7L;
            });
        return types.read(message).toString();
    }

    @Test
    void channelsHaveJsonUnlessNamed() {
        final ChannelTypes types = ChannelTypes.of(List.of("angle=double", "pose=doubles"));
        assertThat(types.of("angle")).isEqualTo(ValueType.DOUBLE);
        assertThat(types.of("other")).isEqualTo(ValueType.JSON);
        assertThatIllegalArgumentException().isThrownBy(() -> types.of("a",
            channels(List.of(OutputSpec.named("angle")), InputSpec.gated("x", "b"))))
            .withMessage("a type is named for channel 'pose', but asset 'a' sends and receives only angle, x");
        assertThatIllegalArgumentException().isThrownBy(() -> ChannelTypes.of(List.of("angle")))
            .withMessage("'angle' is no CHANNEL=TYPE, such as angle=double");
        assertThatIllegalArgumentException().isThrownBy(() -> ChannelTypes.of(List.of("angle=float")))
            .withMessage("there is no type 'float' of values; there are json, text, double, doubles, long, longs,"
                + " bytes");
        assertThatIllegalArgumentException().isThrownBy(() -> ChannelTypes.of(List.of("a=text", "a=long")))
            .withMessage("the type of channel 'a' is named twice");
    }

    @Test
    void theConfigurationNamesTypesToo() {
        final OutputSpec speed = OutputSpec.named("speed").values(new ValueSpec("double", null, null));
        final ChannelTypes none = ChannelTypes.of(List.of());
        assertThat(none.of("a", channels(List.of(speed))).of("speed")).isEqualTo(ValueType.DOUBLE);
        final ChannelTypes types = ChannelTypes.of(List.of("speed=text"));
        assertThat(types.of("a", channels(List.of(OutputSpec.named("speed")))).of("speed")).isEqualTo(ValueType.TEXT);
        assertThatIllegalArgumentException().isThrownBy(() -> types.of("a", channels(List.of(speed))))
            .withMessage("--as names type text for channel 'speed', and the hub's configuration type double; leave out"
                + " --as");
        assertThatIllegalArgumentException().isThrownBy(() -> none.of("a", channels(List.of(),
            input("b", "long", null, null), input("c", null, null, null))))
            .withMessage("channel 'speed' has type long of one asset, and json of another; give both the same in the"
                + " hub's configuration");
    }

    @Test
    void numbersAreReadInTheUnitThatWasAskedFor() throws Exception {
        final ChannelTypes types = ChannelTypes.of(List.of()).of("a", channels(List.of(),
            input("b", null, MS, KMH), input("c", null, KMH, null)));
        assertThat(read(types, "b", ValueType.JSON, "[1, [2.5, 0]]")).isEqualTo("[4.0,[10.0,0.0]]");
        assertThat(read(types, "b", ValueType.JSON, "\"Infinity\"")).isEqualTo("\"Infinity\"");
        assertThat(read(types, "c", ValueType.JSON, "{\"x\":1}")).as("as it is").isEqualTo("{\"x\":1}");
        assertThatIllegalArgumentException().isThrownBy(() -> read(types, "b", ValueType.JSON, "{\"x\":1}"))
            .withMessage("message 7 of asset 'b' on channel 'speed' cannot be read: {\"x\":1} is not a number, nor"
                + " \"NaN\", \"Infinity\" or \"-Infinity\"");
        assertThat(ChannelTypes.converted(ValueType.node(3), new UnitConversion(2, 1)).doubleValue()).isEqualTo(7);
    }
}
