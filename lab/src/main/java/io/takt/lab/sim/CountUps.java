package io.takt.lab.sim;

/** Sees every attempt of a simulation, in the order in which they are made. */
@FunctionalInterface
public interface CountUps {
    /** Looks at nothing. */
    CountUps UNSEEN = (wall, party, time, progressed) -> {
    };

    /**
     * A party has tried to count up.
     *
     * @param wall       when.
     * @param party      the number of the asset, or how many assets there are for the core.
     * @param time       where its clock stands now.
     * @param progressed whether the attempt moved it.
     */
    void countedUp(long wall, int party, long time, boolean progressed);
}
