/**
 * A federate in simulated wall time, moved by the shipped rules and by nothing else. Pure: wall time is a number that
 * jumps from one count-up to the next, and all that is random comes from a seed. Simulation time and wall time are in
 * any unit that the caller likes, each its own; the rules only compare and subtract.
 */
package io.takt.lab.sim;
