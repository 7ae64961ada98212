package io.takt.proofs.agents;

import io.takt.asset.message.InputSpec;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.zip.CRC32C;

/** A message that a link delivers, in the order and with the digest of the contract, computed independently of it. */
record Delivered(InputSpec link, long deliveryNs, long stampNs, long sequence, String text) {
    static final Comparator<Delivered> ORDER = Comparator.comparingLong(Delivered::deliveryNs)
        .thenComparingLong(Delivered::stampNs).thenComparing(each -> each.link.sender())
        .thenComparingLong(Delivered::sequence);

    private static final long[] PRIMES = {0x9e3779b185ebca87L, 0xc2b2ae3d27d4eb4fL, 0x165667b19e3779f9L,
        0x85ebca77c2b2ae63L, 0x27d4eb2f165667c5L};

    /** The digest of a receiver after this one, with which step it came; as the contract of its digests has it. */
    long digest(final long before, final long stepNs) {
        final long name = crc(link.channel() + '\0' + link.sender());
        return mix(before ^ PRIMES[0] * deliveryNs + PRIMES[1] * stampNs + PRIMES[2] * sequence + PRIMES[3] * stepNs
            + PRIMES[4] * (name << Integer.SIZE | crc(text)));
    }

    static long crc(final String text) {
        final CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.US_ASCII));
        return crc.getValue();
    }

    static long mix(final long word) {
        long mixed = (word ^ word >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }

    /** How a message is told of. */
    static String told(final String channel, final long sequence, final long stampNs, final long deliveryNs,
        final String text) {
        return channel + "#" + sequence + "@" + stampNs + ">" + deliveryNs + ":" + text;
    }

    @Override
    public String toString() {
        return told(link.channel(), sequence, stampNs, deliveryNs, text);
    }
}
