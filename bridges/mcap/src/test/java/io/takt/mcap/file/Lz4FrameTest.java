package io.takt.mcap.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Lz4FrameTest {
    private static final int INPUTS = Boolean.getBoolean("takt.slow") ? 10_000_000 : 50_000;
    /** With the sizes and sums that may be there: 8 letters; the same again, from the block before, and one more. */
    private static final String WHOLE = "04224d18" + "5c40" + "1100000000000000" + "aa"
        + "09000000" + "80" + "6162636465666768" + "01020304"
        + "05000000" + "04" + "0800" + "10" + "7a" + "01020304"
        + "00000000" + "05060708";

    private static byte[] unpack(final byte[] frame, final int size) {
        return Lz4Frame.unpack(frame, new Cursor(frame, 0, frame.length), size);
    }

    private static byte[] unpack(final String frame, final int size) {
        return unpack(HexFormat.of().parseHex(frame), size);
    }

    @Test
    void blocksGoOnFromEachOther() {
        assertThat(unpack(WHOLE, 17)).asString(StandardCharsets.US_ASCII).isEqualTo("abcdefghabcdefghz");
    }

    @Test
    void aBlockMayBePlainAndALengthLong() {
        assertThat(unpack("04224d18" + "4040aa" + "02000080" + "6162" + "00000000", 2)).containsExactly('a', 'b');
        final byte[] many = new byte[1 + 15 + 255 + 3 + 4];
        Arrays.fill(many, (byte) 'a');
        assertThat(unpack("04224d18" + "4040aa" + "07000000" + "1f61" + "0100" + "ff03" + "00" + "00000000",
            many.length)).isEqualTo(many);
    }

    @Test
    void whatIsNoFrameIsTold() {
        for (final String each : new String[] {
            WHOLE.replace("04224d18", "04224d19"),
            WHOLE.replace("5c40", "9c40"),
            WHOLE.replace("5c40", "5d40"),
            WHOLE.replace("0800107a", "0900107a"),
            WHOLE.replace("0800107a", "0000107a"),
            WHOLE.replace("0800107a", "0800207a"),
            WHOLE.replace("05000000", "01000000")}) {
            assertThatThrownBy(() -> unpack(each, 17)).as(each).isInstanceOf(IllegalArgumentException.class);
        }
        for (final int size : new int[] {16, 18}) {
            assertThatThrownBy(() -> unpack(WHOLE, size)).hasMessage("a chunk is not compressed by lz4, as it says");
        }
        assertThatThrownBy(() -> unpack(WHOLE.substring(0, 60), 17)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothingElseComesOfWrongBytes() {
        final byte[] whole = HexFormat.of().parseHex(WHOLE);
        final Random random = new Random(3);
        int unpacked = 0;
        for (int i = 0; i < INPUTS; i++) {
            final byte[] wrong = Arrays.copyOf(whole, whole.length - (random.nextInt(4) == 0 ? random.nextInt(40) : 0));
            for (int changes = random.nextInt(3); changes > 0; changes--) {
                wrong[random.nextInt(wrong.length)] = (byte) (random.nextBoolean() ? -1 : random.nextInt(256));
            }
            try {
                unpacked += unpack(wrong, 17 + random.nextInt(2) * 1000).length == 17 ? 1 : 0;
            } catch (final IllegalArgumentException e) {
                assertThat(e.getMessage()).doesNotContain("\n");
            }
        }
        assertThat(unpacked).isPositive();
    }
}
