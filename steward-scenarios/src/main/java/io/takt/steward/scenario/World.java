package io.takt.steward.scenario;

import io.takt.steward.Cell;
import io.takt.steward.Physics;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import java.util.List;

/** A simulation that was set up by a seed: a physics, fiat events, and how to draw it. Immutable. */
public interface World {
    /**
     * The types of the simulation.
     *
     * @return the same types for worlds of the same scenario and number of bodies, but for those with a flaw; its
     *     chance may be that of the seed.
     */
    Physics physics();

    /**
     * The unit of time in which a person counts.
     *
     * @return ticks, at least 1.
     */
    long second();

    /**
     * The events that begin the simulation, and those that come from outside.
     *
     * @return to be inserted before it is advanced.
     */
    List<Input> inputs();

    /**
     * The events that are inserted when the simulation has come to its end, and so change its past.
     *
     * @return empty if the past is left alone.
     */
    List<Input> lateInputs();

    /**
     * A change of a kind that suits the scenario, such as a kick.
     *
     * @param time   when, in ticks.
     * @param body   the body that it hits, 0 to {@link #bodies} - 1.
     * @param number tells apart several of them.
     * @return not among the inputs.
     */
    Input change(long time, int body, int number);

    /**
     * How many bodies there are.
     *
     * @return at least 1.
     */
    int bodies();

    /**
     * Whose cell it is: an event concerns the bodies whose cells it writes.
     *
     * @param cell any.
     * @return 0 to {@link #bodies} - 1; -1 if it belongs to no body.
     */
    int bodyOf(Cell<?> cell);

    /**
     * The shapes to be drawn.
     *
     * @return in units of length of the world.
     */
    Arena arena();

    /**
     * How a body is drawn.
     *
     * @param steward  of the snapshot.
     * @param snapshot at or after the first input.
     * @param body     its number.
     * @return as it is at the snapshot's time.
     */
    Spot spot(Steward steward, Snapshot snapshot, int body);
}
