package io.takt.dis.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.asset.Asset;
import io.takt.asset.JoinedAsset;
import io.takt.asset.RunEnd;
import io.takt.asset.SimTime;
import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.dis.gateway.Counters.Count;
import io.takt.dis.pdu.Datagram;
import io.takt.dis.pdu.Header;
import io.takt.dis.pdu.Judgement;
import io.takt.dis.pdu.PduJson;
import io.takt.dis.pdu.PduKind;
import io.takt.dis.reckoning.UpdateRule;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.value.ValueType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A DIS exercise as an asset. Messages of its channels become PDUs, stamped with their times; PDUs become messages,
 * with the simulation time of their stamps. A step ends when the wall clock has come to its end, so the hub keeps pace
 * with the exercise.
 */
public final class DisAsset implements Asset, AutoCloseable {
    /** The channel of PDUs that are passed as bytes. */
    static final String BYTES = "pdu";
    /** The channel of the gateway's counters. */
    static final String COUNTERS = "counters";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long TELL_EVERY_NS = 10_000_000_000L;
    private static final long COUNT_EVERY_NS = 1_000_000_000L;
    /** How often a step that waits looks at PDUs that have come. */
    private static final long POLL_EVERY_NS = 5_000_000L;
    /** Steps that end later have half of their length for PDUs, so that they catch up. */
    private static final long MOST_BEHIND_NS = 250_000_000L;

    private final GatewayOptions options;
    private final Wire wire;
    private final Counters counters;
    private final Consumer<String> log;
    private final ExerciseClock clock;
    private final Inbox inbox;
    private final SentEntities sent;
    private final SeenEntities seen;
    private final Map<PduKind, Output> outputs = new EnumMap<>(PduKind.class);
    private final Queue<Outgoing> outgoing = new ArrayDeque<>();
    private final PduHandler arrivals;
    private final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    private Output bytesOutput;
    private Output countersOutput;
    private JoinedAsset self;
    private long toldNs;
    private long toldLosses;
    private long toldStandingNs;
    /** Wall time after which this part of the step has had enough, 0 when it has: a flood may not hold the hub. */
    private long fullNs;

    private record Outgoing(ByteBuffer pdu, long timeNs) {
    }

    /**
     * A gateway; owns the wire.
     *
     * @param options  its place and ways.
     * @param wire     to the exercise.
     * @param counters of the wire as well.
     * @param log      takes lines for the user.
     */
    public DisAsset(final GatewayOptions options, final Wire wire, final Counters counters,
        final Consumer<String> log) {
        this.options = options;
        this.wire = wire;
        this.counters = counters;
        this.log = log;
        this.clock = new ExerciseClock(options.startNs(), options.lagNs(), options.isAbsolute());
        this.inbox = new Inbox(clock, options, counters);
        this.arrivals = unlessOrder((from, index, length, arrivalNs) -> {
            if (isInTime()) {
                inbox.onPdu(from, index, length, arrivalNs);
            }
        });
        this.sent = new SentEntities(
            new UpdateRule(options.mostMetres(), options.mostDegrees(), options.heartbeatNs()));
        this.seen = new SeenEntities();
    }

    /**
     * The time stamp of a PDU that is made now.
     *
     * @return as of {@link io.takt.dis.time.DisStamp}; from any thread.
     */
    public int stampNow() {
        return clock.stamp(clock.simulationNs(wire.nowNs()));
    }

    @Override
    public void joined(final JoinedAsset asset) {
        self = asset;
    }

    @Override
    public void connect(final Channels channels) throws IOException {
        requireKinds(self.name(), channels.outputs(), channels.inputs());
        for (final OutputSpec each : channels.outputs()) {
            final PduKind kind = kind(each.channel());
            if (kind != null) {
                outputs.put(kind, channels.output(each.channel()));
            } else if (each.channel().equals(BYTES)) {
                bytesOutput = channels.output(BYTES);
            } else {
                countersOutput = channels.output(COUNTERS);
            }
        }
        channels.inputs().stream().map(InputSpec::channel).distinct().forEach(channel -> channels.subscribe(channel,
            message -> take(channel, message)));
    }

    /**
     * Checks that all channels are named like PDUs, and that the configuration has no other types for them.
     *
     * @param asset   the gateway's name.
     * @param outputs that it sends.
     * @param inputs  that it receives.
     * @throws WrapperException for one that is not, in one line.
     */
    public static void requireKinds(final String asset, final List<OutputSpec> outputs, final List<InputSpec> inputs)
        throws WrapperException {
        for (final OutputSpec each : outputs) {
            requireKind(asset, each.channel(), each.values().type(), true);
        }
        for (final InputSpec each : inputs) {
            requireKind(asset, each.channel(), each.values().type(), false);
        }
    }

    private static void requireKind(final String asset, final String channel, final String type, final boolean isSent)
        throws WrapperException {
        if (kind(channel) == null && !channel.equals(BYTES) && !(isSent && channel.equals(COUNTERS))) {
            throw new WrapperException("asset '" + asset + "' has no use for channel '" + channel
                + "'; its channels are named like what they carry: "
                + String.join(", ", Stream.of(PduKind.values()).map(PduKind::channel).toList()) + ", " + BYTES
                + (isSent ? " and " + COUNTERS : ""));
        }
        final ValueType right = channel.equals(BYTES) ? ValueType.BYTES : ValueType.JSON;
        if (type != null && !type.equals(right.word())) {
            throw new WrapperException("channel '" + channel + "' has type " + type + " in the hub's configuration;"
                + " for DIS it has type " + right.word());
        }
    }

    /** Null for the channels of bytes and of counters. */
    private static PduKind kind(final String channel) {
        return Stream.of(PduKind.values()).filter(each -> each.channel().equals(channel)).findFirst().orElse(null);
    }

    private void take(final String channel, final Message message) throws WrapperException {
        try {
            final PduKind kind = kind(channel);
            final ByteBuffer pdu;
            if (kind == null) {
                pdu = ByteBuffer.allocate(message.length());
                message.buffer().getBytes(message.index(), pdu, 0, message.length());
                requireOnePdu(pdu);
            } else {
                pdu = PduJson.write(kind, ValueType.JSON.read(message.buffer(), message.index(), message.length()),
                    options.version(), options.sender());
            }
            outgoing.add(new Outgoing(pdu, message.stampNs()));
        } catch (final IllegalArgumentException e) {
            throw new WrapperException("channel '" + channel + "' of asset '" + message.sender() + "', message "
                + message.sequence() + ": " + e.getMessage(), e);
        }
    }

    private void requireOnePdu(final ByteBuffer pdu) {
        final int[] lengths = new int[1];
        if (pdu.limit() > 1) {
            pdu.put(1, (byte) options.exercise());
        }
        Datagram.split(pdu, options.exercise(), new Datagram.Handler() {
            @Override
            public void onPdu(final ByteBuffer from, final int index, final int length) {
                lengths[0] = length;
            }

            @Override
            public void onRefused(final Judgement why) {
                throw new IllegalArgumentException("its " + pdu.limit() + " bytes are no PDU: "
                    + Count.valueOf(why.name()).word());
            }
        });
        if (lengths[0] != pdu.limit()) {
            throw new IllegalArgumentException("its " + pdu.limit() + " bytes are more than one PDU");
        }
    }

    @Override
    public void reset() {
        clock.reset();
        inbox.clear();
        sent.clear();
        seen.clear();
        outgoing.clear();
    }

    @Override
    public void step(final long fromNs, final long toNs) throws Exception {
        final long stoodNs = clock.begin(fromNs, wire.nowNs());
        if (stoodNs >= 0) {
            wire.poll(unlessOrder((from, index, length, arrivalNs) -> counters.add(Count.STANDING)));
            inbox.clear();
            tellStanding(fromNs, stoodNs);
        }
        for (Outgoing next = outgoing.poll(); next != null; next = outgoing.poll()) {
            if (Header.kind(next.pdu, 0) == PduKind.ENTITY.number()) {
                sent.offer(next.pdu, next.timeNs, this::send);
            } else {
                send(next.pdu, next.timeNs);
            }
        }
        sent.repeat(fromNs, this::send);
        final long dueNs = clock.dueNs(toNs);
        long nowNs;
        long spareNs;
        do {
            wire.await(Math.min(dueNs, wire.nowNs() + POLL_EVERY_NS));
            nowNs = wire.nowNs();
            spareNs = Math.max(dueNs + MOST_BEHIND_NS - nowNs, (toNs - fromNs) / 2);
            fullNs = nowNs + spareNs / 4;
            wire.poll(arrivals);
        } while (nowNs < dueNs && !self.hubState().isEnd());
        fullNs = wire.nowNs() + spareNs / 2;
        inbox.drain(fromNs, toNs, (pdu, stampNs) -> receive(pdu, stampNs, toNs));
        if (options.isReckoned()) {
            fullNs = wire.nowNs() + spareNs / 4;
            // One that does not fit any more is not counted: it counts as delivered, and the next one is judged.
            final boolean isWhole =
                seen.reckon(toNs, this::hasTime, (pdu, stampNs) -> deliver(PduKind.ENTITY, pdu, stampNs) == null);
            counters.add(Count.STEPS_RECKONED_IN_PART, isWhole ? 0 : 1);
        }
        if (countersOutput != null && toNs / COUNT_EVERY_NS != fromNs / COUNT_EVERY_NS) {
            sendCounters(toNs);
        }
        if (nowNs - toldNs >= TELL_EVERY_NS) {
            toldNs = nowNs;
            tellLosses();
        }
    }

    /** An order that no channel carries was looked at when it came. */
    private PduHandler unlessOrder(final PduHandler handler) {
        return (from, index, length, arrivalNs) -> {
            if (Lifecycle.isOrder(from, index, options.sender())
                && output(PduKind.of(Header.kind(from, index))) == null) {
                counters.add(Count.ORDERS);
            } else {
                handler.onPdu(from, index, length, arrivalNs);
            }
        };
    }

    /** Null where no channel carries the kind. */
    private Output output(final PduKind kind) {
        final Output named = kind == null ? null : outputs.get(kind);
        return named == null ? bytesOutput : named;
    }

    private void send(final ByteBuffer pdu, final long timeNs) {
        Header.stamp(pdu, options.exercise(), clock.stamp(timeNs));
        wire.send(pdu);
    }

    /** One that is not is counted; all after it are none either, without a look at the clock. */
    private boolean isInTime() {
        final boolean isInTime = hasTime();
        counters.add(Count.FULL, isInTime ? 0 : 1);
        return isInTime;
    }

    private boolean hasTime() {
        if (fullNs > 0 && wire.nowNs() > fullNs) {
            fullNs = 0;
        }
        return fullNs > 0;
    }

    private boolean receive(final ByteBuffer pdu, final long stampNs, final long toNs) throws IOException {
        final PduKind kind = PduKind.of(Header.kind(pdu, 0));
        if (!isInTime()) {
            return false;
        }
        final boolean isReckoned = kind == PduKind.ENTITY && options.isReckoned();
        final Count why = isReckoned ? whyNotReckoned(pdu, toNs - stampNs) : deliver(kind, pdu, stampNs);
        if (why != null) {
            counters.add(why);
            if (isReckoned) {
                seen.forget(pdu);
            }
            return false;
        }
        final boolean isKept = !isReckoned || seen.add(pdu, stampNs);
        counters.add(Count.FULL, isKept ? 0 : 1);
        return isKept;
    }

    /** Now, and not in a later step, when it counts as delivered; null where it can be reckoned on. */
    private Count whyNotReckoned(final ByteBuffer pdu, final long forNs) throws IOException {
        final Count why = message(PduKind.ENTITY, seen.reckoned(pdu, forNs));
        return why == null && !PduKind.ENTITY.isFinite(seen.last(pdu), 0) ? Count.MALFORMED : why;
    }

    /** Kind null is any other. Null, or why it is dropped. */
    private Count deliver(final PduKind kind, final ByteBuffer pdu, final long stampNs) throws IOException {
        final Count why = message(kind, pdu);
        if (why == null) {
            output(kind).send(bytes, 0, bytes.capacity(), stampNs);
        }
        return why;
    }

    /** Makes its message of a PDU. Null, or why there is none. */
    private Count message(final PduKind kind, final ByteBuffer pdu) throws IOException {
        final Output output = output(kind);
        if (output == null) {
            return Count.UNWANTED;
        }
        if (kind != null && !kind.isFinite(pdu, 0)) {
            return Count.MALFORMED;
        }
        bytes.wrap(output == bytesOutput ? pdu.array() : json(PduJson.read(kind, pdu, 0)));
        return bytes.capacity() > output.maxBytes() ? Count.OVERSIZED : null;
    }

    private static byte[] json(final ObjectNode value) throws JsonProcessingException {
        return JSON.writeValueAsBytes(value);
    }

    private void sendCounters(final long stampNs) throws IOException {
        final ObjectNode value = JsonNodeFactory.instance.objectNode();
        Arrays.stream(Count.values()).forEach(each -> value.put(each.word(), counters.get(each)));
        bytes.wrap(json(value));
        countersOutput.send(bytes, 0, bytes.capacity(), stampNs);
    }

    /** A simulation that is too slow for the wall clock stands again and again. */
    private void tellStanding(final long atNs, final long forNs) {
        if (forNs > 0 && wire.nowNs() - toldStandingNs >= TELL_EVERY_NS) {
            toldStandingNs = wire.nowNs();
            log.accept("the simulation has stood at " + SimTime.format(atNs) + " for "
                + SimTime.format(forNs / 1_000_000 * 1_000_000) + "; its time goes on from now");
        }
    }

    private void tellLosses() {
        final long losses = counters.dropped() + counters.get(Count.STEPS_RECKONED_IN_PART);
        if (losses > toldLosses) {
            toldLosses = losses;
            log.accept(counters.toString());
        }
    }

    @Override
    public void stop(final RunEnd end) {
        log.accept(counters.toString());
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
