/** The messages of an MCAP file as those of an asset. */
package io.takt.mcap.play;
