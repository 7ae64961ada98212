package io.takt.rule;

import io.takt.asset.message.InputSpec;
import java.nio.charset.StandardCharsets;

/**
 * When each message of a link is delivered, if ever: the same in every run of a scenario.
 *
 * <p>Chance is drawn from a hash of the scenario's seed, channel, sender, receiver and sequence number, so
 * it depends neither on what else is drawn nor on when. With {@code mix} as the finaliser of SplitMix64 (Steele, Lea,
 * Flood: Fast splittable pseudorandom number generators, OOPSLA 2014, in the variant 13 of David Stafford) and
 * {@code key} as {@code mix(seed ^ FNV-1a-64 of "channel\0sender\0receiver" in UTF-8)}:
 *
 * <pre>{@code
 *  drawn:   mix(key + (sequence + 1) * 0x9e3779b97f4a7c15)
 *  lost:    (drawn >>> 11) * 2^-53 < loss
 *  jitter:  high 64 bits of the unsigned product mix(drawn + 1) * (jitter + 1)
 *  at:      stamp + delay + jitter
 * }</pre>
 *
 * <p>Immutable.
 */
public final class LinkFate {
    /** The result of {@link #deliveryNs} for a message that is lost. */
    public static final long LOST = -1;

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long GAMMA = 0x9e3779b97f4a7c15L;
    private static final double UNIT = 0x1.0p-53;

    private final long key;
    private final long delayNs;
    private final long jitterNs;
    private final double loss;
    private final boolean isCertain;

    /**
     * The fate of the messages of a link.
     *
     * @param seed     of the scenario.
     * @param link     as declared.
     * @param receiver the name of the asset that receives.
     */
    public LinkFate(final long seed, final InputSpec link, final String receiver) {
        this.key = mix(seed ^ fnv(link.channel() + '\0' + link.sender() + '\0' + receiver));
        this.delayNs = link.delayNs();
        this.jitterNs = link.jitterNs();
        this.loss = link.loss();
        this.isCertain = loss == 0 && jitterNs == 0;
    }

    /**
     * When a message is delivered.
     *
     * @param stampNs  when it was sent, 0 or more.
     * @param sequence its number.
     * @return nanoseconds of simulation time, the largest long where it would be later than that; or {@link #LOST}.
     */
    public long deliveryNs(final long stampNs, final long sequence) {
        if (isCertain) {
            return later(stampNs, delayNs);
        }
        final long drawn = mix(key + (sequence + 1) * GAMMA);
        if ((drawn >>> 11) * UNIT < loss) {
            return LOST;
        }
        return later(later(stampNs, delayNs), jitterNs == 0 ? 0 : below(mix(drawn + 1), jitterNs + 1));
    }

    private static long later(final long timeNs, final long byNs) {
        return byNs > Long.MAX_VALUE - timeNs ? Long.MAX_VALUE : timeNs + byNs;
    }

    /** The high word of an unsigned product; {@code Math.unsignedMultiplyHigh} is later than Java 17. */
    private static long below(final long drawn, final long bound) {
        return Math.multiplyHigh(drawn, bound) + (drawn >> 63 & bound) + (bound >> 63 & drawn);
    }

    private static long fnv(final String text) {
        long hash = FNV_OFFSET;
        for (final byte each : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ each & 0xff) * FNV_PRIME;
        }
        return hash;
    }

    private static long mix(final long value) {
        long mixed = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
