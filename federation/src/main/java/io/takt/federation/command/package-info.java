/** Commands for links between hubs. */
package io.takt.federation.command;
