package io.takt.conform;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.Set;

/** A line of the program on the control socket: whether it is a request as the protocol's page says. */
record Line(JsonNode json, String trouble) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final Set<String> NUMBERS = Set.of("id", "stepNs", "granularityNs", "intervalNs", "pid",
        "startTime", "doorbell", "timeNs", "seed");
    private static final Map<String, Set<String>> FIELDS = Map.of(
        "doorbell", Set.of(), "ready", Set.of("asset"), "reset-done", Set.of("asset"), "leave", Set.of("asset"),
        "fail", Set.of("asset", "reason", "damaged"), "report", Set.of("assets"), "status", Set.of(),
        "stop", Set.of("asset", "reason", "failed"),
        "join", Set.of("asset", "stepNs", "granularityNs", "wholeSteps", "canVary", "intervalNs", "pid", "startTime",
            "doorbell", "timeNs", "atCoreTime", "outputs", "inputs", "federate", "seed"));

    static Line of(final String text) {
        final JsonNode json;
        try {
            json = JSON.readTree(text);
        } catch (final JsonProcessingException e) {
            return new Line(JSON.createObjectNode(), "no JSON object: " + text);
        }
        if (!json.isObject()) {
            return new Line(JSON.createObjectNode(), "no JSON object: " + text);
        }
        return new Line(json, troubleOf(json, text));
    }

    private static String troubleOf(final JsonNode json, final String text) {
        final Set<String> fields = FIELDS.get(json.path("op").asText());
        if (fields == null) {
            return "the op " + json.path("op") + " in " + text;
        }
        if (json.path("id").asLong() < 0) {
            return "the id " + json.path("id") + " in " + text;
        }
        for (final Map.Entry<String, JsonNode> field : json.properties()) {
            final String name = field.getKey();
            if (!name.equals("op") && !name.equals("id") && !fields.contains(name)) {
                return "the field '" + name + "' in " + text;
            }
            if (NUMBERS.contains(name) && !field.getValue().isNull() && !(field.getValue().isIntegralNumber()
                && field.getValue().canConvertToLong())) {
                return "'" + name + "' is no whole number in " + text;
            }
        }
        return null;
    }

    String op() {
        return json.path("op").asText();
    }

    long id() {
        return json.path("id").asLong();
    }

    String asset() {
        return json.path("asset").asText();
    }
}
