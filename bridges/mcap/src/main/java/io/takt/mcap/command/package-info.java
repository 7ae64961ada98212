/** The command {@code takt export}. */
package io.takt.mcap.command;
