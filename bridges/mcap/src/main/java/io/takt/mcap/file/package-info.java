/** MCAP files, as far as they are written here. */
package io.takt.mcap.file;
