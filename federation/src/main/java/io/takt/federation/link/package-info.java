/** The clocks and lines that two hubs tell each other over a network that delays, loses, doubles and reorders. */
package io.takt.federation.link;
