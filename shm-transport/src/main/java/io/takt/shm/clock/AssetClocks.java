package io.takt.shm.clock;

/**
 * The counters of one asset in one epoch.
 *
 * @param time   T_i, written by the asset.
 * @param state  the asset's state, written by the hub.
 * @param retain count-ups that did not move, written by the asset.
 */
public record AssetClocks(Clock time, Clock state, Clock retain) {
}
