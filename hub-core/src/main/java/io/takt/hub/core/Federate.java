package io.takt.hub.core;

import io.takt.hub.core.plan.HubPlan;

/**
 * A core with its assets: the state of a run that all parts of the machine share. Owned by the hub's thread.
 *
 * @param plan    what the configuration says.
 * @param epoch   the number of the run, and its counters.
 * @param core    T_c.
 * @param members the assets.
 * @param links   by which they send to each other.
 * @param events  what the hub has to say.
 */
record Federate(HubPlan plan, Epoch epoch, Core core, Members members, Links links, Events events) {
}
