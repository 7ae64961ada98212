/**
 * Deterministic simulation whose past can be changed: an event can be inserted or removed at any time that is not
 * frozen, and only events that depended on it are redone.
 *
 * <p>A {@link io.takt.steward.Physics} lists the types of which a simulation is made. A
 * {@link io.takt.steward.Steward} runs it:
 *
 * <pre>
 *   Cell         a place for an immutable value that changes at moments; a handle, its values are in the steward
 *   Event        a change of cells, at an instant, by a Transaction that sees what was read and written
 *   Predictor    a pure function: what happens next to this cell, if nothing else happens? At most one Event;
 *                asked again when something is written that it has read, or as its Asking says
 *   fiat event   an event inserted from outside: by a user, or for a message of another simulator
 *   Snapshot     all cells at an instant; stays as it is while the simulation goes on
 * </pre>
 *
 * <p>The result of a steward is a function of the physics and its fiat events alone: not of the order in which they
 * were inserted and removed, of when the simulation was advanced, of which steward ran it, or of whether it was saved
 * and loaded meanwhile. {@link io.takt.steward.log.LogSteward} keeps the reads of every event and redoes only
 * affected ones. The module steward-test has a {@code ReplaySteward}, which goes back to a checkpoint and runs all
 * again, and is there to check it; an {@code AuditSteward}, which also finds types that break these rules; and a
 * {@code RetroactivityCheck}, which compares both over random runs of a user's physics. {@link
 * io.takt.steward.Synchrony} tells copies whether they are alike.
 *
 * <p>Events and predictors must be deterministic: they depend on nothing but their own immutable fields and what they
 * read through their transaction or forecast. {@code double} with {@code + - * / sqrt} is deterministic;
 * {@code Math.sin} and its like are not ({@link java.lang.StrictMath} is), nor is the order of hash sets and maps.
 */
package io.takt.steward;
