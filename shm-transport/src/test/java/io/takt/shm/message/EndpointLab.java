package io.takt.shm.message;

import io.takt.asset.AssetState;
import io.takt.asset.Steps;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.clock.AssetKey;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.control.Reply;
import io.takt.shm.waiting.Doorbell;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/** Assets with endpoint on one thread, without a hub: does with logs and slots what a hub does. */
final class EndpointLab {
    static final long MAX_DELAY_NS = 100;
    static final long SEED = 42;

    private static final int COUNTERS = 8;

    private final MemoryMessages messages;
    private final Map<String, Party> parties = new HashMap<>();
    private Runnable inPass = () -> { };
    private UnaryOperator<Reply.MessageInput> told = UnaryOperator.identity();
    private Clock digestClock;
    private int rings;
    private Runnable inRing = () -> { };

    EndpointLab() {
        this(0);
    }

    /** Logs grow to so many bytes. */
    EndpointLab(final int capacity) {
        this(new MemoryMessages(capacity));
    }

    /** With the logs of a hub. */
    EndpointLab(final MemoryMessages messages) {
        this.messages = messages;
    }

    /** An asset: its endpoint, its time, and the messages that it was handed. */
    final class Party implements EndpointThread {
        final String name;
        final long stepNs;
        final List<String> got = new ArrayList<>();
        final MessageEndpoint endpoint;
        final Channels channels;
        long timeNs;
        boolean isStopped;

        Party(final String name, final Steps steps, final long timeNs, final Reply.Messages told) {
            this.name = name;
            this.stepNs = steps.granularityNs();
            this.timeNs = timeNs;
            this.endpoint = new MessageEndpoint(name, steps, MAX_DELAY_NS, timeNs, told, messages,
                counterId -> ring(), this);
            this.channels = endpoint.channels();
            told.inputs().stream().filter(input -> input.slot() >= 0).map(Reply.MessageInput::channel).distinct()
                .forEach(channel -> channels.subscribe(channel, message -> got.add(text(message))));
        }

        boolean canStep() {
            return endpoint.opens(timeNs, timeNs + stepNs);
        }

        /** A step that sends nothing. Says what it was handed. */
        List<String> step() throws Exception {
            begin();
            return commit();
        }

        void begin() throws Exception {
            if (!canStep()) {
                throw new IllegalStateException(name + " is held at " + timeNs);
            }
            got.clear();
            endpoint.begin(timeNs, timeNs + stepNs);
        }

        List<String> commit() {
            endpoint.publish(timeNs, timeNs + stepNs);
            timeNs += stepNs;
            endpoint.advance(timeNs - stepNs, timeNs);
            Doorbell.fence();
            endpoint.wake();
            return List.copyOf(got);
        }

        void send(final String channel, final String text) {
            final UnsafeBuffer bytes = bytes(text);
            channels.output(channel).send(bytes, 0, bytes.capacity());
        }

        void send(final String channel, final String text, final long stampNs) {
            final UnsafeBuffer bytes = bytes(text);
            channels.output(channel).send(bytes, 0, bytes.capacity(), stampNs);
        }

        /** Of what was delivered to it, as of its last step. */
        long digest() {
            endpoint.attach(new EndpointClocks(digestClock(), Map.of()));
            return digestClock().read();
        }

        @Override
        public void readAll() {
            parties.values().stream().filter(party -> !party.isStopped).forEach(party -> party.endpoint.read());
        }

        @Override
        public void pass(final int round, final BooleanSupplier unless) {
            inPass.run();
        }

        @Override
        public long doorbell() {
            return 0;
        }
    }

    static UnsafeBuffer bytes(final String text) {
        return new UnsafeBuffer(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** {@code channel.sender#sequence@stamp>delivery:text}. */
    static String text(final Message message) {
        return message.channel() + "." + message.sender() + "#" + message.sequence() + "@" + message.stampNs() + ">"
            + message.deliveryNs() + ":" + message.buffer().getStringWithoutLengthAscii(message.index(),
                message.length());
    }

    private void ring() {
        rings++;
        inRing.run();
    }

    /** When a thread is woken this is done. */
    void inRing(final Runnable action) {
        inRing = action;
    }

    /** While a sender waits for room others do this. */
    void inPass(final Runnable action) {
        inPass = action;
    }

    /** What assets are told of their links from now on. */
    void tell(final UnaryOperator<Reply.MessageInput> words) {
        told = words;
    }

    /** How often a doorbell was rung. */
    int rings() {
        return rings;
    }

    MessageLog log(final String sender) {
        return messages.log(sender, OutputSpec.USUAL_MAX_BYTES);
    }

    private Clock digestClock() {
        if (digestClock == null) {
            final CountersManager counters = new CountersManager(
                new UnsafeBuffer(ByteBuffer.allocateDirect(COUNTERS * CountersReader.METADATA_LENGTH)),
                new UnsafeBuffer(ByteBuffer.allocateDirect(COUNTERS * CountersReader.COUNTER_LENGTH)));
            digestClock = new HubClocks(counters, "lab").allocateAsset(
                new AssetKey(1, 0, 0, Steps.fixedNs(1), 0), "any", 0, AssetState.JOINED, List.of(), true).digest();
        }
        return digestClock;
    }

    /** An asset that sends channels. */
    Party sender(final String name, final long stepNs, final String... channels) {
        return join(name, stepNs, 0, Arrays.stream(channels).map(OutputSpec::named).toList());
    }

    Party receiver(final String name, final long stepNs, final InputSpec... inputs) {
        return join(name, stepNs, 0, List.of(), inputs);
    }

    /** An asset joins, or takes the place of one of its name. */
    Party join(final String name, final long stepNs, final long timeNs, final List<OutputSpec> outputs,
        final InputSpec... inputs) {
        return join(name, Steps.fixedNs(stepNs), timeNs, outputs, inputs);
    }

    /** The same with any steps; those that it does here are of a granularity each. */
    Party join(final String name, final Steps steps, final long timeNs, final List<OutputSpec> outputs,
        final InputSpec... inputs) {
        final MessageLog log = log(name);
        final List<Reply.MessageOutput> toldOutputs = new ArrayList<>();
        for (final OutputSpec output : outputs) {
            messages.latest(name, output.channel(), output.maxBytes());
            toldOutputs.add(new Reply.MessageOutput(output.channel(),
                LogChannels.add(log, output.channel(), output.maxBytes()), output.maxBytes(), -1,
                messages.latestName(name, output.channel()), output.values()));
        }
        final List<Reply.MessageInput> toldInputs = new ArrayList<>();
        for (final InputSpec input : inputs) {
            toldInputs.add(told.apply(told(name, input)));
        }
        log.expect(timeNs);
        final Party party =
            new Party(name, steps, timeNs, new Reply.Messages(SEED, name, -1, toldOutputs, toldInputs));
        parties.put(name, party);
        return party;
    }

    private Reply.MessageInput told(final String receiver, final InputSpec input) {
        final MessageLog log = log(input.sender());
        final int channel = Math.max(log.indexOf(input.channel()), LogChannels.add(log, input.channel(),
            OutputSpec.USUAL_MAX_BYTES));
        final boolean isLatest = input.delivery() == Delivery.LATEST;
        if (isLatest) {
            messages.latest(input.sender(), input.channel(), OutputSpec.USUAL_MAX_BYTES);
            LogChannels.wantLatest(log, channel);
        }
        return new Reply.MessageInput(input.channel(), input.sender(), input.delivery(), input.delayNs(),
            input.jitterNs(), input.loss(), channel, input.sender(), isLatest ? -1 : log.slots().take(receiver),
            messages.latestName(input.sender(), input.channel()), input.values());
    }
}
