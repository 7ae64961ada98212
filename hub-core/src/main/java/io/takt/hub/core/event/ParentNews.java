package io.takt.hub.core.event;

import io.takt.asset.HubState;
import io.takt.hub.core.status.PageWay;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import java.util.List;

/** News of the parent for a child hub, in the order in which the parent has told them. */
public sealed interface ParentNews {
    /** The place that a hub has in its parent. */
    enum Place {
        /** It has asked for it, and goes on where it stands; its words from before may not have been heard. */
        GIVEN,
        /** Likewise, but it cannot go on: it is to put its simulators back to their starts. */
        ANEW,
        /** The parent has not lost it: all that either has said meanwhile has come, or is on its way. */
        KEPT;

        /**
         * The place that an answer gives.
         *
         * @param joined the parent's answer to a join.
         * @return the place.
         */
        public static Place of(final Reply.Joined joined) {
            return Boolean.TRUE.equals(joined.anew()) ? ANEW : GIVEN;
        }
    }

    /**
     * This hub has joined its parent as an asset; its clock there is in place.
     *
     * @param timeNs   from which this hub goes on: the parent's T_c, or where this hub stood before.
     * @param state    of the parent.
     * @param seed     of the whole tree's scenario.
     * @param crossing the channels that cross the border between the two; null for none.
     * @param place    that it has there.
     */
    record Joined(long timeNs, HubState state, long seed, Reply.Crossing crossing, Place place)
        implements ParentNews {
        /**
         * Nothing crosses.
         *
         * @param timeNs as above.
         * @param state  as above.
         * @param seed   as above.
         */
        public Joined(final long timeNs, final HubState state, final long seed) {
            this(timeNs, state, seed, null, Place.GIVEN);
        }

        /** {@return whether this hub is to put its simulators back to their starts} */
        public boolean isAnew() {
            return place == Place.ANEW;
        }
    }

    /**
     * The parent's state has changed.
     *
     * @param state  the new one.
     * @param reason of the run's end; null in every other state.
     */
    record State(HubState state, String reason) implements ParentNews {
    }

    /**
     * All simulators of this hub are to be put back to their starts.
     *
     * @param epoch of the parent that ends by it; null when the parent does not say.
     */
    record Reset(Long epoch) implements ParentNews {
    }

    /**
     * The hubs above this one are these; told before there is a place, too.
     *
     * @param hubs the parent first.
     */
    record Ancestry(List<Event.Ancestor> hubs) implements ParentNews {
    }

    /** All of the parent's are back; this hub's clock there is at 0 and in place. */
    record Clocks() implements ParentNews {
    }

    /** The parent's time stands for good; this hub is to say when nothing below it can step any more. */
    record Settling() implements ParentNews {
    }

    /**
     * The connection to the parent is gone, or could not be made.
     *
     * @param why one line for people.
     */
    record Away(String why) implements ParentNews {
    }

    /**
     * The parent has told where its page is.
     *
     * @param way to it from here.
     */
    record Page(PageWay way) implements ParentNews {
    }

    /** The parent wants to know how this hub stands, and those below. */
    record Reporting() implements ParentNews {
    }

    /**
     * The parent has been away for as long as the configuration allows.
     *
     * @param why one line for people.
     */
    record GivenUp(String why) implements ParentNews {
    }

    /**
     * The parent does not take this hub, and never will.
     *
     * @param why one line for people.
     */
    record Refused(String why) implements ParentNews {
    }

    /**
     * This hub has a place, and the channels that go with it cannot be carried between the two.
     *
     * @param why one line for people.
     */
    record Broken(String why) implements ParentNews {
    }

    /**
     * The answer to {@link ToParent.Forward}.
     *
     * @param connection that had asked.
     * @param id         of its request.
     * @param error      why not, in one line; null when it is done.
     */
    record Answered(int connection, long id, String error) implements ParentNews {
    }
}
