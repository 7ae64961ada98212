package io.takt.steward.asset;

import io.takt.asset.message.TypedOutput;
import io.takt.steward.EventRecord;
import java.util.function.Function;

/** A channel, and the messages that it makes of final events. */
record Sender<M>(TypedOutput<M> output, Function<EventRecord, M> mapping) {
    void send(final EventRecord event, final long stampNs) {
        final M value = mapping.apply(event);
        if (value != null) {
            output.send(value, stampNs);
        }
    }
}
