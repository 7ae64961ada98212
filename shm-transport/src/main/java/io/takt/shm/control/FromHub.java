package io.takt.shm.control;

/** A line that a hub writes: a {@link Reply} or an {@link Event}. */
public sealed interface FromHub permits Reply, Event {
}
