package io.takt.proofs.agents;

/**
 * A line from one process to another, over a socket.
 *
 * @param what a request, a reply or an event; or how the connection ends, in words.
 * @param seen how far its sender had seen the shared memory.
 */
record Line(Object what, int[] seen) {
}
