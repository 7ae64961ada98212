/**
 * The steward that goes back to a checkpoint and runs all again: as simple as can be, slow, and there to say what is
 * right. It shares with the other one nothing but types, ids and the order of instants. It can be audited: then it also
 * says who does what he may not.
 */
package io.takt.steward.replay;
