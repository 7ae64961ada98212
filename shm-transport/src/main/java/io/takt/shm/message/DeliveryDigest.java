package io.takt.shm.message;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Tells whether an asset was delivered the same messages in the same order and in the same steps. Of each message
 * count its channel, sender, stamp, delivery time, sequence number, bytes, and the step that got it: the step's end
 * where steps are fixed, else the first time of their grid after its start (0 for retroactive messages, which belong to
 * no step).
 *
 * <p>It begins at 0. With each message the digest d becomes
 *
 * <pre>
 *   mix(d ^ (P1 * delivery + P2 * stamp + P3 * sequence + P4 * end + P5 * (CRC(name) &lt;&lt; 32 | CRC(bytes))))
 * </pre>
 *
 * <p>and with a number of the asset's own, at its stamp, {@code mix(d ^ (P2 * stamp + P5 * number))};
 * in 64 bits, where CRC is the CRC-32C of RFC 3720, as processors compute it, the name is {@code "channel\0sender"}
 * in ASCII, P1 to P5 are the primes of XXH64, and {@code mix} is that of {@link io.takt.rule.LinkFate}.
 *
 * <p>Owned by one thread.
 */
final class DeliveryDigest {
    private static final long P1 = 0x9e3779b185ebca87L;
    private static final long P2 = 0xc2b2ae3d27d4eb4fL;
    private static final long P3 = 0x165667b19e3779f9L;
    private static final long P4 = 0x85ebca77c2b2ae63L;
    private static final long P5 = 0x27d4eb2f165667c5L;

    private long value;

    /** Goes on from the value that it had in another process; 0 where it begins. */
    DeliveryDigest(final long value) {
        this.value = value;
    }

    /** The part of channel and sender, which is the same for all messages of a link. */
    static long name(final String channel, final String sender) {
        final CRC32C crc = new CRC32C();
        crc.update((channel + '\0' + sender).getBytes(StandardCharsets.US_ASCII));
        return P5 * (crc.getValue() << Integer.SIZE);
    }

    /** The part of a message that is the same for all of its receivers. */
    static long contents(final long stampNs, final long sequence, final long crcOfBytes) {
        return P2 * stampNs + P3 * sequence + P5 * crcOfBytes;
    }

    void add(final Pending message, final long stepEndNs) {
        value = mix(value ^ P1 * message.deliveryNs() + P4 * stepEndNs + message.link().name() + message.contents());
    }

    /** A number that the asset itself counts. */
    void add(final long number, final long stampNs) {
        value = mix(value ^ P2 * stampNs + P5 * number);
    }

    /** For {@link RecordCheck}. */
    static long mixed(final long first, final long second, final long third, final long fourth) {
        return mix(P1 * first + P2 * second + P3 * third + P4 * fourth);
    }

    private static long mix(final long word) {
        long mixed = (word ^ word >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }

    long value() {
        return value;
    }

    void reset() {
        value = 0;
    }
}
