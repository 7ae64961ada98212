package io.takt.shm.asset;

import io.takt.rule.AssetClock;
import io.takt.shm.message.MessageEndpoint;

/**
 * How far a count-up may go that has no fixed end: by rule (a), as far as senders have published, and up to the next
 * delivery. In two parts, since between the two what has arrived is handed over.
 */
final class Reach {
    private final AssetClock clock;
    private final MessageEndpoint endpoint;

    /** The endpoint is null for an asset that neither sends nor receives. */
    Reach(final AssetClock clock, final MessageEndpoint endpoint) {
        this.clock = clock;
        this.endpoint = endpoint;
    }

    /** Before anything is handed over: what arrives later is not to be settled by this count-up. */
    long publishedNs(final long coreTimeNs) {
        final long reachNs = clock.reachNs(coreTimeNs);
        return endpoint == null ? reachNs : endpoint.publishedReachNs(reachNs);
    }

    /** After that. */
    long untilDeliveryNs(final long publishedNs) {
        return endpoint == null ? publishedNs : endpoint.untilDeliveryNs(clock.timeNs(), publishedNs);
    }
}
