/**
 * The {@code takt} command. Every subcommand is a {@link io.takt.hub.command.TaktCommand} that the service loader
 * finds, so other modules bring their own without this one knowing them.
 */
package io.takt.hub.command;
