package io.takt.hub.daemon;

import java.io.IOException;
import java.util.Map;

/**
 * What listens for child hubs of other hosts. The hub's thread tells them of T_c by itself, and takes what they tell of
 * their times while it waits awake.
 */
public interface ChildLinks extends AutoCloseable {
    /**
     * What was not taken.
     *
     * @param federate name of the child; empty where it is not known.
     * @param why      one word.
     */
    record Rejected(String federate, String why) {
    }

    /** By the hub's thread, while count-ups follow each other: tells the children that are to know how far T_c is. */
    void tell();

    /**
     * By the hub's thread, when it has nothing to do: tells the children what is due, and takes what they have told.
     * Does not wait.
     *
     * @return more than 0 when a child is further than was known.
     */
    int look();

    /**
     * By the hub's thread, when it is about to sleep: from now on another one takes what children tell, and rings.
     *
     * @return wall time in nanoseconds after which there is something to tell, and so the next {@link #look} is due.
     */
    long rest();

    /**
     * How often something was not taken; from any thread.
     *
     * @return a snapshot.
     */
    Map<Rejected, Long> rejected();

    @Override
    void close() throws IOException;
}
