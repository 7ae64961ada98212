package io.takt.hub.core.event;

import io.takt.hub.core.status.HubNode;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.List;

/** A message of a child hub to its parent. */
public sealed interface ToParent {
    /**
     * It wants to join, or to join again.
     *
     * @param timeNs what it has reported, when it goes on; null when it begins.
     */
    record Join(Long timeNs) implements ToParent {
    }

    /**
     * Its ends of what crosses the border are there; {@link ParentNews.Joined} has told those of the parent.
     *
     * @param up   logs of senders below, with the slots in which the parent reads.
     * @param down logs of senders above, which are to be written.
     */
    record Cross(List<Reply.CrossingLog> up, List<Reply.CrossingLog> down) implements ToParent {
    }

    /** All of its required assets are ready. */
    record Ready() implements ToParent {
    }

    /**
     * All simulators below it are back at their starts.
     *
     * @param epoch as of the {@link ParentNews.Reset} that is done; null when it has begun anew instead.
     */
    record ResetDone(Long epoch) implements ToParent {
    }

    /**
     * This hub says who it is, whenever a connection to a parent begins; told once, before all else.
     *
     * @param hubId random number of this process.
     */
    record Child(long hubId) implements ToParent {
    }

    /** Nothing below it can step any more, now that the parent's time stands for good. */
    record Settled() implements ToParent {
    }

    /**
     * How it stands.
     *
     * @param hub this hub, and those below.
     */
    record Subtree(HubNode hub) implements ToParent {
    }

    /** How the end of a child's run counts in its parent. */
    enum Ending {
        /** The child leaves, as an asset does. */
        LEAVES,
        /** The child is lost, as an asset whose simulator has failed. */
        FAILS,
        /** The run of the whole tree ends. */
        ENDS_RUN,
        /** The run of the whole tree fails. */
        FAILS_RUN
    }

    /**
     * Its run has ended by itself.
     *
     * @param ending how that counts.
     * @param reason one line.
     */
    record Ended(Ending ending, String reason) implements ToParent {
        /**
         * A request to the parent.
         *
         * @param id    of the request.
         * @param asset name of the child in its parent.
         * @return the request.
         */
        public Request request(final long id, final String asset) {
            return switch (ending) {
                case LEAVES -> new Request.Leave(id, asset);
                case FAILS -> new Request.Fail(id, asset, reason);
                case ENDS_RUN -> new Request.Stop(id, asset, reason, false);
                case FAILS_RUN -> new Request.Stop(id, asset, reason, true);
            };
        }
    }

    /**
     * A connection of this hub asks for something that is for the whole tree.
     *
     * @param connection that asks.
     * @param request    pause, resume, reset or stop.
     */
    record Forward(int connection, Request request) implements ToParent {
    }
}
