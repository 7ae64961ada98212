package io.takt.shm.message;

import io.takt.shm.control.Request;
import java.util.concurrent.atomic.AtomicLong;

/** How much was sent on a channel. Counted by the thread that sends, without a fence; read by any other. */
final class SentCount {
    private final String channel;
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    SentCount(final String channel) {
        this.channel = channel;
    }

    String channel() {
        return channel;
    }

    void add(final int length) {
        messages.setOpaque(messages.getPlain() + 1);
        bytes.setOpaque(bytes.getPlain() + length);
    }

    /** A message that is sent meanwhile may be in one number and not yet in the other. */
    Request.Sent get() {
        return new Request.Sent(channel, messages.getOpaque(), bytes.getOpaque());
    }
}
