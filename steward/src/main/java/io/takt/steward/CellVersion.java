package io.takt.steward;

/**
 * A value that a cell was given.
 *
 * @param at    when.
 * @param value null if it was emptied.
 * @param <V>   of the cell's values.
 */
public record CellVersion<V>(ExtendedTime at, V value) {
}
