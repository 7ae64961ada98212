/**
 * Trees of hubs over the links that ship, on one thread.
 *
 * <p>The seam is the socket. {@code Gateway}, {@code LinkThread}, {@code Dial} and {@code Wire} get their sockets from
 * a {@link java.nio.channels.spi.SelectorProvider}, their wall clock, random numbers and loops from a {@code LinkHost};
 * so here they get {@link io.takt.proofs.links.Sockets} of a {@link io.takt.proofs.links.Network}, and their loops
 * are {@link io.takt.proofs.links.Task}s. All above is what ships: TLS with its handshake, the sealed datagrams,
 * sessions over several connections, mirrors of message logs, and on both sides the agent and the machine of a
 * {@link io.takt.proofs.links.Hub} with assets of the shipped runtime.
 *
 * <pre>
 *  World      one thing after the other: a turn of a loop, a line of a control socket; wall time that is counted
 *  Network    delays, loses, doubles, changes and reorders datagrams; delays, cuts and breaks connections (Weather)
 *  Sockets    a host's channels and selectors (Listener, Stream, Post, Selection), which never wait
 *  Hub        a process: memory (Counters), control socket (LocalSocket), agent, link, gateway
 *  Shape      what is run: hubs, assets, channels; Shapes draws them, and cuts a system into hubs
 *  Tree       a Shape in a World; Speaker is its assets, TreeJudge looks at all clocks after each turn
 *  Turmoil    faults, crashes, pauses and resets from outside, and then calm
 *  LinkChain  the two ends of each link of a chain without sockets, for all schedules up to a length
 * </pre>
 *
 * <p>A turn is not interrupted: package {@code agents} covers interruptions between two accesses to the memory of one
 * host. A selector here never waits within a turn; its loop has no other turn before something is ready.
 */
package io.takt.proofs.links;
