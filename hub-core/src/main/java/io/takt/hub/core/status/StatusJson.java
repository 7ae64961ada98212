package io.takt.hub.core.status;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.POJONode;
import io.takt.shm.control.Request;
import java.nio.charset.StandardCharsets;

/** A hub's status as it travels over the control socket. */
public final class StatusJson {
    /**
     * Most bytes of a hub and those below it: about two thousand hubs with short names. It travels in a line of the
     * control socket and in a frame of a link; both take 1 MiB, with what stands beside it.
     */
    public static final int MOST_TREE_BYTES = 1_000_000;

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
     * Writes a hub and those below it. Of a tree that is too large the deepest levels are left out.
     *
     * @param hub to write.
     * @return its JSON, of at most {@link #MOST_TREE_BYTES}.
     */
    public static JsonNode of(final HubNode hub) {
        JsonNode node = JSON.valueToTree(hub);
        for (int levels = hub.levels(); levels > 0 && isTooLarge(node); levels--) {
            node = JSON.valueToTree(hub.cut(levels - 1));
        }
        return node;
    }

    private static boolean isTooLarge(final JsonNode node) {
        return node.toString().getBytes(StandardCharsets.UTF_8).length > MOST_TREE_BYTES;
    }

    /**
     * Writes how a link stands.
     *
     * @param link to write.
     * @return its JSON.
     */
    public static JsonNode of(final HubNode.Link link) {
        return JSON.valueToTree(link);
    }

    /**
     * Reads what a child hub tells.
     *
     * @param node as of {@link #of(HubNode)}; null for nothing.
     * @return the hub; null for nothing.
     * @throws IllegalArgumentException when it is none.
     */
    public static HubNode readNode(final JsonNode node) {
        return node == null ? null : read(node, HubNode.class, "not a hub and those below it: ");
    }

    /**
     * Reads what a child hub tells, so that a thread which takes it later need not: there it is at hand.
     *
     * @param told as it has come.
     * @return the same, read.
     * @throws IllegalArgumentException when it is wrong.
     */
    public static Request.Subtree read(final Request.Subtree told) {
        return new Request.Subtree(told.id(), told.asset(), readyOf(readLink(told.link())),
            readyOf(readNode(told.hub())));
    }

    private static JsonNode readyOf(final Object what) {
        return what == null ? null : new POJONode(what);
    }

    /**
     * Reads how a link stands.
     *
     * @param node its JSON; null for nothing.
     * @return the link; null for nothing.
     * @throws IllegalArgumentException when it is none.
     */
    public static HubNode.Link readLink(final JsonNode node) {
        return node == null ? null : read(node, HubNode.Link.class, "not a link: ");
    }

    private static <T> T read(final JsonNode node, final Class<T> type, final String wrong) {
        try {
            return JSON.treeToValue(node, type);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException(wrong + e.getOriginalMessage(), e);
        }
    }

    /**
     * Reads a status.
     *
     * @param node as of {@link #of}.
     * @return the status.
     * @throws IllegalArgumentException when it is none, for instance of another version.
     */
    public static HubStatus read(final JsonNode node) {
        return read(node, HubStatus.class, "not a hub's status: ");
    }
}
