package io.takt.hub.core.status;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A hub's status as it travels over the control socket. */
public final class StatusJson {
    /** A command passes over what a later hub says. */
    private static final ObjectMapper JSON =
        new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private StatusJson() {
    }

    /**
     * Writes a status.
     *
     * @param status of a hub.
     * @return its JSON.
     */
    public static JsonNode of(final HubStatus status) {
        return JSON.valueToTree(status);
    }

    /**
     * Reads a status.
     *
     * @param node as of {@link #of}.
     * @return the status.
     * @throws IllegalArgumentException when it is none, for instance of another version.
     */
    public static HubStatus read(final JsonNode node) {
        try {
            return JSON.treeToValue(node, HubStatus.class);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("not a hub's status: " + e.getOriginalMessage(), e);
        }
    }
}
