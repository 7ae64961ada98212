package io.takt.steward;

import java.util.List;
import java.util.function.LongConsumer;

/**
 * Runs a simulation whose past can be changed. For one thread, but for the snapshots that it gives out.
 *
 * <p>Times are base times in the unit of the simulation, any long but the greatest. A fiat event that is inserted or
 * removed in the past changes history from there; events that depended on it are redone in order of time when the
 * simulation is advanced next, or looked at. Each of {@link #advanceTo}, {@link #snapshot} and {@link #history} first
 * does all that is to be done up to the time that it names, so no caller sees a history that is half redone.
 */
public interface Steward extends Cells {
    /**
     * The types of this simulation.
     *
     * @return as given.
     */
    Physics physics();

    /**
     * Inserts a fiat event.
     *
     * @param time  when, not before {@link #frozenBefore}.
     * @param id    orders it among events of the same time and iteration 0; no two at one time may have the same.
     * @param event of a type that the physics has.
     */
    void insert(long time, Id id, Event event);

    /**
     * Inserts a fiat event with an id that is made from its type and content.
     *
     * @param time  when, not before {@link #frozenBefore}.
     * @param event of a type that the physics has; no other one of that time may be equal.
     */
    default void insert(final long time, final Event event) {
        insert(time, id(event), event);
    }

    /**
     * Removes a fiat event that was inserted without an id.
     *
     * @param time  when it was inserted, not before {@link #frozenBefore}.
     * @param event equal to it.
     */
    default void remove(final long time, final Event event) {
        remove(time, id(event));
    }

    private static Id id(final Event event) {
        final StateOutput out = new StateOutput();
        out.writeEvent(event);
        return out.digest();
    }

    /**
     * Removes a fiat event.
     *
     * @param time when it was inserted, not before {@link #frozenBefore}.
     * @param id   with which it was inserted.
     * @return the event.
     */
    Event remove(long time, Id id);

    /**
     * Does the earliest thing that is to be done: an event, for the first time or again, or a prediction that turned
     * out to be stale.
     *
     * @param until the greatest base time at which something is done.
     * @return false if there is nothing to be done up to then.
     */
    boolean step(long until);

    /**
     * Does all that is to be done up to a time, that time included.
     *
     * @param time a time that has been advanced to already does only what has changed since.
     */
    void advanceTo(long time);

    /**
     * How far the simulation has been advanced.
     *
     * @return the greatest base time of an event that was executed or that was given to {@link #advanceTo}; the
     *     smallest long before all of that.
     */
    long now();

    /**
     * Declares that nothing before a time changes any more. Never goes back.
     *
     * @param time at most one more than {@link #now}.
     */
    void freezeBefore(long time);

    /**
     * Before which time nothing can be inserted or removed.
     *
     * @return the smallest long if anything can.
     */
    long frozenBefore();

    /**
     * Drops the history before a time, and freezes it: snapshots and histories of it cannot be had any more. Those
     * that were taken stay.
     *
     * @param time at most one more than {@link #now}.
     */
    void forgetBefore(long time);

    /**
     * Before which time there is no history.
     *
     * @return the smallest long if there is all.
     */
    long forgottenBefore();

    /**
     * The simulation after all events of a time and before those of later ones. Advances to it, if need be. Taking
     * it costs the same whatever the size of the simulation; of the past, it may cost more the more came since. It must
     * be closed.
     *
     * @param time not before {@link #forgottenBefore} - 1.
     * @return for any one thread; stays as it is whatever is done with this steward.
     */
    Snapshot snapshot(long time);

    /**
     * The value of one cell after all events of a time. Advances to it, if need be.
     *
     * @param <V>  of its values.
     * @param cell of this steward.
     * @param time not before {@link #forgottenBefore} - 1.
     * @return null if it held nothing.
     */
    default <V> V get(final Cell<V> cell, final long time) {
        try (Snapshot then = snapshot(time)) {
            return then.get(cell);
        }
    }

    /**
     * The values that were written to one cell, in order; each stayed until the next. Advances to the end of it, if
     * need be.
     *
     * @param <V>  of its values.
     * @param cell of this steward.
     * @param from the first base time, not before {@link #forgottenBefore}; {@link #get} tells the value that the cell
     *      held until then.
     * @param to   the last base time.
     * @return one value for each event that wrote the cell, the same ones, too.
     */
    <V> List<CellVersion<V>> history(Cell<V> cell, long from, long to);

    /**
     * The events, in order. Advances to the end of it, if need be.
     *
     * @param from the first base time, not before {@link #forgottenBefore}.
     * @param to   the last base time.
     * @return every event with what it read and wrote.
     */
    List<EventRecord> history(long from, long to);

    /**
     * A digest of what happened, the same in every copy in which the same happened. Advances to the end of it, if
     * need be.
     *
     * @param from the first base time, not before {@link #forgottenBefore}.
     * @param to   the last base time.
     * @return of every event's instant, content and writes.
     */
    default Id digest(final long from, final long to) {
        final StateOutput out = new StateOutput();
        for (final EventRecord event : history(from, to)) {
            event.write(out);
        }
        return out.digest();
    }

    /**
     * Whether there is a history that can be asked for and changed.
     *
     * @return always the same.
     */
    default boolean keepsHistory() {
        return true;
    }

    /**
     * Has a listener told whenever history changes: the base time of every event that happens, does not happen any
     * more, is another one or writes something else. Forgetting is no change.
     *
     * @param listener called at once, perhaps more than once for an event, while work is going on: it must not use the
     *                 steward, nor throw. If it does, that is a {@link StewardException} when the steward is advanced,
     *                 after the event; nothing is lost, and it is told of other changes.
     */
    void onChange(LongConsumer listener);

    /**
     * Its cost so far.
     *
     * @return as of now.
     */
    Statistics statistics();
}
