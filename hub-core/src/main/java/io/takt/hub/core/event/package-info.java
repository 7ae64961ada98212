/** The input and output of a hub's machine as data: commands, events, and the losses of which they tell. */
package io.takt.hub.core.event;
