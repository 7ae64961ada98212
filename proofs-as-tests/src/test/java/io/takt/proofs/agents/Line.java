package io.takt.proofs.agents;

/**
 * What one process tells another, over a socket.
 *
 * @param what a request, a reply or an event; or how the connection ends, in words.
 * @param seen what its sender had seen of the shared memory.
 */
record Line(Object what, int[] seen) {
}
