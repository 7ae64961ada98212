package io.takt.shm.clock;

import java.util.ArrayList;
import java.util.List;

/**
 * The counters of one asset in one epoch.
 *
 * @param time     T_i, written by the asset.
 * @param state    the asset's state, written by the hub.
 * @param retain   count-ups that did not move, written by the asset.
 * @param promises one for each channel that it sends, written by the asset.
 * @param digest   of what was delivered to it, written by the asset; null when it receives nothing.
 * @param next     how far its next step has to go, written by the asset; null unless it has whole steps.
 */
public record AssetClocks(Clock time, Clock state, Clock retain, List<Clock> promises, Clock digest, Clock next) {
    /** All of them that the asset writes. */
    List<Clock> own() {
        final List<Clock> own = new ArrayList<>(promises);
        own.add(time);
        own.add(retain);
        if (digest != null) {
            own.add(digest);
        }
        if (next != null) {
            own.add(next);
        }
        return own;
    }
}
