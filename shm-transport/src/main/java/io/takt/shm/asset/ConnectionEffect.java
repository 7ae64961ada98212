package io.takt.shm.asset;

import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.List;

/** A consequence of a {@link ConnectionCommand}; all of them come in their order, before the next command. */
sealed interface ConnectionEffect {
    /** Something to be done with a session; where this process could not open it, there is nothing to do. */
    sealed interface OfSession extends ConnectionEffect {
        /** The session's number. */
        long session();
    }

    /** Says something to the hub that is there now; its answer does not matter. */
    record Tell(Request request) implements ConnectionEffect {
    }

    /** An asset is lost: it, or its connection, was closed; the session knows whether in the middle of a step. */
    record TellClosed(long session, String closed) implements OfSession {
    }

    /** Asks for what a waiting thread wants, a join or an attach. */
    record Ask(long session) implements ConnectionEffect {
    }

    /** Opens the session of an asset that has joined. */
    record Open(long session, Reply.Joined reply) implements ConnectionEffect {
    }

    /** Posts a command to a session. */
    record Post(long session, SessionCommand command) implements OfSession {
    }

    /** Posts the clocks that the hub has named. */
    record GiveClocks(long session, int coreCounter, Reply.AssetCounters counters) implements OfSession {
    }

    /** Ends a session; the reason may be null. */
    record End(long session, AssetSession.End how, String why) implements OfSession {
    }

    /** Nothing more is said of a session. */
    record Forget(long session) implements OfSession {
    }

    /** The connection has ended: no hub is looked for any more. */
    record Over() implements ConnectionEffect {
    }

    /** From now on this link is the one to the hub. */
    record UseLink(int link) implements ConnectionEffect {
    }

    /** Wakes the thread of a session. */
    record Ring(long session) implements OfSession {
    }

    /** Wakes the threads of all sessions. */
    record RingAll() implements ConnectionEffect {
    }

    /** Notes what the hub has told of itself where an asset joined. */
    record NoteJoined(Reply.Joined reply) implements ConnectionEffect {
    }

    /** Notes the state of the hub. */
    record NoteState(Event.State event) implements ConnectionEffect {
    }

    /** Reports how long steps have taken. */
    record Report() implements ConnectionEffect {
    }

    /** Looks for another hub of the name, for these sessions. */
    record AwaitHub(List<Long> sessions) implements ConnectionEffect {
    }
}
