package io.takt.mcap.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.mcap.file.McapReader.Message;
import io.takt.mcap.file.McapReader.Topic;
import io.takt.wrapper.kit.value.ValueType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecodingTest {
    private static final int INPUTS = Boolean.getBoolean("takt.slow") ? 10_000_000 : 50_000;

    private static String read(final String encoding, final String schema, final ValueType type, final byte[] bytes) {
        final Topic topic = new Topic("t", encoding, schema, Map.of());
        return Decoding.of(topic, type).read(new Message(0, 0, topic, bytes, 0, bytes.length), type).toString();
    }

    private static String json(final String text) {
        return read("json", "", ValueType.JSON, text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anExportedValueIsOutOfItsObject() {
        assertThat(json("{\"value\":[1.5]}")).isEqualTo("[1.5]");
        assertThat(json("{\"value\":1,\"a\":2}")).isEqualTo("{\"value\":1,\"a\":2}");
        assertThatThrownBy(() -> json("{")).hasMessage("a message of 1 bytes is no JSON");
        assertThatThrownBy(() -> json("")).hasMessage("a message of 0 bytes is no JSON");
    }

    /** By hand, from the rules of CDR: numbers at multiples of their size, counted from behind the header. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "std_msgs/msg/Float64 | double | 00010000 000000000000f83f | 1.5",
        "std_msgs/Float64 | double | 00000000 3ff8000000000000 | 1.5",
        "std_msgs/msg/Float32 | double | 00010000 0000c03f | 1.5",
        "std_msgs/msg/Float64 | double | 00010000 000000000000f87f | \"NaN\"",
        "std_msgs/msg/Bool | json | 00010000 01 | true",
        "std_msgs/msg/UInt8 | long | 00010000 ff | 255", "std_msgs/msg/Int8 | long | 00010000 ff | -1",
        "std_msgs/msg/UInt16 | long | 00010000 ffff | 65535", "std_msgs/msg/Int32 | long | 00010000 feffffff | -2",
        "std_msgs/msg/UInt32 | long | 00010000 feffffff | 4294967294",
        "std_msgs/msg/UInt64 | json | 00010000 ffffffffffffffff | 18446744073709551615",
        "std_msgs/msg/String | text | 00010000 03000000 613100 | \"a1\"",
        "std_msgs/msg/String | json | 00010000 04000000 5b315d00 | [1]",
        "std_msgs/msg/String | text | 00010000 04000000 5b315d00 | \"[1]\"",
        "std_msgs/msg/Float64MultiArray | doubles | 00010000 01000000 02000000 78000000 01000000 01000000 00000000 "
            + "01000000 00000000 000000000000f83f | [1.5]",
        "std_msgs/msg/UInt8MultiArray | bytes | 00010000 00000000 00000000 03000000 010203 | \"AQID\"",
        "std_msgs/msg/Int64MultiArray | longs | 00010000 00000000 00000000 00000000 | []"})
    void aMessageOfRos2IsItsData(final String schema, final String type, final String hex, final String expected) {
        final byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        assertThat(read("cdr", schema, ValueType.of(type), bytes)).isEqualTo(expected);
        for (int length = 0; length < bytes.length; length++) {
            final byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read("cdr", schema, ValueType.of(type), cut))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("bytes is too short for a ");
        }
    }

    /** Random bytes behind a header of CDR, and JSON with some wrong, have a value or are refused in a line. */
    @Test
    @Tag("long")
    void nothingElseComesOfWrongBytes() {
        final String[] schemas = {"String", "Bool", "Int16", "Float32", "UInt64", "Float64MultiArray",
            "UInt8MultiArray", "StringMultiArray", "Header"};
        final byte[] object = "{\"value\":[1.5,{\"a\":\"\\u00e9\"}]}".getBytes(StandardCharsets.UTF_8);
        final Random random = new Random(13);
        int values = 0;
        for (int i = 0; i < INPUTS; i++) {
            final boolean isJson = random.nextInt(4) == 0;
            final byte[] bytes = isJson ? object.clone() : new byte[random.nextInt(64)];
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = random.nextInt(isJson ? 20 : 3) == 0 ? (byte) random.nextInt() : bytes[at];
            }
            if (!isJson && bytes.length > 1 && random.nextInt(10) > 0) {
                bytes[0] = 0;
                bytes[1] = (byte) random.nextInt(2);
            }
            final ValueType type = ValueType.values()[random.nextInt(ValueType.values().length)];
            try {
                values += read(isJson ? "json" : "cdr", "std_msgs/msg/" + schemas[random.nextInt(schemas.length)], type,
                    bytes).length() > 0 ? 1 : 0;
            } catch (final IllegalArgumentException e) {
                assertThat(e.getMessage()).doesNotContain("\n");
            }
        }
        assertThat(values).isGreaterThan(INPUTS / 10);
    }

    @Test
    void otherMessagesAreBytesOrNothing() {
        assertThat(read("cdr", "sensor_msgs/msg/Imu", ValueType.BYTES, new byte[] {1, 2, 3})).isEqualTo("\"AQID\"");
        assertThat(read("cdr", "std_msgs/msg/Header", ValueType.BYTES, new byte[] {1, 2, 3})).isEqualTo("\"AQID\"");
        assertThat(Decoding.of(new Topic("t", "cdr", "sensor_msgs/msg/Imu", Map.of()), ValueType.JSON)).isNull();
        assertThatThrownBy(() -> read("cdr", "std_msgs/msg/Header", ValueType.JSON, new byte[8]))
            .hasMessage("std_msgs/msg/Header has no value that can be read");
        assertThatThrownBy(() -> read("cdr", "std_msgs/msg/Bool", ValueType.JSON, new byte[] {0, 7, 0, 0, 1}))
            .hasMessage("a message is in CDR of kind 7; 0 and 1 can be read");
    }
}
