package io.takt.steward.scenario;

/**
 * The part of a world that is drawn. Immutable.
 *
 * @param left     least x.
 * @param bottom   least y.
 * @param side     of the square, more than 0.
 * @param periodic whether what leaves on one side comes in on the other.
 */
public record Arena(double left, double bottom, double side, boolean periodic) {
}
