package io.takt.federation.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.seal.FrameOpener;
import io.takt.federation.seal.FrameSealer;
import io.takt.federation.seal.LinkKeys;
import io.takt.federation.tls.TlsRefusedException;
import io.takt.federation.tls.TlsSession;
import io.takt.shm.control.ControlLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Every decoder that faces the network gets what it is not meant to; none throws what it does not say it throws. */
class NoiseTest {
    private static final boolean IS_SLOW = Boolean.getBoolean("takt.slow");
    private static final int INPUTS = IS_SLOW ? 10_000_000 : 20_000;
    private static final int HANDSHAKES = IS_SLOW ? 100_000 : 200;

    private final Random random = new Random(7);

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
            if (opener.open(ByteBuffer.wrap(given), payload.clear()) == FrameOpener.Outcome.OPENED) {
                opened++;
                assertThat(given).as("only what the other end has sealed is opened").isEqualTo(sound);
            }
            frame.read(ByteBuffer.wrap(given));
            FrameOpener.linkOf(ByteBuffer.wrap(given));
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
            port.onSpare(ByteBuffer.wrap(spoilt(spare.array())), 100, i);
            assertThat(port.otherNs()).as("a child never passes its parent").isBetween(0L, 100L);
            assertThat(port.pump(i)).isLessThanOrEqualTo(LinkTimes.DEFAULT.heartbeatNs());
        }
    }

    @Test
    void framesOfAConnection() {
        final byte[] sound = MuxFrame.HELLO.with(new Hello(1, 2, 3).write()).array();
        int hellos = 0;
        for (int i = 0; i < INPUTS; i++) {
            final MuxReader reader = new MuxReader(MuxFrame.MOST_BYTES);
            final int[] read = new int[1];
            try {
                reader.accept(ByteBuffer.wrap(spoilt(sound)), (kind, payload) -> {
                    if (kind == MuxFrame.HELLO) {
                        Hello.read(payload);
                        read[0]++;
                    } else {
                        LinkPlace.read(payload);
                    }
                });
                hellos += read[0];
            } catch (final IOException e) {
                assertThat(e.getMessage().lines()).hasSize(1);
            }
        }
        assertThat(hellos).isPositive();
    }

    @Test
    void aFrameThatSaysItIsLongTakesNoMoreRoomThanWhatHasCome() throws IOException {
        final MuxReader reader = new MuxReader(MuxFrame.MOST_BYTES);
        final ByteBuffer header = ByteBuffer.allocate(5).put((byte) MuxFrame.CONTROL.ordinal())
            .putInt(MuxFrame.MOST_BYTES).flip();
        reader.accept(header, (kind, payload) -> { });
        reader.accept(ByteBuffer.allocate(1_000), (kind, payload) -> { });
        assertThat(reader.room()).isLessThanOrEqualTo(4 * 1024);
    }

    @Test
    void linesOfTheControlProtocol() {
        final List<String> sound = List.of("{\"op\":\"join\",\"id\":1,\"asset\":\"a\",\"stepNs\":4,\"inputs\":[]}",
            "{\"id\":1,\"ok\":true,\"joined\":{\"hub\":\"h\",\"clocks\":{\"asset\":\"a\",\"number\":1}}}",
            "{\"event\":\"clocks\",\"epoch\":1,\"coreTimeCounter\":2,\"assets\":[{\"asset\":\"a\"}]}");
        for (int i = 0; i < INPUTS / 4; i++) {
            final String line = new String(spoilt(sound.get(i % 3).getBytes(StandardCharsets.UTF_8)),
                StandardCharsets.UTF_8);
            try {
                ControlLine.readRequest(line);
            } catch (final ControlLine.MalformedLineException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
            try {
                ControlLine.readFromHub(line);
            } catch (final ControlLine.MalformedLineException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
    }

    @Test
    void handshakes() {
        final TlsSession child = TlsSession.ofChild("a", new byte[32], new SecureRandom());
        final ByteBuffer hello = ByteBuffer.allocate(child.toSendBytes());
        child.toSend(hello);
        for (int i = 0; i < HANDSHAKES; i++) {
            final TlsSession parent = TlsSession.ofParent(name -> new byte[32], new SecureRandom());
            try {
                parent.received(ByteBuffer.wrap(spoilt(hello.array())));
            } catch (final TlsRefusedException e) {
                assertThat(e.getMessage().lines()).hasSize(1);
            }
            assertThat(parent.isOpen()).isFalse();
            final TlsSession other = TlsSession.ofChild("a", new byte[32], new SecureRandom());
            try {
                other.received(ByteBuffer.wrap(spoilt(null)));
            } catch (final TlsRefusedException e) {
                assertThat(e.getMessage().lines()).hasSize(1);
            }
        }
    }
}
