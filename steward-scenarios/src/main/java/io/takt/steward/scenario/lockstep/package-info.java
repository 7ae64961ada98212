/**
 * Copies of one simulation that stay alike without waiting for one another: each goes on with its own inputs at once,
 * inserts those of the others at the time at which they were made, whenever they come, and redoes what depended on
 * them. Digests of what can no longer change tell whether all are alike.
 */
package io.takt.steward.scenario.lockstep;
