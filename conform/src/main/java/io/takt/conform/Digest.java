package io.takt.conform;

import io.takt.asset.message.Delivery;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/** The digest of what was delivered to an asset, computed from the page on message logs. */
final class Digest {
    static final long P1 = 0x9e3779b185ebca87L;
    static final long P2 = 0xc2b2ae3d27d4eb4fL;
    static final long P3 = 0x165667b19e3779f9L;
    static final long P4 = 0x85ebca77c2b2ae63L;
    private static final long P5 = 0x27d4eb2f165667c5L;

    private long value;
    private int count;

    long value() {
        return value;
    }

    /** Of how many messages. */
    int count() {
        return count;
    }

    /**
     * That of the asset as it stands: gated messages with the step that got them, and behind those of each step the
     * retroactive ones that its end is D_max beyond.
     */
    static Digest expected(final Trial trial, final Member member) {
        final Digest digest = new Digest();
        final List<Arrival> retroactive = MessageRules.arrivals(trial, member, Delivery.RETROACTIVE);
        int next = 0;
        for (final MessageRules.Step step : MessageRules.expected(trial, member)) {
            step.messages().forEach(each -> digest.add(each, step.toNs()));
            while (next < retroactive.size()
                && retroactive.get(next).deliveryNs() <= step.toNs() - trial.scene.maxDelayNs) {
                digest.add(retroactive.get(next++), 0);
            }
        }
        return digest;
    }

    void add(final Arrival message, final long endNs) {
        count++;
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
