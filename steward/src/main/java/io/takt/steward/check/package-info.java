/**
 * A check for a user's tests: finds in class files what would make events or predictors depend on anything but the
 * simulation. It needs ASM, which a program that only simulates does not.
 */
package io.takt.steward.check;
