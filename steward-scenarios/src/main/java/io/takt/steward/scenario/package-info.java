/**
 * Simulations on the steward, each with its physics, its set-up by a seed, and the events that change its past:
 * philosophers that shake hands, circles that bounce softly, hard disks and spheres, PHOLD, robots with radios.
 */
package io.takt.steward.scenario;
