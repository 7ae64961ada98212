package io.takt.shm.message;

import io.takt.shm.control.Request;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much was sent on a channel, and up to which stamp. Counted by the thread that sends, without a fence; read by any
 * other.
 */
final class SentCount {
    private static final long NONE = -1;

    private final String channel;
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong latestNs = new AtomicLong(NONE);

    SentCount(final String channel) {
        this.channel = channel;
    }

    String channel() {
        return channel;
    }

    void add(final int length, final long stampNs) {
        messages.setOpaque(messages.getPlain() + 1);
        bytes.setOpaque(bytes.getPlain() + length);
        if (stampNs > latestNs.getPlain()) {
            latestNs.setOpaque(stampNs);
        }
    }

    /** Stamps begin anew; all else is counted on. */
    void beginEpoch() {
        latestNs.setOpaque(NONE);
    }

    /** A message that is sent meanwhile may be in one number and not yet in the other. */
    Request.Sent get() {
        final long newestNs = latestNs.getOpaque();
        return new Request.Sent(channel, messages.getOpaque(), bytes.getOpaque(), newestNs == NONE ? null : newestNs);
    }
}
