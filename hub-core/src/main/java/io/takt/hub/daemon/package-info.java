/** A running hub: the pure logic of {@code core} with a media driver, a control socket and a thread around it. */
package io.takt.hub.daemon;
