/** Dead reckoning: where an entity is between two of its states, and when the next one is due. Pure. */
package io.takt.dis.reckoning;
