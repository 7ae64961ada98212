/**
 * Rule (b), which moves the core, and what can be told about a system of rules (a) and (b) before it starts.
 *
 * <p>Everything here is a pure function of its arguments: no state, no wall time, no I/O. {@link CoreRule} is what
 * the daemon runs; {@link Liveness} judges a configuration exactly (L2) and says the smallest changes that would make
 * it live. {@link GateLiveness} does so where assets wait for each other's messages (G1 to G3). {@link Report} is what
 * a federate tells its parent, and {@link TreeLiveness} judges a whole tree of {@link Federate}s (L3, L4).
 */
package io.takt.hub.rule;
