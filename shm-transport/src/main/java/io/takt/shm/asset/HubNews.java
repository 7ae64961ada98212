package io.takt.shm.asset;

import io.takt.asset.HubState;
import io.takt.asset.RunEnd;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;

/** The latest that a hub has told of itself. Written in the {@link CommandBox} of the connection, read by any. */
final class HubNews {
    private volatile Reply.Joined joined;
    private volatile HubState state = HubState.WAITING;
    private volatile RunEnd end;

    void onJoined(final Reply.Joined newest) {
        joined = newest;
        if (newest.state() != null) {
            state = newest.state();
        }
    }

    /** Whether the run has ended with that. */
    boolean onState(final Event.State event, final long coreTimeNs) {
        state = event.state();
        if (state.isEnd()) {
            end = new RunEnd(state, event.reason() == null ? "no reason given" : event.reason(), coreTimeNs);
        }
        return state.isEnd();
    }

    /** The answer to the newest join; there is one, since only assets that have joined ask. */
    Reply.Joined joined() {
        return joined;
    }

    HubState state() {
        return state;
    }

    /** How the run has ended, or that it goes on without what asks. */
    RunEnd endOr(final String whyLeft, final long coreTimeNs) {
        final RunEnd ended = end;
        return ended != null ? ended : new RunEnd(state, whyLeft, coreTimeNs);
    }
}
