package io.takt.federation.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.asset.HubState;
import io.takt.federation.key.Authority;
import io.takt.federation.key.Certificates;
import io.takt.federation.seal.FrameOpener;
import io.takt.federation.seal.FrameSealer;
import io.takt.federation.seal.LinkKeys;
import io.takt.federation.tls.OpenRing;
import io.takt.federation.tls.TlsSession;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.StatusJson;
import io.takt.hub.core.status.Wait;
import io.takt.shm.control.ControlLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every decoder that faces the network gets what it is not meant to; none throws what it does not say it throws. */
@Tag("long")
class NoiseTest {
    private static final boolean IS_SLOW = Boolean.getBoolean("takt.slow");
    private static final int MANY = 10_000_000;
    private static final int INPUTS = IS_SLOW ? MANY : 100_000;
    private static final int LINES = IS_SLOW ? MANY : 25_000;
    private static final int HANDSHAKES = IS_SLOW ? MANY : 11_000;

    /** A handshake that goes as far as its keys costs a hundred times as much as one that does not. */
    private static final int ONE_OF_MANY = 10;

    private final Random random = new Random(7);
    private final Allocated allocated = new Allocated();

    /** Even an input that says it is very long. */
    @AfterEach
    void noInputCostsMoreThanAFrame() {
        assertThat(allocated.most()).isLessThanOrEqualTo(MuxFrame.HEADER_LENGTH + MuxFrame.MOST_BYTES);
    }

    /** Noise, or a sound input with some of it changed, cut off or appended. */
    private byte[] spoilt(final byte[] sound) {
        if (sound == null || random.nextInt(4) == 0) {
            final byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            return noise;
        }
        final byte[] bytes = new byte[Math.max(0, sound.length + random.nextInt(9) - 4)];
        System.arraycopy(sound, 0, bytes, 0, Math.min(sound.length, bytes.length));
        for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    @Test
    void datagrams() {
        final LinkKeys keys = new LinkKeys(new byte[LinkKeys.LENGTH]);
        final FrameSealer sealer = keys.sealer(7, true);
        final FrameOpener opener = keys.opener(7, false);
        final ByteBuffer payload = ByteBuffer.allocate(FrameSealer.mostPayloadBytes() + 16);
        final ClockFrame frame = new ClockFrame();
        int opened = 0;
        for (int i = 0; i < INPUTS; i++) {
            final ByteBuffer sealed = ByteBuffer.allocate(128);
            sealer.seal(ByteBuffer.allocate(ClockFrame.LENGTH), sealed);
            final byte[] sound = new byte[sealed.position()];
            sealed.get(0, sound);
            final byte[] given = spoilt(sound);
            final boolean[] isOpened = new boolean[1];
            allocated.by(() -> {
                isOpened[0] = opener.open(ByteBuffer.wrap(given), payload.clear()) == FrameOpener.Outcome.OPENED;
                frame.read(ByteBuffer.wrap(given));
                FrameOpener.linkOf(ByteBuffer.wrap(given));
            });
            if (isOpened[0]) {
                opened++;
                assertThat(given).as("only what the other end has sealed is opened").isEqualTo(sound);
            }
        }
        assertThat(opened).isPositive();
    }

    @Test
    void clocks() {
        final ClockPort port = new ClockPort(LinkTimes.DEFAULT);
        port.connect(new LinkKeys(new byte[LinkKeys.LENGTH]), 7, false, bytes -> { }, bytes -> { });
        port.begin(1, () -> 100, 0, 0);
        final ByteBuffer spare = ByteBuffer.allocate(49).put((byte) 0).putLong(1).putLong(50).putLong(60).putLong(5)
            .putLong(Long.MAX_VALUE).putLong(0);
        for (int i = 0; i < INPUTS; i++) {
            final byte[] given = spoilt(spare.array());
            final int nowNs = i;
            allocated.by(() -> {
                port.onSpare(ByteBuffer.wrap(given), 100, nowNs);
                port.onTime(ByteBuffer.wrap(given), 100);
            });
            assertThat(port.otherNs()).as("a child never passes its parent").isBetween(0L, 100L);
            assertThat(port.pump(i)).isLessThanOrEqualTo(LinkTimes.DEFAULT.heartbeatNs());
        }
    }

    @Test
    void framesOfAConnection() {
        final byte[] sound = MuxFrame.HELLO.with(new Hello(1, 2, 3, "127.0.0.1:9464").write()).array();
        int hellos = 0;
        for (int i = 0; i < INPUTS; i++) {
            final MuxReader reader = new MuxReader(MuxFrame.MOST_BYTES);
            final int[] read = new int[1];
            final byte[] given = spoilt(sound);
            allocated.by(() -> reader.accept(ByteBuffer.wrap(given), (kind, payload) -> {
                if (kind == MuxFrame.HELLO) {
                    Hello.read(payload);
                    read[0]++;
                } else if (kind == MuxFrame.WELCOME) {
                    Hello.Welcome.read(payload);
                } else {
                    LinkPlace.read(payload);
                }
            }));
            hellos += read[0];
        }
        assertThat(hellos).isPositive();
    }

    @Test
    void aFrameThatSaysItIsLongTakesNoMoreRoomThanWhatHasCome() throws IOException {
        final MuxReader reader = new MuxReader(MuxFrame.MOST_BYTES);
        final ByteBuffer header = ByteBuffer.allocate(5).put((byte) MuxFrame.CONTROL.ordinal())
            .putInt(MuxFrame.MOST_BYTES).flip();
        allocated.by(() -> reader.accept(header, (kind, payload) -> { }));
        reader.accept(ByteBuffer.allocate(1_000), (kind, payload) -> { });
        assertThat(reader.room()).isLessThanOrEqualTo(4 * 1024);
    }

    @Test
    void linesOfTheControlProtocol() {
        final List<String> sound = List.of("{\"op\":\"join\",\"id\":1,\"asset\":\"a\",\"stepNs\":4,\"inputs\":[]}",
            "{\"id\":1,\"ok\":true,\"joined\":{\"hub\":\"h\",\"clocks\":{\"asset\":\"a\",\"number\":1}}}",
            "{\"event\":\"clocks\",\"epoch\":1,\"coreTimeCounter\":2,\"assets\":[{\"asset\":\"a\"}]}",
            "{\"op\":\"child\",\"id\":1,\"hubId\":-7,\"hub\":\"a\"}",
            "{\"event\":\"ancestry\",\"hubs\":[{\"hubId\":-7,\"hub\":\"a\"}]}");
        for (int i = 0; i < LINES; i++) {
            final String line = new String(spoilt(sound.get(i % sound.size()).getBytes(StandardCharsets.UTF_8)),
                StandardCharsets.UTF_8);
            allocated.by(() -> {
                try {
                    ControlLine.readRequest(line);
                } catch (final ControlLine.MalformedLineException e) {
                    allocated.complain(e.getMessage());
                }
            });
            allocated.by(() -> {
                try {
                    ControlLine.readFromHub(line);
                } catch (final ControlLine.MalformedLineException e) {
                    allocated.complain(e.getMessage());
                }
            });
        }
    }

    /** A hub and those below it, in a line that could be read; it is the control socket's. */
    @Test
    void whatAChildTellsOfItself() throws Exception {
        final ObjectMapper json = new ObjectMapper();
        final Wait below = new Wait("a", "b", HoldReason.BELOW, null, "link up", 1);
        final HubNode leaf = new HubNode("b", 8, HubState.RUNNING, 3, 4, 1,
            new Wait("b", "c", HoldReason.SILENT, null, null, 1), List.of(), 0);
        final byte[] sound = StatusJson.of(new HubNode("a", 7, HubState.RUNNING, 3, 4, 1, below, List.of(
            new HubNode.Child("b", new HubNode.Link(false, 9, "cut", null), leaf)), 0)).toString()
            .getBytes(StandardCharsets.UTF_8);
        int nodes = 0;
        int chains = 0;
        for (int i = 0; i < LINES; i++) {
            final byte[] given = spoilt(sound);
            final HubNode[] read = new HubNode[1];
            allocated.by(() -> {
                try {
                    read[0] = StatusJson.readNode(json.readTree(given));
                } catch (final JsonProcessingException e) {
                    // It would be no line.
                    read[0] = null;
                } catch (final IllegalArgumentException e) {
                    allocated.complain(e.getMessage());
                }
            });
            if (read[0] != null) {
                nodes++;
                chains += HubNode.chain(new Wait("p", "x", HoldReason.BELOW, null, null, 1),
                    List.of(new HubNode.Child("x", null, read[0].notBefore(i)))).size() > 2 ? 1 : 0;
            }
        }
        assertThat(chains).as("to the leaf").isPositive();
        assertThat(nodes).isPositive();
    }

    /** Ordered lines and their acknowledgements; both ends have proved themselves. */
    @Test
    void numberedFrames() {
        final ControlStream stream = new ControlStream();
        final byte[] sound = new byte[Long.BYTES];
        for (int i = 0; i < INPUTS; i++) {
            ByteBuffer.wrap(sound).putLong(stream.got() + 1);
            final byte[] given = spoilt(sound);
            final long before = stream.got();
            allocated.by(() -> stream.isNew(ByteBuffer.wrap(given)));
            if (stream.got() < before || stream.got() > before + 1) {
                fail("they come one after the other, not " + stream.got() + " after " + before);
            }
            allocated.by(() -> stream.forget(given.length < Long.BYTES ? -1 : ByteBuffer.wrap(given).getLong()));
        }
        assertThat(stream.got()).isPositive();
    }

    /** Noise in a record of TLS, which says that it is the first message of either end. */
    private byte[] noiseInTls(final int message) {
        final byte[] bytes = new byte[9 + random.nextInt(200)];
        random.nextBytes(bytes);
        ByteBuffer.wrap(bytes).put((byte) 22).putShort((short) 0x0303).putShort((short) (bytes.length - 5))
            .putInt(message << 24 | bytes.length - 9);
        // The version that goes before all that is parsed; the other half breaks off there.
        if (bytes.length > 11 && random.nextBoolean()) {
            ByteBuffer.wrap(bytes).putShort(9, (short) 0x0303);
        }
        return bytes;
    }

    private static byte[] hello(final TlsSession child) {
        final ByteBuffer hello = ByteBuffer.allocate(child.toSendBytes());
        child.toSend(hello);
        return hello.array();
    }

    @Test
    void handshakes() {
        final SecureRandom secrets = new SecureRandom();
        final Certificates own = new Authority("ca").hub(Authority.Wish.of("a", "127.0.0.1"));
        final byte[][] hellos = {hello(TlsSession.ofChild("a", new byte[32], secrets)),
            hello(TlsSession.ofChild("a", "127.0.0.1", own, secrets))};
        for (int i = 0; i < HANDSHAKES; i++) {
            final boolean isDear = i % ONE_OF_MANY == 0;
            final TlsSession parent =
                TlsSession.ofParent(new OpenRing(name -> new byte[32], own, name -> true), secrets);
            final byte[] given = isDear ? spoilt(hellos[random.nextInt(2)]) : noiseInTls(1);
            allocated.by(() -> parent.received(ByteBuffer.wrap(given)));
            assertThat(parent.isOpen()).isFalse();
            if (isDear) {
                final TlsSession other = TlsSession.ofChild("a", new byte[32], secrets);
                final byte[] noise = random.nextBoolean() ? spoilt(null) : noiseInTls(2);
                allocated.by(() -> other.received(ByteBuffer.wrap(noise)));
                assertThat(other.isOpen()).isFalse();
            }
        }
    }
}
