/** What a recording is on the disk: its folder, and the records in its stream. */
package io.takt.recording.format;
