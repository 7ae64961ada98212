/** The commands {@code takt record} and {@code takt replay}. */
package io.takt.recording.command;
