/**
 * Rule (b), which moves the core, and what can be told about a system of rules (a) and (b) before it starts.
 *
 * <p>Everything here is a pure function of its arguments: no state, no wall time, no I/O. {@link CoreRule} is what
 * the daemon runs; {@link Liveness} judges a configuration exactly (L2) and says the smallest changes that would make
 * it live.
 */
package io.takt.hub.rule;
