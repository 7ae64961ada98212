package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.takt.asset.message.Codec;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JacksonCodecsTest {
    private final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer();

    record Leg(String to, double speed) {
    }

    record Route(List<Leg> legs, long id) {
    }

    private String written(final Codec<Route> codec, final Route route) {
        return bytes.getStringWithoutLengthUtf8(0, codec.encode(route, bytes));
    }

    private Route read(final String json) {
        final byte[] utf8 = json.getBytes(StandardCharsets.UTF_8);
        bytes.putBytes(0, utf8);
        return Codec.json(Route.class).decode(bytes, 0, utf8.length);
    }

    @Test
    void recordsComeBackAndFieldsStandInOrder() {
        final Route route = new Route(List.of(new Leg("m\u00fchle", 0.1)), 7);
        assertThat(written(Codec.json(Route.class), route))
            .isEqualTo("{\"id\":7,\"legs\":[{\"speed\":0.1,\"to\":\"m\u00fchle\"}]}");
        assertThat(read(written(Codec.json(Route.class), route))).isEqualTo(route);
        assertThat(read("{\"id\":3,\"later\":1}")).isEqualTo(new Route(null, 3));
    }

    @Test
    @SuppressWarnings({"rawtypes", "unchecked"})
    void equalMapsAreEqualBytes() {
        final Codec<Map> maps = Codec.json(Map.class);
        final Map<String, Integer> one = new LinkedHashMap<>();
        one.put("b", 2);
        one.put("a", 1);
        assertThat(bytes.getStringWithoutLengthUtf8(0, maps.encode(one, bytes))).isEqualTo("{\"a\":1,\"b\":2}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "nope", "{\"id\":\"x\"}", "[]", "{\"id\":1}{}",
        "{\"legs\":[{\"speed\":[]}]}", "\u0000", "\u0000\u0000\u0001\u0000"})
    void anUnreadableTextIsReportedInOneLineWithoutALibrarysWords(final String json) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(json)).satisfies(e ->
            assertThat(e.getMessage()).doesNotContain("\n", "jackson", "Json", "java.", "io.takt").contains("JSON"));
    }

    @Test
    void itSaysWhere() {
        assertThatIllegalArgumentException().isThrownBy(() -> read("{\"legs\":[{\"speed\":\"x\"}]}"))
            .withMessage("JSON of 24 bytes does not fit Route: at legs.0.speed");
        assertThatIllegalArgumentException().isThrownBy(() -> read("{\"id\": nope}"))
            .withMessageStartingWith("a message of 12 bytes is no JSON, from column ");
        final Codec<Object> any = Codec.json(Object.class);
        assertThatIllegalArgumentException().isThrownBy(() -> any.encode(new Object(), bytes))
            .withMessage("a Object cannot be written as JSON");
    }
}
