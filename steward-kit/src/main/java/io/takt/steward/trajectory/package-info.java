/**
 * Where things are at any time, and exactly when they meet. A trajectory is a polynomial of time, of degree 2 at most
 * in each dimension, from an origin of its own; reading it never changes that origin. The integer profile is exact:
 * its searches give the very tick that trying all ticks would give. The double profile gives the first double at which
 * the exact polynomial does what was asked, certified, with {@code + - * / sqrt} alone, and so the same on every
 * machine.
 */
package io.takt.steward.trajectory;
