/**
 * The steward to use: {@link io.takt.steward.log.LogSteward}. Its log has all that was done, turn by turn; a change in
 * the past undoes turns, and does them again, or others.
 */
package io.takt.steward.log;
