package io.takt.hub.daemon;

import java.io.IOException;
import java.util.Map;

/** What listens for child hubs of other hosts. */
public interface ChildLinks extends AutoCloseable {
    /**
     * What was not taken.
     *
     * @param federate name of the child; empty where it is not known.
     * @param why      one word.
     */
    record Rejected(String federate, String why) {
    }

    /**
     * How often something was not taken; from any thread.
     *
     * @return a snapshot.
     */
    Map<Rejected, Long> rejected();

    @Override
    void close() throws IOException;
}
