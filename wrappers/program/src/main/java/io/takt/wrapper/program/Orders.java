package io.takt.wrapper.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.asset.message.Message;
import java.util.List;

/**
 * Makes the orders for the program. A message becomes JSON when it is handed over, for its bytes are gone afterwards,
 * and stands in the step that begins next.
 */
final class Orders {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ArrayNode messages = NODES.arrayNode();

    void add(final Message message, final JsonNode value) {
        messages.addObject().put("channel", message.channel()).put("sender", message.sender())
            .put("stampNs", message.stampNs()).put("deliveryNs", message.deliveryNs())
            .set("value", value);
    }

    ObjectNode start(final String asset, final long timeNs, final long seed, final List<String> sends,
        final List<String> receives) {
        messages = NODES.arrayNode();
        final ObjectNode order = NODES.objectNode().put("order", "start").put("asset", asset).put("timeNs", timeNs)
            .put("seed", seed);
        sends.forEach(order.putArray("sends")::add);
        receives.forEach(order.putArray("receives")::add);
        return order;
    }

    ObjectNode step(final long fromNs, final long toNs) {
        final ArrayNode due = messages;
        messages = NODES.arrayNode();
        final ObjectNode order = NODES.objectNode().put("order", "step").put("fromNs", fromNs).put("toNs", toNs);
        order.set("messages", due);
        return order;
    }

    static ObjectNode stop(final String why) {
        return NODES.objectNode().put("order", "stop").put("why", why);
    }
}
