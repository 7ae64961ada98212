package io.takt.shm.asset;

import io.takt.asset.Asset;
import io.takt.asset.JoinedAsset;

/**
 * A word to a session, from the connection to the thread that drives the session; see {@link AssetThread#post}. The
 * commands of one connection are taken in the order in which they were posted.
 */
sealed interface SessionCommand {
    /** The thread drives the session from now on; the first command of a session that sends or receives. */
    record Drive() implements SessionCommand {
    }

    /** The run begins anew: the simulator is to go back to its start. */
    record Reset() implements SessionCommand {
    }

    /** Clocks of a new epoch of the hub, or those of a hub that has taken up the session after a {@link Detach}. */
    record Clocks(SessionClocks fresh) implements SessionCommand {
    }

    /** The hub is gone: its clocks are void, and so is all that it had ordered before. */
    record Detach() implements SessionCommand {
    }

    /** No more turns. {@link SessionStatus#ended()} says why, from the moment at which this was posted. */
    record End() implements SessionCommand {
    }

    /** The session is that of a callback asset, which is to be called from now on. */
    record Host(Asset asset, JoinedAsset handle) implements SessionCommand {
    }
}
