package io.takt.steward.scenario;

/**
 * How a body is drawn. Immutable.
 *
 * @param x      of its middle, in units of length of the world.
 * @param y      of its middle.
 * @param radius more than 0.
 * @param ring   radius of a circle around it, such as the range of a radio that sends; 0 for none.
 * @param shade  0 to 1: a state that is shown as colour.
 */
public record Spot(double x, double y, double radius, double ring, double shade) {
}
