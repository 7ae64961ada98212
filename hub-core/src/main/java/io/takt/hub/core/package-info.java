/**
 * The hub's logic: one state machine that is given requests, readings and the time, and gives replies, events and
 * published clocks. No sockets, no threads, no wall clock of its own. Its data are in packages below, which know
 * nothing of it: {@code plan}, {@code event}, {@code status} and {@code world}.
 */
package io.takt.hub.core;
