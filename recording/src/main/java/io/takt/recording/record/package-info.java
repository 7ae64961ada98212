/** Keeps a run: the companion of its hub, and the archive to which that writes. */
package io.takt.recording.record;
