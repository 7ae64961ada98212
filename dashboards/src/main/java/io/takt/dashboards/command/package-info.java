/** The command {@code takt dashboards}. */
package io.takt.dashboards.command;
