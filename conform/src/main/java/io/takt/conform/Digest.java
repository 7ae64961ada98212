package io.takt.conform;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** The digest of what was delivered to an asset, computed from the page on message logs. */
final class Digest {
    static final long P1 = 0x9e3779b185ebca87L;
    static final long P2 = 0xc2b2ae3d27d4eb4fL;
    static final long P3 = 0x165667b19e3779f9L;
    static final long P4 = 0x85ebca77c2b2ae63L;
    private static final long P5 = 0x27d4eb2f165667c5L;

    private long value;

    long value() {
        return value;
    }

    void add(final Arrival message, final long endNs) {
        value = mix(value ^ P1 * message.deliveryNs() + P2 * message.stampNs() + P3 * message.sequence() + P4 * endNs
            + P5 * (crc((message.channel() + '\0' + message.sender()).getBytes(StandardCharsets.US_ASCII)) << 32
                | crc(message.bytes())));
    }

    private static long crc(final byte[] bytes) {
        final CRC32C crc = new CRC32C();
        crc.update(bytes);
        return crc.getValue();
    }

    static long mix(final long word) {
        long mixed = (word ^ word >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
