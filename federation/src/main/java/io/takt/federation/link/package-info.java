/** What two hubs tell each other of their clocks over a network that delays, loses, doubles and reorders. */
package io.takt.federation.link;
