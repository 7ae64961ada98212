/** The parts of the world that a hub's machine is given: the files of joins, and readings of processes. */
package io.takt.hub.core.world;
