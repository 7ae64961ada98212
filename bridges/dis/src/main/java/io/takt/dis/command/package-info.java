/** The command {@code takt dis}. */
package io.takt.dis.command;
