/** The commands {@code takt export} and {@code takt import}. */
package io.takt.mcap.command;
