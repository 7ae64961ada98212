package io.takt.wrapper.fmu;

import io.takt.asset.HubState;
import io.takt.asset.JoinedAsset;
import io.takt.asset.RunEnd;
import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.asset.message.MessageHandler;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.Unit;
import io.takt.asset.message.ValueSpec;
import io.takt.wrapper.kit.value.ChannelTypes;
import io.takt.wrapper.kit.value.ValueType;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** An FMU as asset "plant", and its hub in place of a real one, which notes all that the asset does. */
final class Stage implements AutoCloseable {
    static final long MS = 1_000_000;
    static final long S = 1_000 * MS;

    private final List<String> log = new ArrayList<>();
    private final Map<String, MessageHandler> handlers = new HashMap<>();
    private final List<OutputSpec> outputs = new ArrayList<>();
    private final List<InputSpec> inputs = new ArrayList<>();
    private final List<String> types = new ArrayList<>();
    private final List<String> in = new ArrayList<>();
    private final List<String> out = new ArrayList<>();
    private final List<String> starts = new ArrayList<>();
    private boolean isSuccessor;
    private boolean isWithin;
    private long failsAtNs = -1;
    private final JoinedAsset self = stub(JoinedAsset.class, (proxy, method, args) -> switch (method.getName()) {
        case "name" -> "plant";
        case "isSuccessor" -> isSuccessor;
        case "stopRun" -> log.add("stop: " + args[0]);
        default -> throw new UnsupportedOperationException(method.getName());
    });
    private final Channels channels = stub(Channels.class, (proxy, method, args) -> switch (method.getName()) {
        case "outputs" -> outputs;
        case "inputs" -> inputs;
        case "output" -> output((String) args[0]);
        case "subscribe" -> handlers.put((String) args[0], (MessageHandler) args[1]);
        default -> throw new UnsupportedOperationException(method.getName());
    });
    private final Path file;
    private FmuAsset asset;
    private ChannelTypes channelTypes;
    private Path state;
    private long nowNs;

    Stage(final Path file) {
        this.file = file;
    }

    private static <T> T stub(final Class<T> type, final InvocationHandler does) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, does));
    }

    Stage sends(final String... names) {
        List.of(names).forEach(each -> outputs.add(OutputSpec.named(each)));
        return this;
    }

    Stage receives(final String... names) {
        List.of(names).forEach(each -> inputs.add(InputSpec.gated(each, "other")));
        return this;
    }

    /** In a unit. */
    Stage sends(final String name, final Unit unit) {
        outputs.add(OutputSpec.named(name).values(new ValueSpec(null, unit, null)));
        return this;
    }

    /** In a unit, and where another one is wanted. */
    Stage receives(final String name, final Unit unit, final Unit wanted) {
        inputs.add(InputSpec.gated(name, "other" + inputs.size()).values(new ValueSpec(null, unit, wanted)));
        return this;
    }

    Stage as(final String... words) {
        types.addAll(List.of(words));
        return this;
    }

    Stage in(final String... words) {
        in.addAll(List.of(words));
        return this;
    }

    Stage out(final String... words) {
        out.addAll(List.of(words));
        return this;
    }

    Stage set(final String... words) {
        starts.addAll(List.of(words));
        return this;
    }

    /** Messages with that stamp cannot be sent. */
    void failAt(final long stampNs) {
        failsAtNs = stampNs;
    }

    private boolean add(final long stampNs, final String line) {
        if (stampNs == failsAtNs) {
            throw new IllegalArgumentException("no room");
        }
        return log.add(line);
    }

    Stage within() {
        isWithin = true;
        return this;
    }

    private Output output(final String channel) {
        return stub(Output.class, (proxy, method, args) -> switch (method.getName()) {
            case "send" -> add((long) args[3], channel + " " + channelTypes.of(channel).read((DirectBuffer) args[0],
                (int) args[1], (int) args[2]) + " at " + (long) args[3]);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    /** Opens the FMU, joins, and begins at 0. */
    Stage begin() throws Exception {
        open();
        asset.start(0);
        return this;
    }

    Stage state(final Path path) {
        state = path;
        return this;
    }

    /** Opens the FMU, joins, and takes the place of another process, or begins late. */
    Stage goOn(final long timeNs, final boolean asSuccessor) throws Exception {
        nowNs = timeNs;
        isSuccessor = asSuccessor;
        open();
        asset.start(timeNs);
        return this;
    }

    /** Opens the FMU and joins. */
    FmuAsset open() throws Exception {
        channelTypes = ChannelTypes.of(types);
        asset = new FmuAsset(Fmu.open(file, new FmuLog(log::add, false)), new ChannelOptions(
            ChannelMap.of("--in", in), ChannelMap.of("--out", out), channelTypes, isWithin, true),
            StartValues.of(starts), state == null ? null : new StateFile(state));
        asset.joined(self);
        asset.connect(channels);
        return asset;
    }

    void step(final long lengthNs) throws Exception {
        asset.step(nowNs, nowNs + lengthNs);
        nowNs += lengthNs;
    }

    double nowS() {
        return (double) nowNs / S;
    }

    void reset() throws Exception {
        asset.reset();
        nowNs = 0;
        asset.start(0);
    }

    void stop() throws Exception {
        asset.stop(new RunEnd(HubState.STOPPED, "the end is reached", nowNs));
    }

    /** Hands a message over, with a value as JSON. */
    void hand(final String channel, final String json) throws Exception {
        final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer();
        final ExpandableArrayBuffer text = new ExpandableArrayBuffer();
        final int length = text.putStringWithoutLengthUtf8(0, json);
        final int size = channelTypes.of(channel).write(ValueType.JSON.read(text, 0, length), bytes);
        handlers.get(channel).onMessage(stub(Message.class, (proxy, method, args) -> switch (method.getName()) {
            case "buffer" -> bytes;
            case "index" -> 0;
            case "length" -> size;
            case "sender" -> "other";
            case "channel" -> channel;
            case "sequence" -> 3L;
            default -> throw new UnsupportedOperationException(method.getName());
        }));
    }

    /** All that was noted since the last call. */
    List<String> logged() {
        final List<String> all = List.copyOf(log);
        log.clear();
        return all;
    }

    @Override
    public void close() throws IOException {
        if (asset != null) {
            asset.close();
        }
    }
}
