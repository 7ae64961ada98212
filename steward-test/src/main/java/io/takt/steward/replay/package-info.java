/**
 * The steward that goes back to a checkpoint and runs all again: as simple as can be, slow, and there to say what is
 * right. It shares with the other one nothing but types, ids and the order of instants. It can be audited: then it also
 * names the type that breaks a rule.
 */
package io.takt.steward.replay;
