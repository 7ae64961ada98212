/** The asset between a hub and an exercise, and its parts, none of which touches a socket. */
package io.takt.dis.gateway;
