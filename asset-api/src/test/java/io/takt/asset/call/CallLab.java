package io.takt.asset.call;

import io.takt.asset.message.Channels;
import io.takt.asset.message.Message;
import io.takt.asset.message.MessageHandler;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.stub.ChannelsStub;
import io.takt.asset.stub.JoinedAssetStub;
import io.takt.asset.stub.OutputStub;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Assets that all step by 10 ns in turn, and gated links without delay between all of them. */
final class CallLab {
    static final long STEP_NS = 10;

    private final Map<String, Party> parties = new LinkedHashMap<>();

    private record Sent(String channel, String sender, long stampNs, long deliveryNs, long sequence, byte[] bytes)
        implements Message {
        @Override
        public DirectBuffer buffer() {
            return new UnsafeBuffer(bytes);
        }

        @Override
        public int index() {
            return 0;
        }

        @Override
        public int length() {
            return bytes.length;
        }
    }

    /** An asset with the channels that it names. */
    final class Party implements JoinedAssetStub, ChannelsStub {
        private final String name;
        private final Set<String> outputs;
        private final Map<String, MessageHandler> handlers = new HashMap<>();
        private final List<Sent> inbox = new ArrayList<>();
        private final List<Sent> sending = new ArrayList<>();
        private long timeNs;
        private long sequence;
        private boolean hasLeft;
        private boolean maySend = true;

        private Party(final String name, final Set<String> outputs, final long timeNs) {
            this.name = name;
            this.outputs = outputs;
            this.timeNs = timeNs;
        }

        /** Its messages are handed over, then its step runs. */
        void step(final Runnable simulator) {
            inbox.sort(Comparator.comparingLong(Sent::deliveryNs).thenComparing(Sent::sender)
                .thenComparingLong(Sent::sequence));
            final List<Sent> due = inbox.stream().filter(each -> each.deliveryNs <= timeNs).toList();
            inbox.removeAll(due);
            due.forEach(this::hand);
            simulator.run();
            timeNs += STEP_NS;
            sending.forEach(CallLab.this::carry);
            sending.clear();
        }

        private void hand(final Sent message) {
            final MessageHandler handler = handlers.get(message.channel);
            try {
                if (handler != null) {
                    handler.onMessage(message);
                }
            } catch (final Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void leave() {
            hasLeft = true;
        }

        void maySend(final boolean mayIt) {
            maySend = mayIt;
        }

        void reset() {
            timeNs = 0;
            sequence = 0;
            inbox.clear();
            sending.clear();
        }

        @Override
        public List<OutputSpec> outputs() {
            return outputs.stream().map(OutputSpec::named).toList();
        }

        @Override
        public Output output(final String channel) {
            if (!outputs.contains(channel)) {
                throw new IllegalArgumentException("asset '" + name + "' does not send '" + channel + "'");
            }
            return new Line(this, channel);
        }

        @Override
        public void subscribe(final String channel, final MessageHandler handler) {
            handlers.put(channel, handler);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long timeNs() {
            return timeNs;
        }

        @Override
        public Channels channels() {
            return this;
        }
    }

    private record Line(Party party, String channel) implements OutputStub {
        @Override
        public int maxBytes() {
            return Integer.MAX_VALUE;
        }

        @Override
        public void send(final DirectBuffer buffer, final int index, final int length) {
            send(buffer, index, length, party.timeNs + STEP_NS);
        }

        @Override
        public void send(final DirectBuffer buffer, final int index, final int length, final long stampNs) {
            if (!party.maySend) {
                throw new IllegalStateException("outside a step");
            }
            final byte[] bytes = new byte[length];
            buffer.getBytes(index, bytes);
            party.sending.add(new Sent(channel, party.name, stampNs, stampNs, party.sequence++, bytes));
        }
    }

    private void carry(final Sent message) {
        parties.values().stream().filter(party -> !party.hasLeft && party.handlers.containsKey(message.channel))
            .forEach(party -> party.inbox.add(message));
    }

    /** One that takes the place of another of its name goes on where that one stood, with what was sent to it. */
    Party join(final String name, final String... outputs) {
        final Party before = parties.get(name);
        final Party party = new Party(name, Set.of(outputs), before == null ? 0 : before.timeNs);
        if (before != null) {
            party.inbox.addAll(before.inbox);
            party.sequence = before.sequence;
        }
        parties.put(name, party);
        return party;
    }
}
