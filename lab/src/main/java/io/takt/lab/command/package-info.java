/** The commands {@code takt lab} and {@code takt tune}. */
package io.takt.lab.command;
