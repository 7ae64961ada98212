package io.takt.shm.message;

import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.Reply;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The counters of an asset that sends or receives, at one hub and in one epoch.
 *
 * @param digest   of what was delivered; null when the asset receives nothing.
 * @param promises by channel, of those that the asset sends.
 */
public record EndpointClocks(Clock digest, Map<String, Clock> promises) {
    /**
     * The counters that a hub has told.
     *
     * @param messages as told; null when the asset neither sends nor receives.
     * @param file     in which they are.
     * @return null for null.
     */
    public static EndpointClocks of(final Reply.Messages messages, final ClockFile file) {
        if (messages == null) {
            return null;
        }
        final Map<String, Clock> promises = new LinkedHashMap<>();
        messages.outputs().forEach(output -> promises.put(output.channel(), file.clock(output.frontierCounter())));
        return new EndpointClocks(messages.digestCounter() < 0 ? null : file.clock(messages.digestCounter()), promises);
    }
}
