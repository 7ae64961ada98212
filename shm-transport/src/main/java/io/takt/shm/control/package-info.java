/**
 * The control socket's protocol: one JSON object a line, requests from assets and commands, replies and events from the
 * hub. {@code docs/reference/protocol.md} is its contract for other languages.
 */
package io.takt.shm.control;
