package io.takt.hub.daemon;

import java.io.IOException;
import java.util.Map;

/**
 * Listens for child hubs of other hosts. The hub's thread tells them of T_c by itself, and takes what they tell of
 * their times while it waits awake.
 */
public interface ChildLinks extends AutoCloseable {
    /**
     * The frames that were not taken.
     *
     * @param federate name of the child; empty where it is not known.
     * @param why      one word.
     */
    record Rejected(String federate, String why) {
    }

    /**
     * The clock's datagrams that a child has sent.
     *
     * @param sent     how many, at least: as those that came are numbered.
     * @param received how many of them have come.
     */
    record Frames(long sent, long received) {
    }

    /**
     * The counts of a hub's links to other hosts.
     *
     * @param rejected how often something was not taken at the port of child hubs.
     * @param frames   by the child's name.
     * @param ofParent how often something was not taken of what came as the parent's, by one word for why.
     */
    record Counts(Map<Rejected, Long> rejected, Map<String, Frames> frames, Map<String, Long> ofParent) {
        /** The counts of a hub without such links. */
        public static final Counts NONE = new Counts(Map.of(), Map.of(), Map.of());
    }

    /**
     * By the hub's thread, while count-ups follow each other and after the last one: tells the children that are to
     * know how far T_c is.
     */
    void tell();

    /**
     * By the hub's thread, when it has nothing to do: takes what children have told, until one is further; where
     * none has told anything, tells them what is due by wall time. Does not wait.
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

    /** {@return a snapshot of the counts; from any thread} */
    Counts counts();

    @Override
    void close() throws IOException;
}
