package io.takt.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.message.InputSpec;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class LinkFateTest {
    private static final int MANY = 100_000;

    private static LinkFate fate(final long seed, final long delayNs, final long jitterNs, final double loss) {
        return new LinkFate(seed,
            InputSpec.gated("pose", "drone").delayNs(delayNs).jitterNs(jitterNs).loss(loss), "radar");
    }

    @Test
    void withoutChanceItIsTheDelay() {
        assertThat(fate(1, 7, 0, 0).deliveryNs(0, 0)).isEqualTo(7);
        assertThat(fate(1, 7, 0, 0).deliveryNs(35, 99)).isEqualTo(42);
    }

    @Test
    void nothingIsLaterThanTheLargestTime() {
        assertThat(fate(1, 7, 0, 0).deliveryNs(Long.MAX_VALUE - 6, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(fate(1, 0, Long.MAX_VALUE, 0).deliveryNs(Long.MAX_VALUE, 5)).isEqualTo(Long.MAX_VALUE);
        for (int sequence = 0; sequence < 1_000; sequence++) {
            assertThat(fate(1, 0, Long.MAX_VALUE, 0).deliveryNs(0, sequence)).isNotNegative();
        }
    }

    @Test
    void theShareThatIsLostIsAsDeclared() {
        for (final double loss : new double[] {0.01, 0.3, 0.9}) {
            final LinkFate fate = fate(42, 0, 0, loss);
            int lost = 0;
            for (int sequence = 0; sequence < MANY; sequence++) {
                lost += fate.deliveryNs(1, sequence) == LinkFate.LOST ? 1 : 0;
            }
            // Five standard deviations; the draws are the same in every run.
            final double tolerance = 5 * Math.sqrt(loss * (1 - loss) / MANY);
            assertThat((double) lost / MANY).isBetween(loss - tolerance, loss + tolerance);
        }
        assertThat(fate(42, 0, 0, 1).deliveryNs(1, 1)).isEqualTo(LinkFate.LOST);
    }

    @Test
    void jitterIsSpreadEvenlyAndReachesBothEnds() {
        final LinkFate fate = fate(7, 100, 9, 0);
        final int[] counts = new int[10];
        for (int sequence = 0; sequence < MANY; sequence++) {
            counts[(int) (fate.deliveryNs(1_000, sequence) - 1_100)]++;
        }
        for (final int count : counts) {
            assertThat(count).isBetween(9_500, 10_500);
        }
    }

    @Test
    void itDependsOnSeedChannelSenderReceiverAndNumberAndNothingElse() {
        final InputSpec link = InputSpec.gated("pose", "drone").jitterNs(1_000_000_000);
        final long own = new LinkFate(1, link, "radar").deliveryNs(0, 5);
        assertThat(new LinkFate(1, link, "radar").deliveryNs(0, 5)).isEqualTo(own);
        assertThat(new LinkFate(1, InputSpec.retroactive("pose", "drone").delayNs(3).jitterNs(1_000_000_000), "radar")
            .deliveryNs(10, 5)).as("sent later, over a longer link").isEqualTo(own + 13);
        assertThat(new LinkFate(2, link, "radar").deliveryNs(0, 5)).isNotEqualTo(own);
        assertThat(new LinkFate(1, link, "rada").deliveryNs(0, 5)).isNotEqualTo(own);
        assertThat(new LinkFate(1, link, "radar").deliveryNs(0, 6)).isNotEqualTo(own);
        assertThat(new LinkFate(1, InputSpec.gated("pos", "edrone").jitterNs(1_000_000_000), "radar")
            .deliveryNs(0, 5)).isNotEqualTo(own);
    }

    /** The results that other languages must also get; computed apart from this code. */
    @Test
    void theFormulaIsTheOneThatIsWrittenDown() {
        final long key = key();
        final long drawn = mix(key + 4 * 0x9e3779b97f4a7c15L);
        final long jitterNs = new BigInteger(Long.toUnsignedString(mix(drawn + 1)))
            .multiply(BigInteger.valueOf(1_000_001)).shiftRight(64).longValueExact();
        assertThat(fate(42, 10, 1_000_000, 0).deliveryNs(100, 3)).isEqualTo(110 + jitterNs);
        final double share = (drawn >>> 11) / (double) (1L << 53);
        assertThat(fate(42, 10, 0, share).deliveryNs(100, 3)).isEqualTo(110);
        assertThat(fate(42, 10, 0, Math.nextUp(share)).deliveryNs(100, 3)).isEqualTo(LinkFate.LOST);
    }

    private static long key() {
        BigInteger hash = new BigInteger("cbf29ce484222325", 16);
        for (final char each : "pose\0drone\0radar".toCharArray()) {
            hash = hash.xor(BigInteger.valueOf(each)).multiply(new BigInteger("100000001b3", 16))
                .mod(BigInteger.ONE.shiftLeft(64));
        }
        return mix(42 ^ hash.longValue());
    }

    private static long mix(final long value) {
        long mixed = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
