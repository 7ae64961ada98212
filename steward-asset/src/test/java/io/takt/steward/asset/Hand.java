package io.takt.steward.asset;

import io.takt.asset.JoinedAsset;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.asset.message.MessageHandler;
import io.takt.asset.message.Output;
import io.takt.asset.stub.ChannelsStub;
import io.takt.asset.stub.OutputStub;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The hub's side of one asset, by hand: hands messages over when it is told to, and keeps those that are sent. */
final class Hand implements ChannelsStub {
    /** Little enough for a history to be sent in pieces. */
    private static final int MOST_BYTES = 200;

    private final Map<String, MessageHandler> handlers = new HashMap<>();
    private final List<InputSpec> inputs;
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
        final Map<String, Object> answers =
            Map.of("name", name, "seed", seed, "maxDelayNs", maxDelayNs, "isSuccessor", isSuccessor);
        return (JoinedAsset) Proxy.newProxyInstance(Hand.class.getClassLoader(), new Class<?>[] {JoinedAsset.class},
            (proxy, method, args) -> answers.get(method.getName()));
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
    public Output output(final String channel) {
        return new OutputStub() {
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
                requireStamp(stampNs);
                if (length > MOST_BYTES) {
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
