/** From the messages of a recording to those of an MCAP file. */
package io.takt.mcap.export;
