package io.takt.wrapper.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.wrapper.kit.WrapperException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {
    private static Answer answer(final byte[] line) throws IOException {
        final LineReader reader = new LineReader(new ByteArrayInputStream(line), 1_000_000);
        assertThat(reader.next()).isTrue();
        return Answer.read(reader);
    }

    private static Answer answer(final String line) throws IOException {
        return answer((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void allThatAProgramCanSay() throws IOException {
        final Answer all = answer("{\"messages\": [{\"channel\": \"angle\", \"value\": 0.3}, {\"channel\": \"name\","
            + " \"value\": null, \"stampNs\": 12}], \"reachedNs\": 20, \"stop\": \"landed\", \"error\": \"no fuel\"}");
        assertThat(all.messages()).hasSize(2);
        assertThat(all.messages().get(0).channel()).isEqualTo("angle");
        assertThat(all.messages().get(0).value().doubleValue()).isEqualTo(0.3);
        assertThat(all.messages().get(0).stampNs()).isNull();
        assertThat(all.messages().get(1).value().isNull()).isTrue();
        assertThat(all.messages().get(1).stampNs()).isEqualTo(12);
        assertThat(all.reachedNs()).isEqualTo(20);
        assertThat(all.stop()).isEqualTo("landed");
        assertThat(all.error()).isEqualTo("no fuel");
        assertThat(answer("{}")).isEqualTo(new Answer(List.of(), null, null, null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "hello | is no JSON, from column 1 on: 'hello'; an answer is one JSON object, and other text belongs to",
        "{} {} | is no JSON", "{\"a\" | is no JSON", "{\"stop\":\"a\",\"stop\":\"b\"} | ; an object has a field once",
        "NaN | JSON has no such number",
        "[] | an answer is a JSON object, and here it is []", "`` | an answer is a JSON object, and here it is nothing",
        "{\"mesages\":[]} | an answer has no field 'mesages'; there may be messages, reachedNs, stop, error",
        "{\"messages\":{}} | 'messages' is a list, and here it is {}",
        "{\"messages\":[3]} | a message is a JSON object, and here it is 3",
        "{\"messages\":[{\"value\":3}]} | a message has a channel and a value, and here is {\"value\":3}",
        "{\"messages\":[{\"channel\":\"a\"}]} | a message has a channel and a value",
        "{\"messages\":[{\"channel\":1,\"value\":3}]} | 'channel' is a text, and here it is 1",
        "{\"messages\":[{\"channel\":\"a\",\"value\":3,\"stampNs\":1.5}]} | 'stampNs' is a whole number of nanoseconds",
        "{\"reachedNs\":\"1\"} | 'reachedNs' is a whole number of nanoseconds, and here it is \"1\"",
        "{\"reachedNs\":1e30} | 'reachedNs' is a whole number of nanoseconds"})
    void whatIsNoAnswerIsToldInOneLine(final String line, final String message) {
        assertThatThrownBy(() -> answer(line)).isInstanceOf(WrapperException.class).hasMessageContaining(message)
            .message().startsWith("line 1 of the program's output").doesNotContain("\n");
    }

    @Test
    void bytesThatBeginLikeUtf32AreNoJson() {
        assertThatThrownBy(() -> answer(new byte[] {0, 0, 1, 0, '\n'})).isInstanceOf(WrapperException.class)
            .hasMessageStartingWith("line 1 of the program's output is no JSON: ");
    }

    @Property
    void anyBytesAreAnAnswerOrAreToldInOneLine(@ForAll final byte[] bytes) throws IOException {
        final byte[] line = new byte[bytes.length + 1];
        for (int i = 0; i < bytes.length; i++) {
            line[i] = bytes[i] == '\n' ? (byte) ' ' : bytes[i];
        }
        line[bytes.length] = '\n';
        try {
            assertThat(answer(line).messages()).isNotNull();
        } catch (final WrapperException e) {
            assertThat(e.getMessage()).startsWith("line 1 of the program's output");
        }
    }
}
