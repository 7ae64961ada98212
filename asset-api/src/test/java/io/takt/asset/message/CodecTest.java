package io.takt.asset.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

class CodecTest {
    private final Codec<double[]> codec = Codec.doubles();
    private final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer(8);

    @Test
    void numbersComeBackToTheLastBit() {
        final double[] values = {0.1, -0.0, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.NEGATIVE_INFINITY};
        final int length = codec.encode(values, bytes);
        assertThat(length).isEqualTo(48);
        assertThat(codec.decode(bytes, 0, length)).containsExactly(values);
        assertThat(codec.decode(bytes, 16, 8)).containsExactly(Double.MIN_VALUE);
        assertThat(codec.decode(bytes, 0, codec.encode(new double[0], bytes))).isEmpty();
    }

    @Test
    void bytesAreLittleEndianOnEveryMachine() {
        codec.encode(new double[] {1}, bytes);
        assertThat(bytes.byteArray()).startsWith(0, 0, 0, 0, 0, 0, 0xf0, 0x3f);
    }

    @Test
    void whatIsNoRowOfNumbersIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> codec.decode(bytes, 0, 12))
            .withMessage("a message of 12 bytes is no row of numbers of 8 bytes");
    }
}
