/** The hub's end of the control socket. */
package io.takt.hub.control;
