/** The exercise on a network: UDP by multicast, broadcast or unicast. */
package io.takt.dis.net;
