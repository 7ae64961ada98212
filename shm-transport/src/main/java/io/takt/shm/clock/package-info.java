/**
 * Simulation clocks as Aeron counters: their layout, who allocates them, how an asset and an observer reach them.
 */
package io.takt.shm.clock;
