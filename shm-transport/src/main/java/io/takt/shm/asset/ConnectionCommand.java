package io.takt.shm.asset;

import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;

/**
 * A word to a connection's {@link ConnectionState}, from the threads of its user or from a link to the hub. Sessions
 * and links are told by their numbers, each of which is given once in the life of a connection.
 */
sealed interface ConnectionCommand {
    /** A command for a session. Nothing is said of one that has left, as another may have its name by now. */
    sealed interface OfMember extends ConnectionCommand {
        /** The session's number. */
        long session();
    }

    /** A thread of the user waits for an asset to join over a link. */
    record Join(long session, String asset, int link) implements ConnectionCommand {
    }

    /** The thread that asked waits no more: it was interrupted. */
    record Abandon(long session) implements ConnectionCommand {
    }

    /** The thread that asked has its answer: if the asset has not joined by now, it does not. */
    record Settled(long session) implements ConnectionCommand {
    }

    /** The hub has let an asset in. */
    record Joined(long session, Reply.Joined reply, boolean attachesAgain) implements ConnectionCommand {
    }

    /** The asset's first callbacks have been made, or it was polled for the first time. */
    record Ready(long session) implements OfMember {
    }

    /** The asset's simulator is back at its start. */
    record ResetDone(long session) implements OfMember {
    }

    /** The asset ends the run. */
    record EndRun(long session, String reason, boolean hasFailed) implements OfMember {
    }

    /** The asset leaves in good order. */
    record Leave(long session) implements OfMember {
    }

    /** The same, of the asset that has this name now. */
    record LeaveNamed(String asset) implements ConnectionCommand {
    }

    /**
     * The asset is closed; says by what. At the end of a {@code try} block that is no word of its program: the block
     * may have thrown.
     */
    record Close(long session, String closed) implements OfMember {
    }

    /** The asset cannot go on: a log is damaged, or else its simulator has failed. */
    record Fail(long session, String why, boolean isDamaged) implements OfMember {
    }

    /** The user closes the connection. */
    record CloseAll() implements ConnectionCommand {
    }

    /** The process cannot even say what has failed: the hub is to hear nothing more. */
    record HangUp() implements ConnectionCommand {
    }

    /** The hub has told something by itself. */
    record Heard(int link, Event event) implements ConnectionCommand {
    }

    /** A link has ended, by either side. */
    record LinkEnded(int link) implements ConnectionCommand {
    }

    /** There is a link to a hub, the first or one that has come back. */
    record Linked(int link) implements ConnectionCommand {
    }

    /** A session that rests is to be taken up by the hub that has come back. */
    record Attach(long session, int link) implements ConnectionCommand {
    }

    /** It has taken it up. */
    record Attached(long session, int link, Reply.Joined reply) implements ConnectionCommand {
    }

    /** A session cannot be taken up again. */
    record GiveUp(long session, String why) implements OfMember {
    }
}
