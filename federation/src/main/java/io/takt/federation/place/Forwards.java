package io.takt.federation.place;

import io.takt.asset.TaktException;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Requests of a child's connections that its parent is to answer. None is waited for: a reset is answered when it is
 * done, and the child has its part in it. Each gets one answer, be it that the connection has ended. From any thread.
 */
public final class Forwards {
    private final Consumer<ParentNews> hears;
    private final Set<ToParent.Forward> open = ConcurrentHashMap.newKeySet();

    /**
     * Nothing is asked yet.
     *
     * @param hears takes the answers.
     */
    public Forwards(final Consumer<ParentNews> hears) {
        this.hears = hears;
    }

    /**
     * Asks the parent.
     *
     * @param control to the parent; null when there is none.
     * @param forward what it is asked.
     */
    public void send(final HubControl control, final ToParent.Forward forward) {
        open.add(forward);
        if (control != null && !control.hasEnded()) {
            try {
                control.begin(id -> of(forward.request(), id), reply -> answer(forward, reply));
            } catch (final TaktException e) {
                onEnd();
            }
        }
        if (control == null || control.hasEnded()) {
            onEnd();
        }
    }

    private static Request of(final Request request, final long id) {
        return request instanceof Request.Pause ? new Request.Pause(id)
            : request instanceof Request.Resume ? new Request.Resume(id)
            : request instanceof Request.Reset ? new Request.Reset(id) : new Request.Stop(id);
    }

    private void answer(final ToParent.Forward forward, final Reply reply) {
        answer(forward, reply.ok() ? null : reply.error());
    }

    private void answer(final ToParent.Forward forward, final String error) {
        if (open.remove(forward)) {
            hears.accept(new ParentNews.Answered(forward.connection(), forward.request().id(), error));
        }
    }

    /** The connection to the parent has ended. */
    public void onEnd() {
        open.forEach(each -> answer(each, "the connection to the parent has ended"));
    }
}
