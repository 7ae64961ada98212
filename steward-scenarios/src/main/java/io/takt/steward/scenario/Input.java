package io.takt.steward.scenario;

import io.takt.steward.Event;
import io.takt.steward.Id;
import io.takt.steward.Steward;

/**
 * A fiat event and when it happens. Immutable.
 *
 * @param time  in ticks of the world.
 * @param id    orders it among fiat events of the same time, and names it there.
 * @param event what happens.
 */
public record Input(long time, Id id, Event event) {
    /**
     * Inserts it.
     *
     * @param steward with the physics of the same world.
     */
    public void insertInto(final Steward steward) {
        steward.insert(time, id, event);
    }

    /**
     * Takes it back.
     *
     * @param steward into which it was inserted.
     */
    public void removeFrom(final Steward steward) {
        steward.remove(time, id);
    }
}
