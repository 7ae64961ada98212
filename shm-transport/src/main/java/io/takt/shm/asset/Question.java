package io.takt.shm.asset;

import io.takt.asset.TaktException;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * A join or an attach that a thread asks a hub for, and waits for. Written by the {@link CommandBox} of the
 * connection; the thread that waits reads it after a call to that.
 */
final class Question {
    private final HubLink link;
    private final LongFunction<Request> request;
    private final Consumer<Reply.Joined> inOrder;
    private final Function<Reply.Joined, AssetSession> opener;
    private Supplier<Reply> reply;
    private AssetSession opened;
    private TaktException failure;

    /**
     * A question.
     *
     * @param link    over which it is asked.
     * @param request is given the id to use.
     * @param inOrder is given the answer that is no refusal on the link's thread, before any event that came after it.
     * @param opener  makes the session of an asset that has joined; null for an attach.
     */
    Question(final HubLink link, final LongFunction<Request> request, final Consumer<Reply.Joined> inOrder,
        final Function<Reply.Joined, AssetSession> opener) {
        this.link = link;
        this.request = request;
        this.inOrder = inOrder;
        this.opener = opener;
    }

    void ask() {
        try {
            reply = link.join(request, inOrder);
        } catch (final TaktException e) {
            failure = e;
        }
    }

    /** The asset has joined. Returns its session, or null when this process cannot open it. */
    AssetSession open(final Reply.Joined joined) {
        try {
            opened = opener.apply(joined);
        } catch (final TaktException e) {
            failure = e;
        }
        return opened;
    }

    /** Null until the session is open. */
    AssetSession opened() {
        return opened;
    }

    /** Why it could not be asked, or the session not be opened; null when it could. */
    TaktException failure() {
        return failure;
    }

    /** Waits for the answer; null when it was not to be asked. */
    Supplier<Reply> reply() {
        return reply;
    }
}
