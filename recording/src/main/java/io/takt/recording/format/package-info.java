/** A recording on the disk: its folder, and the records in its stream. */
package io.takt.recording.format;
