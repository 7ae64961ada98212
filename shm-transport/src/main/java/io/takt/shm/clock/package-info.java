/**
 * Simulation clocks as Aeron counters: their layout, their allocation, how an asset and an observer reach them.
 */
package io.takt.shm.clock;
