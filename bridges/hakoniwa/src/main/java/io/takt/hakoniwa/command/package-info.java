/** The command takt import hakoniwa. */
package io.takt.hakoniwa.command;
