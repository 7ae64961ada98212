package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.rule.LinkFate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Computations that must be the same in every implementation, as lines of a file that the C library's tests check, too.
 * After a change on purpose the file is written anew with {@code -Dtakt.vectors.write=true}.
 */
class BindingVectorsTest {
    private static final Path FILE = Path.of("../bindings/c/test/vectors.txt");
    private static final int EACH = 200;

    private final Random random = new Random(1);
    private final StringBuilder lines = new StringBuilder();

    @Test
    void areThoseInTheFile() throws Exception {
        for (int i = 0; i < EACH; i++) {
            fate();
            digest();
            check();
        }
        if (Boolean.getBoolean("takt.vectors.write")) {
            Files.writeString(FILE, lines);
        }
        assertThat(Files.readString(FILE)).isEqualTo(lines.toString());
    }

    private long time() {
        return random.nextLong() >>> 1 + random.nextInt(62);
    }

    private String name() {
        return "n" + Integer.toString(random.nextInt(1 << 20), 36);
    }

    /** fate SEED CHANNEL SENDER RECEIVER DELAY JITTER LOSS STAMP SEQUENCE DELIVERY. */
    private void fate() {
        final long seed = random.nextLong();
        final String channel = name();
        final String sender = name();
        final String receiver = name();
        final long delayNs = time();
        final long jitterNs = random.nextBoolean() ? 0 : time();
        final double loss = random.nextBoolean() ? 0 : random.nextDouble();
        final long stampNs = time();
        final long sequence = random.nextInt(1 << 20);
        final InputSpec spec = InputSpec.of(channel, sender, Delivery.GATED).delayNs(delayNs).jitterNs(jitterNs)
            .loss(loss);
        line("fate", seed, channel, sender, receiver, delayNs, jitterNs, loss, stampNs, sequence,
            new LinkFate(seed, spec, receiver).deliveryNs(stampNs, sequence));
    }

    /** digest CHANNEL SENDER DELIVERY STAMP SEQUENCE END BYTES DIGEST, of one message to a receiver that had none. */
    private void digest() {
        final String channel = name();
        final String sender = name();
        final long stampNs = time();
        final long deliveryNs = time();
        final long sequence = random.nextInt(1 << 20);
        final long endNs = time();
        final byte[] bytes = bytes();
        final InputSpec spec = InputSpec.of(channel, sender, Delivery.GATED);
        final Pending message = new Pending(64);
        message.set(new Link(spec, 0, 0, new LinkFate(0, spec, "receiver")), stampNs, deliveryNs, sequence, 0);
        message.view(new UnsafeBuffer(bytes), 0, bytes.length,
            DeliveryDigest.contents(stampNs, sequence, crc(bytes)));
        final DeliveryDigest digest = new DeliveryDigest(0);
        digest.add(message, endNs);
        line("digest", channel, sender, deliveryNs, stampNs, sequence, endNs, hex(bytes), digest.value());
    }

    /** check HEAD STAMP SEQUENCE BYTES CRC CHECK. */
    private void check() {
        final long head = random.nextLong();
        final long stampNs = time();
        final long sequence = time();
        final byte[] bytes = bytes();
        line("check", head, stampNs, sequence, hex(bytes), crc(bytes), RecordCheck.word(
            RecordCheck.ofHeader(head, stampNs, sequence, bytes.length), RecordCheck.ofCrc(crc(bytes))));
    }

    private static long crc(final byte[] bytes) {
        final CRC32C crc = new CRC32C();
        crc.update(bytes);
        return crc.getValue();
    }

    private byte[] bytes() {
        final byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** With a letter in front, so that no bytes are a word, too. */
    private static String hex(final byte[] bytes) {
        return "x" + HexFormat.of().formatHex(bytes);
    }

    private void line(final Object... words) {
        for (int i = 0; i < words.length; i++) {
            lines.append(i == 0 ? "" : " ").append(words[i]);
        }
        lines.append('\n');
    }
}
