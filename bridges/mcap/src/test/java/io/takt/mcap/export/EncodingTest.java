package io.takt.mcap.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.takt.wrapper.kit.value.ValueType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

class EncodingTest {
    private static byte[] message(final ValueType type, final String json) throws Exception {
        final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        final int length = type.write(JsonMapper.builder().build().readTree(json), buffer);
        return Arrays.copyOf(buffer.byteArray(), length);
    }

    private static String json(final ValueType type, final String value) throws Exception {
        return new String(Encoding.JSON.message(type, message(type, value)), StandardCharsets.UTF_8);
    }

    private static String cdr(final ValueType type, final String value) throws Exception {
        return HexFormat.of().formatHex(Encoding.ROS2.message(type, message(type, value)));
    }

    @Test
    void jsonIsAnObject() throws Exception {
        assertThat(json(ValueType.JSON, "{\"b\":1,\"a\":[]}")).isEqualTo("{\"a\":[],\"b\":1}");
        assertThat(json(ValueType.JSON, "[1]")).isEqualTo("{\"value\":[1]}");
        assertThat(json(ValueType.TEXT, "\"ä\"")).isEqualTo("{\"value\":\"ä\"}");
        assertThat(json(ValueType.DOUBLES, "[1.5,\"NaN\"]")).isEqualTo("{\"value\":[1.5,\"NaN\"]}");
        assertThat(json(ValueType.LONG, "9223372036854775807")).isEqualTo("{\"value\":9223372036854775807}");
    }

    /** By hand, from the rules of CDR: numbers at multiples of their size, counted from behind the header. */
    @Test
    void messagesOfRos2AreInCdr() throws Exception {
        assertThat(cdr(ValueType.TEXT, "\"ab\"")).isEqualTo("00010000" + "03000000" + "616200");
        assertThat(cdr(ValueType.DOUBLE, "1.5")).isEqualTo("00010000" + "000000000000f83f");
        assertThat(cdr(ValueType.LONG, "-2")).isEqualTo("00010000" + "feffffffffffffff");
        assertThat(cdr(ValueType.DOUBLES, "[1.5]"))
            .isEqualTo("00010000" + "00000000" + "00000000" + "01000000" + "00000000" + "000000000000f83f");
        assertThat(cdr(ValueType.LONGS, "[]")).isEqualTo("00010000" + "00000000" + "00000000" + "00000000");
        assertThat(cdr(ValueType.BYTES, "\"AQI=\""))
            .isEqualTo("00010000" + "00000000" + "00000000" + "02000000" + "0102");
    }

    @Test
    void schemasOfJsonAreJson() throws Exception {
        for (final ValueType type : ValueType.values()) {
            final JsonNode schema = JsonMapper.builder().build().readTree(Encoding.JSON.schema(type));
            assertThat(schema.get("type").textValue()).isEqualTo("object");
        }
    }

    @Test
    void topicsOfRos2HaveItsLetters() {
        assertThat(Encoding.ROS2.topic("site-a/drone", "1st.pos")).isEqualTo("/site_a/drone/_1st_pos");
        assertThat(Encoding.JSON.topic("site-a/drone", "pos")).isEqualTo("site-a/drone/pos");
    }

    @Test
    void bytesOfAnotherTypeAreRefused() {
        assertThatThrownBy(() -> Encoding.JSON.message(ValueType.JSON, new byte[8]))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("8 bytes is no JSON");
        assertThatThrownBy(() -> Encoding.ROS2.message(ValueType.DOUBLE, new byte[7]))
            .isInstanceOf(IllegalArgumentException.class);
    }
}
