package io.takt.wrapper.program;

import io.takt.asset.HubState;
import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.asset.message.MessageHandler;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.stub.ChannelsStub;
import io.takt.asset.stub.JoinedAssetStub;
import io.takt.asset.stub.OutputStub;
import io.takt.wrapper.kit.value.ValueType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A hub's part for one asset, in place of a hub: notes all that the asset does. Channels have JSON. */
final class Stage implements JoinedAssetStub, ChannelsStub {
    private static final int MOST_BYTES = 100;

    private final List<String> log = new ArrayList<>();
    private final Map<String, MessageHandler> handlers = new HashMap<>();
    private long timeNs;
    private long toNs;

    List<String> log() {
        return log;
    }

    /** Joins, and begins at 0. */
    void begin(final WrappedAsset asset) throws Exception {
        asset.joined(this);
        asset.connect(this);
        asset.start(0);
    }

    void step(final WrappedAsset asset, final long untilNs) throws Exception {
        toNs = untilNs;
        asset.step(timeNs, toNs);
        timeNs = toNs;
    }

    void reset(final WrappedAsset asset) throws Exception {
        timeNs = 0;
        asset.reset();
        asset.start(0);
    }

    /** Hands a message over that was sent at the asset's time. */
    void hand(final String channel, final String json) throws Exception {
        final byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        handlers.get(channel).onMessage(new Handed(channel, timeNs, new UnsafeBuffer(bytes)));
    }

    private record Handed(String channel, long stampNs, DirectBuffer buffer) implements Message {
        @Override
        public String sender() {
            return "other";
        }

        @Override
        public long deliveryNs() {
            return stampNs + 1;
        }

        @Override
        public long sequence() {
            return 0;
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

    @Override
    public List<OutputSpec> outputs() {
        return List.of(new OutputSpec("angle", MOST_BYTES), new OutputSpec("speed", MOST_BYTES));
    }

    @Override
    public List<InputSpec> inputs() {
        return List.of(InputSpec.gated("force", "other"), InputSpec.gated("force", "another"));
    }

    @Override
    public Output output(final String channel) {
        if (outputs().stream().noneMatch(each -> each.channel().equals(channel))) {
            throw new IllegalArgumentException("asset 'plant' does not send '" + channel + "'");
        }
        return new Noting(channel);
    }

    private final class Noting implements OutputStub {
        private final String channel;

        Noting(final String channel) {
            this.channel = channel;
        }

        @Override
        public String channel() {
            return channel;
        }

        @Override
        public int maxBytes() {
            return MOST_BYTES;
        }

        @Override
        public void send(final DirectBuffer buffer, final int index, final int length) {
            send(buffer, index, length, toNs);
        }

        @Override
        public void send(final DirectBuffer buffer, final int index, final int length, final long stampNs) {
            if (length > maxBytes()) {
                throw new IllegalArgumentException("a message of " + length + " bytes; most are " + maxBytes());
            }
            log.add(channel + " " + ValueType.JSON.read(buffer, index, length) + " at " + stampNs);
        }
    }

    @Override
    public void subscribe(final String channel, final MessageHandler handler) {
        handlers.put(channel, handler);
    }

    @Override
    public String name() {
        return "plant";
    }

    @Override
    public long timeNs() {
        return timeNs;
    }

    @Override
    public Channels channels() {
        return this;
    }

    @Override
    public long coreTimeNs() {
        return toNs;
    }

    @Override
    public long coreStepNs() {
        return 1;
    }

    @Override
    public long maxDelayNs() {
        return 1;
    }

    @Override
    public long seed() {
        return 7;
    }

    @Override
    public boolean isSuccessor() {
        return false;
    }

    @Override
    public HubState hubState() {
        return HubState.RUNNING;
    }

    @Override
    public void stopRun(final String reason) {
        log.add("stop the run: " + reason);
    }

    @Override
    public void stepTo(final long reachedNs) {
        if (reachedNs > toNs || reachedNs <= timeNs) {
            throw new IllegalArgumentException("the step goes from " + timeNs + " to " + toNs);
        }
        toNs = reachedNs;
    }
}
