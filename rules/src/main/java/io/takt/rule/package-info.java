/**
 * The rules by which clocks count up, and the verdicts on a system of them before it starts.
 *
 * <p>Everything here is a pure function of its arguments, or a state that is given time and readings: no thread, no
 * wall time, no I/O. Rule (a) is {@link AssetRule}, kept by {@link AssetClock}; rule (b) is {@link CoreRule}; the gates
 * of messages are {@link GateRule}, and {@link LinkFate} says when a message is delivered, if ever. The daemon, the
 * asset's runtime, the proofs and the lab all run this code. {@link Liveness} judges a configuration exactly (L2) and
 * says the smallest changes that would make it live. {@link GateLiveness} does so where assets wait for each other's
 * messages (G1 to G3). {@link Report} is what a federate tells its parent, and {@link TreeLiveness} judges a whole tree
 * of {@link Federate}s (L3, L4).
 */
package io.takt.rule;
