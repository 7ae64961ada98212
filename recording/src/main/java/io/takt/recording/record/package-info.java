/** Keeps a run: what goes along with it, and the archive that it writes to. */
package io.takt.recording.record;
