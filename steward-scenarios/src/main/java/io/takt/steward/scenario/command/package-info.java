/** The command {@code takt steward}. */
package io.takt.steward.scenario.command;
