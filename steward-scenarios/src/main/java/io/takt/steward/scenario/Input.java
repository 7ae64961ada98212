package io.takt.steward.scenario;

import io.takt.steward.Event;
import io.takt.steward.Id;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
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

    /**
     * Writes it, to be sent to another copy.
     *
     * @param out takes it.
     */
    public void write(final StateOutput out) {
        out.writeLong(time);
        out.writeId(id);
        out.writeEvent(event);
    }

    /**
     * Reads what another copy wrote.
     *
     * @param in has it, for the physics and the steward of this copy.
     * @return equal, for this copy.
     */
    public static Input read(final StateInput in) {
        final long time = in.readLong();
        final Id id = in.readId();
        return new Input(time, id, in.readEvent());
    }
}
