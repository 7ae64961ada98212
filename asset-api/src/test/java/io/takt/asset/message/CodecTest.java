package io.takt.asset.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

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
    void bytesThatAreNoRowOfNumbersAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> codec.decode(bytes, 0, 12))
            .withMessage("a message of 12 bytes is no row of numbers of 8 bytes");
    }

    private <T> T back(final Codec<T> any, final T value) {
        bytes.putBytes(0, new byte[64]);
        return any.decode(bytes, 0, any.encode(value, bytes));
    }

    @Test
    void plainValuesComeBack() {
        assertThat(back(Codec.text(), "h\u00e9\ud83d\ude00\n")).isEqualTo("h\u00e9\ud83d\ude00\n");
        assertThat(back(Codec.text(), "")).isEmpty();
        assertThat(back(Codec.bytes(), new byte[] {1, -1})).containsExactly(1, -1);
        assertThat(back(Codec.longs(), new long[] {1, Long.MIN_VALUE})).containsExactly(1, Long.MIN_VALUE);
        assertThat(back(Codec.oneLong(), Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(back(Codec.oneDouble(), -0.0)).isEqualTo(-0.0);
        assertThat(back(Codec.<Integer>of(value -> new byte[value], each -> each.length), 42)).isEqualTo(42);
    }

    @Test
    void aMalformedMessageIsReportedInOneLine() {
        bytes.putBytes(0, new byte[] {(byte) 0xc3, 0x28});
        assertThatIllegalArgumentException().isThrownBy(() -> Codec.text().decode(bytes, 0, 2))
            .withMessage("a message of 2 bytes is no text in UTF-8");
        assertThatIllegalArgumentException().isThrownBy(() -> Codec.text().encode("\ud83d", bytes))
            .withMessage("text with half a surrogate pair cannot be written in UTF-8");
        assertThatIllegalArgumentException().isThrownBy(() -> Codec.longs().decode(bytes, 0, 9))
            .withMessage("a message of 9 bytes is no row of numbers of 8 bytes");
        assertThatIllegalArgumentException().isThrownBy(() -> Codec.oneLong().decode(bytes, 0, 16))
            .withMessage("a message of 16 bytes is no number of 8 bytes");
        assertThatIllegalArgumentException().isThrownBy(() -> Codec.oneDouble().decode(bytes, 0, 0));
    }

    @Test
    void withoutARuntimeJsonSaysWhatToAdd() {
        assertThatIllegalStateException().isThrownBy(() -> Codec.json(String.class))
            .withMessage("nothing that writes JSON is on the class path: add the artifact io.takt:shm-transport, or use"
                + " Codec.of with a JSON library of your own");
    }
}
