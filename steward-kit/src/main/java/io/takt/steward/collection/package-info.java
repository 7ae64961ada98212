/**
 * A map and a set that are values: immutable, in a stated order, and cheap to change, since a changed one shares nearly
 * all of what it was made from. Their inner structure depends on their contents alone, never on the history of
 * changes, and so does all that can be seen of them. They are put into cells.
 */
package io.takt.steward.collection;
