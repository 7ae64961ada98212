/**
 * Checks for a user's tests: one finds in class files what would make events or predictors depend on anything but the
 * simulation, and needs ASM, which a program that only simulates does not; the other finds by random runs whether what
 * happens depends on the way to it.
 */
package io.takt.steward.check;
