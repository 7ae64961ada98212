/** MCAP files, as far as they are written and read here. */
package io.takt.mcap.file;
