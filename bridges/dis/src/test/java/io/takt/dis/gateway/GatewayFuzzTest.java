package io.takt.dis.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.asset.JoinedAsset;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.dis.gateway.Counters.Count;
import io.takt.dis.pdu.Datagram;
import io.takt.dis.pdu.Judgement;
import io.takt.dis.pdu.RandomDatagram;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** All that datagrams pass on their way to the hub: with any bytes the gateway goes on, and counts each PDU. */
class GatewayFuzzTest {
    private static final int INPUTS = Boolean.getBoolean("takt.slow") ? 10_000_000 : 100_000;
    private static final int BATCH = 500;
    private static final long STEP_NS = 10_000_000;

    private final Counters counters = new Counters();
    private final Random random = new Random(17);
    private final byte[] bytes = new byte[600];
    private long messages;
    private long answers;

    private final class Fuzz implements Wire {
        private final Lifecycle lifecycle = new Lifecycle(Lifecycle.NOT_ALLOWED, 7, 1);
        private long nowNs = STEP_NS;

        @Override
        public long nowNs() {
            return nowNs;
        }

        @Override
        public void await(final long untilNs) {
            nowNs = Math.max(nowNs, untilNs);
        }

        @Override
        public void poll(final PduHandler handler) {
            for (int i = 0; i < BATCH; i++) {
                final int length = RandomDatagram.fill(bytes, random);
                Datagram.split(ByteBuffer.wrap(bytes, 0, length), 1, new Datagram.Handler() {
                    @Override
                    public void onPdu(final ByteBuffer from, final int index, final int pduLength) {
                        counters.add(Count.RECEIVED);
                        answers += lifecycle.answer(from, index) == null ? 0 : 1;
                        handler.onPdu(from, index, pduLength, nowNs);
                    }

                    @Override
                    public void onRefused(final Judgement why) {
                        counters.add(Count.RECEIVED);
                        counters.add(why);
                    }
                });
            }
        }

        @Override
        public void send(final ByteBuffer pdu) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    @Test
    void noBytesDoHarm() throws Exception {
        final DisAsset asset = new DisAsset(new GatewayOptions(1, 7, 1, false, 0, 0, false, 1_000_000_000, false, 1, 3,
            5_000_000_000L), new Fuzz(), counters, line -> { });
        asset.joined(DisAssetTest.stub(JoinedAsset.class, (proxy, method, args) ->
            method.getName().equals("name") ? "dis" : HubState.RUNNING));
        final Output output = DisAssetTest.stub(Output.class, (proxy, method, args) -> {
            messages += method.getName().equals("send") ? 1 : 0;
            return method.getName().equals("maxBytes") ? 1 << 16 : null;
        });
        asset.connect(DisAssetTest.stub(Channels.class, (proxy, method, args) -> switch (method.getName()) {
            case "outputs" -> Stream.of("entity", "fire", "detonation", "start", "stop", "acknowledge", "pdu")
                .map(OutputSpec::named).toList();
            case "output" -> output;
            default -> List.of();
        }));
        for (long nowNs = 0; counters.get(Count.RECEIVED) < INPUTS; nowNs += STEP_NS) {
            asset.step(nowNs, nowNs + STEP_NS);
        }
        // Counts those that are ahead of their time.
        asset.reset();
        assertThat(counters.get(Count.DELIVERED) + counters.dropped()).isEqualTo(counters.get(Count.RECEIVED));
        assertThat(messages).isEqualTo(counters.get(Count.DELIVERED));
        assertThat(answers).isPositive();
        assertThat(Stream.of(Count.CUT, Count.VERSION, Count.OTHER_EXERCISE, Count.MALFORMED, Count.DELIVERED))
            .allSatisfy(each -> assertThat(counters.get(each)).as(each.word()).isPositive());
    }
}
