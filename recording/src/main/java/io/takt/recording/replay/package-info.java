/** Plays a recording back: to assets that run once more, with what they send compared to what they had sent. */
package io.takt.recording.replay;
