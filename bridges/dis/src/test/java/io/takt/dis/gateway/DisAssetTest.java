package io.takt.dis.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.takt.asset.HubState;
import io.takt.asset.JoinedAsset;
import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.asset.message.MessageHandler;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.dis.Pdus;
import io.takt.dis.gateway.Counters.Count;
import io.takt.dis.pdu.Datagram;
import io.takt.dis.pdu.Header;
import io.takt.dis.pdu.Judgement;
import io.takt.dis.pdu.PduJson;
import io.takt.dis.pdu.PduKind;
import io.takt.dis.time.DisStamp;
import io.takt.wrapper.kit.WrapperException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The gateway between a hub and an exercise that the test plays; the wall clock jumps to what is waited for. */
class DisAssetTest {
    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;
    private static final long BEGIN_NS = 400_000 * DisStamp.HOUR_NS - 30 * MS;
    private static final int OWN = 1 << 16 | 2;
    private static final String TEN_RECORDS = "'records': [" + "'00000000000000000000000000000000',".repeat(9)
        + "'00000000000000000000000000000000']";

    private final List<String> log = new ArrayList<>();
    private final List<String> delivered = new ArrayList<>();
    private final Map<String, MessageHandler> handlers = new HashMap<>();
    private final List<OutputSpec> outputs = new ArrayList<>();
    private final List<InputSpec> inputs = new ArrayList<>();
    private final Counters counters = new Counters();
    private final Simulated wire = new Simulated();
    private int mostBytes = 600;
    private final JoinedAsset self = stub(JoinedAsset.class,
        (proxy, method, args) -> method.getName().equals("hubState") ? HubState.RUNNING : "dis");
    private final Channels channels = stub(Channels.class, (proxy, method, args) -> switch (method.getName()) {
        case "outputs" -> outputs;
        case "inputs" -> inputs;
        case "output" -> output((String) args[0]);
        case "subscribe" -> handlers.put((String) args[0], (MessageHandler) args[1]);
        default -> throw new UnsupportedOperationException(method.getName());
    });

    /** An exercise whose PDUs come at set times, and which notes those that it is sent. */
    private final class Simulated implements Wire {
        private final Queue<ByteBuffer> coming = new ArrayDeque<>();
        private final Queue<Long> arrivals = new ArrayDeque<>();
        private final List<String> sent = new ArrayList<>();
        private ByteBuffer last;
        /** Of wall time, for each look at the clock. */
        private long lookNs;
        private long nowNs = BEGIN_NS;

        void comes(final long atNs, final ByteBuffer pdu) {
            coming.add(pdu);
            arrivals.add(BEGIN_NS + atNs);
        }

        @Override
        public long nowNs() {
            nowNs += lookNs;
            return nowNs;
        }

        @Override
        public void await(final long untilNs) {
            nowNs = Math.max(nowNs, untilNs);
        }

        @Override
        public void poll(final PduHandler handler) {
            while (!arrivals.isEmpty() && arrivals.peek() <= nowNs) {
                final ByteBuffer pdu = coming.remove();
                final long atNs = arrivals.remove();
                Datagram.split(pdu, 1, new Datagram.Handler() {
                    @Override
                    public void onPdu(final ByteBuffer from, final int index, final int length) {
                        handler.onPdu(from, index, length, atNs);
                    }

                    @Override
                    public void onRefused(final Judgement why) {
                        counters.add(why);
                    }
                });
            }
        }

        @Override
        public void send(final ByteBuffer pdu) {
            last = pdu;
            sent.add(Header.kind(pdu, 0) + " of " + Long.toHexString(Header.entity(pdu, 0)) + " at "
                + Math.round(DisStamp.pastHourNs(Header.stamp(pdu, 0)) / 1e6) + (DisStamp.isAbsolute(
                    Header.stamp(pdu, 0)) ? " absolute" : ""));
        }

        @Override
        public void close() {
            log.add("closed");
        }
    }

    static <T> T stub(final Class<T> type, final InvocationHandler does) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, does));
    }

    private Output output(final String channel) {
        return stub(Output.class, (proxy, method, args) -> switch (method.getName()) {
            case "maxBytes" -> mostBytes;
            case "send" -> delivered.add(channel + " " + text(channel, (DirectBuffer) args[0], (int) args[2]) + " at "
                + (long) args[3]);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static String text(final String channel, final DirectBuffer from, final int length) {
        if (channel.equals("pdu")) {
            return length + " bytes";
        }
        final var value = Pdus.json(from.getStringWithoutLengthUtf8(0, length));
        return value.has("id") ? value.get("id").get(2) + (value.get("location") == null ? ""
            : " x=" + Math.round(value.get("location").get(0).doubleValue())) : value.toString();
    }

    private GatewayOptions options(final boolean isAbsolute, final boolean isLateDropped, final boolean isReckoned) {
        return new GatewayOptions(1, 7, OWN, isAbsolute, -1, 20 * MS, isLateDropped, S, isReckoned, 1, 3, 5 * S);
    }

    private DisAsset asset(final GatewayOptions options) throws Exception {
        final DisAsset asset = new DisAsset(options, wire, counters, log::add);
        asset.joined(self);
        asset.connect(channels);
        asset.start(0);
        return asset;
    }

    private void message(final String channel, final byte[] bytes, final long stampNs) throws Exception {
        handlers.get(channel).onMessage(stub(Message.class, (proxy, method, args) -> switch (method.getName()) {
            case "buffer" -> new UnsafeBuffer(bytes);
            case "index" -> 0;
            case "length" -> bytes.length;
            case "stampNs" -> stampNs;
            case "sender" -> "tank";
            case "sequence" -> 7L;
            default -> throw new UnsupportedOperationException(method.getName());
        }));
    }

    private void message(final String channel, final String text, final long stampNs) throws Exception {
        message(channel, text.replace('\'', '"').getBytes(StandardCharsets.UTF_8), stampNs);
    }

    private void receives(final String... names) {
        for (final String each : names) {
            inputs.add(InputSpec.gated(each, "tank"));
        }
    }

    private void sends(final String... names) {
        for (final String each : names) {
            outputs.add(OutputSpec.named(each));
        }
    }

    /** The middle of the steps has the full hour; stamps and arrivals roll over. */
    @Test
    void pdusComeInTheStepOfTheirStampsAndStepsEndTheLagLater() throws Exception {
        sends("entity", "fire", "pdu");
        final DisAsset asset = asset(options(false, false, false));
        final long offsetNs = DisStamp.HOUR_NS / 3;
        wire.comes(2 * MS, Pdus.entity(1, offsetNs));
        wire.comes(15 * MS, Pdus.entity(3, offsetNs + 12 * MS));
        wire.comes(16 * MS, Pdus.entity(2, offsetNs + 7 * MS));
        wire.comes(29 * MS, Pdus.pdu(PduKind.FIRE, "{'id': 9}", offsetNs + 21 * MS));
        wire.comes(31 * MS, Pdus.pdu(PduKind.DETONATION, "{'id': 9}", offsetNs + 28 * MS));
        asset.step(0, 10 * MS);
        assertThat(wire.nowNs - BEGIN_NS).isEqualTo(30 * MS);
        assertThat(delivered).hasSize(2).allMatch(each -> each.startsWith("entity 1 x=0 at 2000000")
            || each.startsWith("entity 2 x=0 at 9"));
        asset.step(10 * MS, 20 * MS);
        assertThat(wire.nowNs - BEGIN_NS).isEqualTo(40 * MS);
        assertThat(delivered).hasSize(3).last().asString().startsWith("entity 3 x=0 at 13");
        asset.step(20 * MS, 40 * MS);
        assertThat(delivered.subList(3, 5)).satisfiesExactly(
            each -> assertThat(each).startsWith("fire 9 x=0 at 23"),
            each -> assertThat(each).startsWith("pdu 104 bytes at 30"));
        asset.close();
        asset.stop();
        assertThat(counters).hasToString("received 0, delivered 5 (0 late), sent 0; dropped 0");
        assertThat(log).containsExactly("closed");
    }

    @Test
    void duplicatesAndStatesOutOfOrderAreDroppedAndLateOnesAsIsAsked() throws Exception {
        sends("entity", "fire");
        for (final boolean isDropped : new boolean[] {false, true}) {
            wire.nowNs = BEGIN_NS;
            delivered.clear();
            final DisAsset asset = asset(options(false, isDropped, false));
            wire.comes(1 * MS, Pdus.entity(1, 9 * MS));
            wire.comes(2 * MS, Pdus.entity(1, 9 * MS));
            wire.comes(3 * MS, Pdus.entity(1, 8 * MS));
            wire.comes(4 * MS, Pdus.entity(2, 8 * MS));
            wire.comes(5 * MS, Pdus.pdu(PduKind.FIRE, "{'id': 1}", 4 * MS));
            wire.comes(35 * MS, Pdus.pdu(PduKind.FIRE, "{'id': 2}", 10 * MS));
            wire.comes(36 * MS, Pdus.entity(9, 25 * MS).putFloat(36, Float.NaN));
            asset.step(0, 10 * MS);
            asset.step(10 * MS, 20 * MS);
            assertThat(delivered).anyMatch(each -> each.startsWith("entity 1 x=0 at 1000000"))
                .noneMatch(each -> each.startsWith("entity 9"));
            assertThat(delivered.stream().filter(each -> each.startsWith("fire 2 x=0 at 10000001")).count())
                .isEqualTo(isDropped ? 0 : 1);
            asset.step(20 * MS, 30 * MS);
        }
        assertThat(counters.get(Count.DUPLICATE)).isEqualTo(2);
        assertThat(counters.get(Count.OUT_OF_ORDER)).isEqualTo(2);
        assertThat(counters.get(Count.MALFORMED)).isEqualTo(2);
        assertThat(counters.get(Count.LATE)).isPositive();
        assertThat(counters.get(Count.DELIVERED_LATE)).isPositive();
    }

    @Test
    void statesGoOutWhenOthersWouldBeWrongAndAfterAHeartbeat() throws Exception {
        receives("entity", "fire", "pdu");
        final DisAsset asset = asset(options(false, false, false));
        final String east = "{'id': 5, 'algorithm': 2, 'velocity': [10, 0, 0], 'location': [%s, 0, 0]}";
        message("entity", east.formatted(0), 0);
        asset.step(0, 10 * MS);
        message("entity", east.formatted(0.1 + 0.9), 10 * MS);
        asset.step(10 * MS, 20 * MS);
        assertThat(wire.sent).as("within the threshold").containsExactly("1 of 100020005 at 0");
        message("entity", east.formatted(0.2 + 1.1), 20 * MS);
        message("fire", "{'id': [8, 8, 8]}", 15 * MS);
        message("pdu", Pdus.entity(3, 0).put(2, (byte) 77).array(), 16 * MS);
        asset.step(20 * MS, 30 * MS);
        message("entity", "{'id': 5, 'algorithm': 2, 'velocity': [10, 0, 0], 'location': [1.4, 0, 0], 'appearance':"
            + " 1}", 30 * MS);
        asset.step(30 * MS, 5 * S);
        asset.step(5 * S, 5 * S + 40 * MS);
        asset.step(5 * S + 40 * MS, 5 * S + 50 * MS);
        assertThat(wire.sent).containsExactly("1 of 100020005 at 0", "1 of 100020005 at 20", "2 of 800080008 at 15",
            "77 of 300040003 at 16", "1 of 100020005 at 30", "1 of 100020005 at 5040");
        assertThat(PduJson.read(PduKind.ENTITY, wire.last, 0).get("location").get(0).doubleValue())
            .as("reckoned on").isCloseTo(1.4 + 10 * 5.01, within(1e-9));
        message("entity", "{'id': 5, 'appearance': 8388608}", 5 * S + 50 * MS);
        asset.step(5 * S + 50 * MS, 11 * S);
        asset.step(11 * S, 12 * S);
        assertThat(wire.sent).as("one that is gone").hasSize(7);
    }

    @Test
    void absoluteStampsHaveTheTimeOfDay() throws Exception {
        receives("stop");
        final DisAsset asset = asset(options(true, false, false));
        message("stop", "{'id': 0}", 0);
        asset.step(0, 30 * MS);
        message("stop", "{'id': 0}", 30 * MS);
        asset.step(30 * MS, 31 * MS);
        assertThat(wire.sent).containsExactly("14 of 100020000 at 3599970 absolute", "14 of 100020000 at 0 absolute");
    }

    @Test
    void entitiesAreReckonedOnToTheEndOfEachStepUntilTheyAreSilent() throws Exception {
        sends("entity");
        final DisAsset asset = asset(options(false, false, true));
        wire.comes(MS, Pdus.pdu(PduKind.ENTITY, "{'id': 1, 'algorithm': 2, 'velocity': [100, 0, 0]}", 0));
        wire.comes(2 * MS, Pdus.entity(1, MS).putDouble(48, Double.NaN));
        asset.step(0, 100 * MS);
        asset.step(100 * MS, 200 * MS);
        assertThat(delivered).containsExactly("entity 1 x=10 at 100000000", "entity 1 x=20 at 200000000");
        asset.step(200 * MS, 13 * S);
        asset.step(13 * S, 14 * S);
        assertThat(delivered).hasSize(2);
        assertThat(counters.get(Count.MALFORMED)).isOne();
    }

    /** Also where reckoning leads to a number that is not finite only in a later step. */
    @Test
    void aStateThatIsReckonedOnCountsOnce() throws Exception {
        sends("entity");
        final DisAsset asset = asset(options(false, false, true));
        wire.comes(MS, Pdus.pdu(PduKind.ENTITY, "{'id': 1, 'algorithm': 5, 'acceleration': [1e38, 0, 0]}", 0));
        wire.comes(MS, Pdus.pdu(PduKind.ENTITY, "{'id': 2, " + TEN_RECORDS + "}", 0));
        wire.comes(MS, Pdus.entity(3, 0));
        asset.step(0, 100 * MS);
        asset.step(100 * MS, 10 * S);
        assertThat(delivered).containsExactly("entity 3 x=0 at 100000000", "entity 3 x=0 at 10000000000");
        assertThat(counters)
            .hasToString("received 0, delivered 1 (0 late), sent 0; dropped 2: 1 malformed, 1 oversized");
    }

    /** Also one that says that the entity is gone; else the old one would go on for 12 s. */
    @Test
    void anEntityWhoseNewStateIsDroppedIsNotReckonedOn() throws Exception {
        sends("entity");
        final DisAsset asset = asset(options(false, false, true));
        wire.comes(MS, Pdus.entity(1, 0));
        wire.comes(MS, Pdus.entity(2, 0));
        wire.comes(MS, Pdus.entity(3, 0));
        asset.step(0, 100 * MS);
        wire.comes(101 * MS, Pdus.pdu(PduKind.ENTITY, "{'id': 1, 'algorithm': 5, 'acceleration': [1e38, 0, 0]}",
            100 * MS));
        wire.comes(101 * MS, Pdus.pdu(PduKind.ENTITY, "{'id': 2, 'appearance': 8388608, " + TEN_RECORDS + "}",
            100 * MS));
        asset.step(100 * MS, 200 * MS);
        asset.step(200 * MS, 300 * MS);
        assertThat(delivered.subList(3, delivered.size()))
            .containsExactly("entity 3 x=0 at 200000000", "entity 3 x=0 at 300000000");
        assertThat(counters)
            .hasToString("received 0, delivered 3 (0 late), sent 0; dropped 2: 1 malformed, 1 oversized");
    }

    /** A message has as many digits as its numbers: of the state that is sent, not of a later one. */
    @Test
    void aStateIsTooLongAsItIsSentAndCountsOnceThough() throws Exception {
        sends("entity");
        final DisAsset asset = asset(options(false, false, true));
        final ByteBuffer grows = Pdus.pdu(PduKind.ENTITY, "{'id': 1, 'algorithm': 2, 'velocity': [0.1, 0.1, 0.1]}", 0);
        mostBytes = length(grows);
        wire.comes(MS, grows);
        asset.step(0, MS);
        asset.step(MS, 10 * MS);
        asset.step(10 * MS, 20 * MS);
        assertThat(delivered).containsExactly("entity 1 x=0 at 1000000");
        assertThat(counters).hasToString("received 0, delivered 1 (0 late), sent 0; dropped 0");
        final ByteBuffer fades = Pdus.pdu(PduKind.ENTITY, "{'id': 2, 'algorithm': 2, 'velocity': [1, 1, 1]}", 19 * MS);
        mostBytes = length(fades) + 3;
        wire.comes(20 * MS + 765_433, fades);
        asset.step(20 * MS, 30 * MS);
        assertThat(delivered).hasSize(1);
        assertThat(counters).hasToString("received 0, delivered 1 (0 late), sent 0; dropped 1: 1 oversized");
    }

    private static int length(final ByteBuffer pdu) {
        return PduJson.read(PduKind.ENTITY, pdu, 0).toString().length();
    }

    @Test
    void aStateWithoutAChannelCountsOnceWhereStatesAreReckonedOn() throws Exception {
        sends("fire");
        final DisAsset asset = asset(options(false, false, true));
        wire.comes(MS, Pdus.entity(1, 0));
        asset.step(0, 100 * MS);
        assertThat(counters).hasToString("received 0, delivered 0 (0 late), sent 0; dropped 1: 1 unwanted");
    }

    /** A step that takes long for what has come drops the rest, so that the hub keeps pace. */
    @Test
    void aFloodDoesNotHoldTheHub() throws Exception {
        sends("entity");
        final DisAsset asset = asset(options(false, false, false));
        for (int i = 0; i < 1_000; i++) {
            wire.comes(5 * MS, Pdus.entity(i, 0));
        }
        wire.lookNs = MS;
        asset.step(0, 10 * MS);
        assertThat(delivered.size()).as("a quarter of 250 ms is for looking at them").isBetween(55, 70);
        assertThat(wire.nowNs - BEGIN_NS).isLessThan(290 * MS);
        assertThat(counters.get(Count.FULL)).isEqualTo(1_000 - delivered.size());
    }

    /** Each entity has its turn, and none of their PDUs counts as dropped. */
    @Test
    void reckoningOfManyEntitiesDoesNotHoldTheHub() throws Exception {
        sends("entity");
        final DisAsset asset = asset(options(false, false, true));
        for (int i = 0; i < 300; i++) {
            wire.comes(5 * MS, Pdus.entity(i, 0));
        }
        asset.step(0, 10 * MS);
        assertThat(delivered).hasSize(300);
        delivered.clear();
        wire.lookNs = MS;
        for (int i = 1; i <= 20; i++) {
            asset.step(i * 100 * MS, (i + 1) * 100 * MS);
        }
        assertThat(wire.nowNs - BEGIN_NS).isLessThan(2_300 * MS);
        assertThat(delivered).hasSizeBetween(1_000, 1_300);
        final int turns = delivered.size() / 300;
        assertThat(delivered.stream().collect(Collectors.groupingBy(each -> each.split(" at ")[0],
            Collectors.counting()))).hasSize(300).allSatisfy(
                (entity, states) -> assertThat(states).isBetween((long) turns, turns + 1L));
        assertThat(counters).hasToString(
            "received 0, delivered 300 (0 late), sent 0, 20 steps reckoned in part; dropped 0");
        wire.lookNs = 0;
        delivered.clear();
        asset.step(2_100 * MS, 11 * S);
        assertThat(delivered).hasSize(300);
        assertThat(counters.get(Count.STEPS_RECKONED_IN_PART)).isEqualTo(20);
        assertThat(log).as("as where PDUs are dropped").containsExactly(counters.toString());
    }

    @Test
    void whileTheSimulationStandsPdusAreDropped() throws Exception {
        sends("entity", "counters");
        final DisAsset asset = asset(options(false, false, false));
        wire.comes(-5 * S, Pdus.entity(2, 0));
        asset.step(0, 10 * MS);
        wire.comes(40 * MS, Pdus.entity(1, 40 * MS));
        wire.nowNs += 600 * S;
        wire.comes(600 * S + 40 * MS, Pdus.entity(1, 600 * S + 35 * MS));
        asset.step(10 * MS, 20 * MS);
        assertThat(counters.get(Count.STANDING)).isEqualTo(2);
        assertThat(log).contains("the simulation has stood at 10ms for 10min; its time goes on from now");
        asset.step(20 * MS, S);
        assertThat(delivered).satisfiesExactly(
            each -> assertThat(each).isEqualTo("entity 1 x=0 at 40000000"),
            each -> assertThat(each).startsWith("counters {").contains("\"standing\":2"));
    }

    /** Also where the simulation stands; what is for others, or has a channel, is treated like all PDUs. */
    @Test
    void ordersToTheGatewayAreCountedByTheirName() throws Exception {
        sends("stop");
        final DisAsset asset = asset(options(false, false, false));
        for (final long atNs : new long[] {-MS, MS}) {
            wire.comes(atNs, Pdus.pdu(PduKind.START, "{'receiver': [1, 2, 0], 'request': 1}", 0));
            wire.comes(atNs, Pdus.pdu(PduKind.START, "{'receiver': [1, 3, 0], 'request': 2}", 0));
            wire.comes(atNs, Pdus.pdu(PduKind.STOP, "{'receiver': [1, 2, 0], 'request': 3}", 0));
        }
        asset.step(0, 10 * MS);
        assertThat(counters)
            .hasToString("received 0, delivered 1 (0 late), sent 0, 2 orders; dropped 3: 2 standing, 1 unwanted");
    }

    @Test
    void wrongChannelsAndMessagesAreToldInOneLine() throws Exception {
        sends("pose");
        assertThatThrownBy(() -> asset(options(false, false, false))).isInstanceOf(WrapperException.class)
            .hasMessage("asset 'dis' has no use for channel 'pose'; its channels are named like what they carry:"
                + " entity, fire, detonation, start, stop, acknowledge, pdu and counters");
        outputs.clear();
        receives("entity", "pdu");
        asset(options(false, false, false));
        assertThatThrownBy(() -> message("entity", "{'id': -1}", 0)).hasMessage("channel 'entity' of asset 'tank',"
            + " message 7: the field 'id': -1 is no whole number from 0 to 65535");
        assertThatThrownBy(() -> message("pdu", new byte[20], 0)).hasMessage("channel 'pdu' of asset 'tank', message"
            + " 7: its 20 bytes are no PDU: version");
        assertThatThrownBy(() -> message("pdu", ByteBuffer.allocate(288).put(Pdus.entity(1, 0)).put(Pdus.entity(1, 0))
            .array(), 0)).hasMessageEndingWith("its 288 bytes are more than one PDU");
    }

    @Test
    void anExercisePausesAndResumesTheHubWhereItMay() {
        final List<String> asked = new ArrayList<>();
        final Lifecycle.Hub hub = new Lifecycle.Hub() {
            @Override
            public boolean pause() {
                return asked.add("pause");
            }

            @Override
            public boolean resume() {
                return asked.add("resume");
            }
        };
        final String all = "{'id': 9, 'receiver': [65535, 65535, 65535], 'request': 5}";
        final ByteBuffer stop = Pdus.pdu(PduKind.STOP, all, 0);
        assertThat(answer(new Lifecycle(hub, 6, OWN), stop))
            .isEqualTo("{\"id\":[1,2,0],\"receiver\":[3,4,9],\"acknowledged\":4,\"response\":1,\"request\":5}");
        assertThat(answer(new Lifecycle(hub, 6, OWN), Pdus.pdu(PduKind.START, "{'receiver': [1, 2, 0]}", 0)))
            .contains("\"acknowledged\":3,\"response\":1");
        assertThat(asked).containsExactly("pause", "resume");
        assertThat(answer(new Lifecycle(Lifecycle.NOT_ALLOWED, 6, OWN), stop))
            .contains("\"acknowledged\":4,\"response\":2");
        for (final String other : new String[] {"[1, 3, 0]", "[3, 2, 0]"}) {
            assertThat(answer(new Lifecycle(hub, 6, OWN), Pdus.pdu(PduKind.STOP, "{'receiver': " + other + "}", 0)))
                .isNull();
        }
        assertThat(answer(new Lifecycle(hub, 6, OWN), Pdus.entity(1, 0))).isNull();
        assertThat(asked).hasSize(2);
    }

    private static String answer(final Lifecycle lifecycle, final ByteBuffer pdu) {
        final ByteBuffer answer = lifecycle.answer(pdu, 0);
        return answer == null ? null : PduJson.read(PduKind.ACKNOWLEDGE, answer, 0).toString();
    }
}
