package io.takt.steward;

/**
 * The least time after which one event can matter to another, for a physics in which news has a greatest speed. Events
 * that are far enough apart can then be run at the same time, and their results hold.
 *
 * <p>It must keep the triangle inequality: from one event to another over a third, that happens in between anywhere, it
 * takes at least as long as from the one to the other directly. A greatest speed of bodies alone is not enough, as news
 * goes through bodies that touch each other at once. The predictions that an event asks for belong to its effect; and
 * if the event is stale, the new prediction of its predictor, at that instant.
 *
 * <p>If the delay depends on places, let events say where they happen. Called by the steward's own thread, often: for
 * each event that comes up with many of those that come up before it.
 */
@FunctionalInterface
public interface PropagationDelay {
    /**
     * The least time between two events of which the first matters to the second.
     *
     * @param cause  comes up first.
     * @param effect comes up at the same time or later.
     * @return in the unit of the simulation, 0 or more; 0 where it may matter at once.
     */
    long ticks(Event cause, Event effect);
}
