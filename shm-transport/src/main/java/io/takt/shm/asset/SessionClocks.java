package io.takt.shm.asset;

import io.takt.shm.clock.Clock;
import io.takt.shm.message.EndpointClocks;

/** The counters that a hub gives an asset in one epoch, and the time at which the asset starts in it. */
record SessionClocks(int number, Clock core, Clock time, Clock retain, Clock next, long startNs,
    AssetThread.Counters thread, EndpointClocks endpoint) {
}
