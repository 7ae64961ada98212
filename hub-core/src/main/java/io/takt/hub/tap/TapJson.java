package io.takt.hub.tap;

import io.takt.hub.tap.TapEvent.Delivered;
import io.takt.hub.tap.TapEvent.Missed;
import io.takt.hub.tap.TapEvent.Sent;
import io.takt.hub.tap.TapEvent.Voided;
import java.util.LinkedHashMap;
import java.util.Map;

/** Events as programs read them: an object each. The writer of the object puts bytes into base64. */
public final class TapJson {
    private TapJson() {
    }

    /**
     * An event as an object.
     *
     * @param event any.
     * @return its fields, in order.
     */
    public static Map<String, Object> of(final TapEvent event) {
        final Map<String, Object> object = new LinkedHashMap<>();
        if (event instanceof Sent sent) {
            begin(object, "sent", sent.channel(), sent.sender());
            object.put("sequence", sent.sequence());
            object.put("stampNs", sent.stampNs());
            object.put("size", sent.size());
            object.put("bytes", sent.bytes());
        } else if (event instanceof Delivered got) {
            final Sent sent = got.message();
            begin(object, "delivered", got.channel(), got.sender());
            object.put("receiver", got.receiver());
            object.put("sequence", got.sequence());
            object.put("stampNs", sent == null ? null : sent.stampNs());
            object.put("deliveryNs", got.deliveryNs());
            object.put("stepEndNs", got.stepEndNs() == 0 ? null : got.stepEndNs());
            object.put("size", sent == null ? null : sent.size());
            object.put("bytes", sent == null ? null : sent.bytes());
        } else {
            object.put("event", event instanceof Voided ? "void" : event instanceof Missed ? "missed" : "reset");
            object.put("asset", event.asset());
            if (event instanceof Voided voided) {
                object.put("timeNs", voided.timeNs());
            } else if (event instanceof Missed missed) {
                object.put("messages", missed.messages());
            }
        }
        return object;
    }

    private static void begin(final Map<String, Object> object, final String event, final String channel,
        final String sender) {
        object.put("event", event);
        object.put("name", TapFilter.fullName(channel, sender));
        object.put("channel", channel);
        object.put("sender", sender);
    }
}
