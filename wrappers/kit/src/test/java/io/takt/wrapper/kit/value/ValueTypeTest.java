package io.takt.wrapper.kit.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.asset.message.Codec;
import io.takt.asset.message.ValueSpec;
import java.util.stream.Stream;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueTypeTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final MutableDirectBuffer buffer = new ExpandableArrayBuffer();

    private static JsonNode json(final String text) throws Exception {
        return JSON.readTree(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "json | {\"a\":[1,2.5,null,true],\"b\":\"ä\"}", "json | null", "json | 12345678901234567890",
        "text | \"two words\"", "text | \"\"", "double | 0.1", "double | \"NaN\"", "double | \"-Infinity\"",
        "doubles | [0.5,\"Infinity\",-3.0]", "doubles | []", "long | -9223372036854775808", "longs | [1,2,3]",
        "bytes | \"AAEC/w==\""})
    void comesBackAsItWas(final String word, final String value) throws Exception {
        final ValueType type = ValueType.of(word);
        final int length = type.write(json(value), buffer);
        assertThat(type.read(buffer, 0, length).toString()).isEqualTo(value);
    }

    @Test
    void bytesAreThoseOfTheCodecs() throws Exception {
        assertThat(Codec.doubles().decode(buffer, 0, ValueType.DOUBLES.write(json("[1, 2.5]"), buffer)))
            .containsExactly(1, 2.5);
        assertThat(Codec.oneDouble().decode(buffer, 0, ValueType.DOUBLE.write(json("3"), buffer))).isEqualTo(3);
        assertThat(Codec.oneLong().decode(buffer, 0, ValueType.LONG.write(json("-7"), buffer))).isEqualTo(-7);
        assertThat(Codec.longs().decode(buffer, 0, ValueType.LONGS.write(json("[4]"), buffer))).containsExactly(4);
        assertThat(Codec.text().decode(buffer, 0, ValueType.TEXT.write(json("\"é\""), buffer))).isEqualTo("é");
        assertThat(Codec.bytes().decode(buffer, 0, ValueType.BYTES.write(json("\"AAE=\""), buffer)))
            .containsExactly(0, 1);
    }

    /** Else the bytes, and with them the digest, would depend on the language that wrote them. */
    @Test
    void equalJsonIsEqualBytes() throws Exception {
        final int length = ValueType.JSON.write(json("{\"b\": 1, \"a\": {\"d\": 2, \"c\": 3}}"), buffer);
        assertThat(Codec.text().decode(buffer, 0, length)).isEqualTo("{\"a\":{\"c\":3,\"d\":2},\"b\":1}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "text | 3 | 3 is not a text", "double | \"x\" | \"x\" is not a number, nor",
        "double | [1] | [1] is not a number",
        "double | 1e999 | a number is larger than a double can be",
        "json | {\"a\":[1e999]} | a number is larger than a double can be",
        "doubles | 3 | 3 is not a list of numbers", "doubles | [1,null] | null is not a number",
        "long | 1.5 | 1.5 is not a whole number of 64 bits",
        "long | 9223372036854775808 | 9223372036854775808 is not a whole number",
        "longs | {} | {} is not a list of whole numbers", "bytes | \"&\" | \"&\" is no Base64"})
    void whatIsNoSuchValueIsToldInOneLine(final String word, final String value, final String message) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> ValueType.of(word).write(json(value), buffer))
            .withMessageContaining(message).withMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource({"json, 3", "double, 3", "doubles, 3", "long, 3", "longs, 3", "text, 3", "json, 0"})
    void bytesThatAreNoSuchValueAreToldInOneLine(final String word, final int length) {
        buffer.putBytes(0, new byte[] {(byte) 0xff, 2, 3});
        assertThatIllegalArgumentException().isThrownBy(() -> ValueType.of(word).read(buffer, 0, length))
            .withMessageNotContaining("\n");
    }

    @Test
    void aTextThatBeginsLikeJsonIsNoJson() {
        final int length = buffer.putStringWithoutLengthAscii(0, "12 apples");
        assertThatIllegalArgumentException().isThrownBy(() -> ValueType.JSON.read(buffer, 0, length))
            .withMessage("a message of 9 bytes is no JSON; name the type of the channel's values");
    }

    @Test
    void theConfigurationHasTheSameTypes() {
        assertThat(Stream.of(ValueType.values()).map(ValueType::word)).containsExactlyElementsOf(ValueSpec.TYPES);
    }
}
