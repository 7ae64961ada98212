package io.takt.steward.asset;

import io.takt.asset.JoinedAsset;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.asset.message.MessageHandler;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.stub.ChannelsStub;
import io.takt.asset.stub.OutputStub;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The hub's side of one asset, by hand: hands messages over when it is told to, and keeps those that are sent. */
final class Hand implements ChannelsStub {
    /** Little enough for a history to be sent in pieces. */
    private static final int FEW_BYTES = 200;
    private static final int MANY_BYTES = 600;

    private final Map<String, MessageHandler> handlers = new HashMap<>();
    private final List<InputSpec> inputs;
    private List<OutputSpec> outputs = List.of();
    private int mostBytes = FEW_BYTES;
    /** Of the step under way. */
    private final List<Sent> sent = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private long fromNs;
    private long toNs;

    /** Of an asset that receives kicks. */
    Hand() {
        this(InputSpec.retroactive("kick", "a"));
    }

    Hand(final InputSpec... inputs) {
        this.inputs = List.of(inputs);
    }

    /** Of an asset that sends these among others, in larger messages. */
    Hand sends(final String... channels) {
        outputs = Stream.of(channels).map(OutputSpec::named).toList();
        mostBytes = MANY_BYTES;
        return this;
    }

    /** A message with a number in it, as "kick" of a sender. */
    record Kick(String sender, long sequence, long stampNs, long deliveryNs, long number) implements Message {
        @Override
        public String channel() {
            return "kick";
        }

        @Override
        public DirectBuffer buffer() {
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[Long.BYTES]);
            bytes.putLong(0, number);
            return bytes;
        }

        @Override
        public int index() {
            return 0;
        }

        @Override
        public int length() {
            return Long.BYTES;
        }
    }

    /** Of an asset that takes the place of another process, where it does not begin at 0. */
    static JoinedAsset joined(final String name, final long seed, final long maxDelayNs) {
        return joined(name, seed, maxDelayNs, true);
    }

    static JoinedAsset joined(final String name, final long seed, final long maxDelayNs, final boolean isSuccessor) {
        return joined(name, seed, maxDelayNs, isSuccessor, () -> 0);
    }

    /** Of an asset of a hub with such a T_c. */
    static JoinedAsset joined(final String name, final long seed, final long maxDelayNs, final boolean isSuccessor,
        final LongSupplier coreTimeNs) {
        final Map<String, Object> answers =
            Map.of("name", name, "seed", seed, "maxDelayNs", maxDelayNs, "isSuccessor", isSuccessor);
        return (JoinedAsset) Proxy.newProxyInstance(Hand.class.getClassLoader(), new Class<?>[] {JoinedAsset.class},
            (proxy, method, args) -> method.getName().equals("coreTimeNs") ? coreTimeNs.getAsLong()
                : answers.get(method.getName()));
    }

    void over(final Message message) throws Exception {
        handlers.get(message.channel()).onMessage(message);
    }

    /** A message of the last step. */
    record Sent(String channel, long stampNs, byte[] bytes) {
    }

    /** The messages of the last step. */
    List<Sent> sent() {
        return sent;
    }

    /** The asset starts; returns what it sends at the dawn of time. */
    List<Sent> start(final StewardAsset asset, final long timeNs) throws Exception {
        sent.clear();
        fromNs = -1;
        toNs = 0;
        asset.start(timeNs);
        return sent;
    }

    /** A step; returns the messages and digests in it, in lines. */
    List<String> step(final StewardAsset asset, final long from, final long to) throws Exception {
        sent.clear();
        lines.clear();
        fromNs = from;
        toNs = to;
        asset.step(from, to);
        return List.copyOf(lines);
    }

    @Override
    public void subscribe(final String channel, final MessageHandler handler) {
        handlers.put(channel, handler);
    }

    @Override
    public void countInDigest(final long number, final long stampNs) {
        requireStamp(stampNs);
        lines.add("digest " + number + " at " + stampNs);
    }

    @Override
    public void leaveOutOfDigest(final String channel) {
        // There is no digest here.
    }

    private void requireStamp(final long stampNs) {
        if (stampNs <= fromNs || stampNs > toNs) {
            throw new IllegalArgumentException(stampNs + " is not in (" + fromNs + ", " + toNs + "]");
        }
    }

    @Override
    public List<InputSpec> inputs() {
        return inputs;
    }

    @Override
    public List<OutputSpec> outputs() {
        return outputs;
    }

    @Override
    public Output output(final String channel) {
        return new OutputStub() {
            @Override
            public String channel() {
                return channel;
            }

            @Override
            public int maxBytes() {
                return mostBytes;
            }

            @Override
            public void send(final DirectBuffer buffer, final int index, final int length) {
                send(buffer, index, length, toNs);
            }

            @Override
            public void send(final DirectBuffer buffer, final int index, final int length, final long stampNs) {
                requireStamp(stampNs);
                if (length > mostBytes) {
                    throw new IllegalArgumentException(length + " bytes are too many");
                }
                final byte[] bytes = new byte[length];
                buffer.getBytes(index, bytes);
                sent.add(new Sent(channel, stampNs, bytes));
                if (length == Long.BYTES) {
                    lines.add(channel + " " + buffer.getLong(index) + " at " + stampNs);
                }
            }
        };
    }
}
