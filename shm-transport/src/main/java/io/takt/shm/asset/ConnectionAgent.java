package io.takt.shm.asset;

import io.takt.asset.HubLostException;
import io.takt.shm.control.Event;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.agrona.concurrent.NanoClock;

/**
 * Does for a connection what its {@link ConnectionState} says: talks to the hub, and posts commands to the threads that
 * drive the sessions. Commands come from the user's threads and from the links; no lock is held while one is carried
 * out, see {@link CommandBox}.
 *
 * <p>May be used from any thread; fields that are of the box are touched by the commands that it carries out alone.
 */
final class ConnectionAgent {
    private final HubAccess access;
    private final NanoClock nanoClock;
    private final HubNews news = new HubNews();
    private final CommandBox<ConnectionCommand> box = new CommandBox<>(this::carryOut);
    /** Touched by commands in the box alone. */
    private final ConnectionState state;
    /** Touched by commands in the box alone. */
    private final Map<Long, AssetSession> sessions = new HashMap<>();
    /** The numbers of sessions of which something may be said to the hub. */
    private final Map<AssetSession, Long> numbers = new ConcurrentHashMap<>();
    private final Map<Long, Question> questions = new ConcurrentHashMap<>();
    /** Links that are open, and not yet in use. */
    private final Map<Integer, HubLink> links = new ConcurrentHashMap<>();
    private final AtomicLong lastSession = new AtomicLong();
    private final AtomicInteger lastLink = new AtomicInteger(ConnectionState.NO_LINK);
    private volatile HubLink link;
    private volatile boolean over;

    /** Throws {@link HubLostException} when no hub answers. */
    ConnectionAgent(final HubAccess access, final NanoClock nanoClock) {
        this.access = access;
        this.nanoClock = nanoClock;
        this.state = new ConnectionState(access.hub());
        relink();
    }

    private HubLink open() {
        final int number = lastLink.incrementAndGet();
        final HubLink opened = new HubLink(number, access, nanoClock, new HubControl.Listener() {
            @Override
            public void onEvent(final Event event) {
                box.post(new ConnectionCommand.Heard(number, event));
            }

            @Override
            public void onEnd() {
                box.post(new ConnectionCommand.LinkEnded(number));
            }
        });
        links.put(number, opened);
        return opened;
    }

    String hub() {
        return access.hub();
    }

    HubNews news() {
        return news;
    }

    /** The link to the hub that is there now, or that was there last. */
    HubLink link() {
        return link;
    }

    /** Whether the connection has not ended, be its hub there or not. */
    boolean isOpen() {
        return !over;
    }

    /**
     * A link to the hub that is there now; null when this connection has ended meanwhile. Throws
     * {@link HubLostException} when there is no hub.
     */
    HubLink relink() {
        final HubLink opened = open();
        box.call(new ConnectionCommand.Linked(opened.number()));
        if (link != opened) {
            links.remove(opened.number());
            opened.close();
            return null;
        }
        if (opened.hasEnded()) {
            // Its end may have been told before it counted.
            box.post(new ConnectionCommand.LinkEnded(opened.number()));
        }
        return opened;
    }

    /** A number for a session to be. */
    long nextSession() {
        return lastSession.incrementAndGet();
    }

    /** Does what a thread asks for; the question is asked by then, unless the connection does not allow it. */
    void ask(final long session, final Question question, final ConnectionCommand command) {
        questions.put(session, question);
        box.call(command);
    }

    /** No thread waits for the answer any more; all that it has set off is done by then. */
    void settle(final long session) {
        box.call(new ConnectionCommand.Settled(session));
        questions.remove(session);
    }

    /** From the link's thread: does not wait. */
    void post(final ConnectionCommand command) {
        box.post(command);
    }

    /** By the user's threads: all that the command sets off is done when this comes back. */
    void call(final ConnectionCommand command) {
        box.call(command);
    }

    /** The same, of a session; of one that has left nothing is said, for another one may have its name by now. */
    void call(final AssetSession session, final LongFunction<ConnectionCommand> command) {
        final Long number = numbers.get(session);
        if (number != null) {
            box.call(command.apply(number));
        }
    }

    private void carryOut(final ConnectionCommand command) {
        for (final ConnectionEffect effect : state.on(command)) {
            if (effect instanceof ConnectionEffect.Tell tell) {
                link.tell(id -> tell.request());
            } else if (effect instanceof ConnectionEffect.OfSession its) {
                onSession(its, sessions.get(its.session()));
            } else {
                onConnection(effect);
            }
        }
    }

    private void onConnection(final ConnectionEffect effect) {
        if (effect instanceof ConnectionEffect.Ask ask) {
            withQuestion(ask.session(), Question::ask);
        } else if (effect instanceof ConnectionEffect.Open open) {
            withQuestion(open.session(), question -> open(open, question));
        } else if (effect instanceof ConnectionEffect.RingAll) {
            ringAll();
        } else if (effect instanceof ConnectionEffect.NoteJoined joined) {
            news.onJoined(joined.reply());
        } else if (effect instanceof ConnectionEffect.NoteState its) {
            news.onState(its.event(), link.coreTimeNs());
        } else if (effect instanceof ConnectionEffect.Report) {
            StepTimes.report(sessions.values(), nanoClock,
                reports -> link.tell(id -> new Request.Report(id, reports)));
        } else if (effect instanceof ConnectionEffect.Over) {
            over = true;
        } else if (effect instanceof ConnectionEffect.UseLink use) {
            link = links.get(use.link());
            links.clear();
        } else if (effect instanceof ConnectionEffect.AwaitHub await) {
            awaitHub(await.sessions().stream().map(sessions::get).filter(Objects::nonNull).toList());
        } else {
            throw new IllegalStateException("no part handles " + effect);
        }
    }

    /** The session is null when this process could not open it. */
    private void onSession(final ConnectionEffect.OfSession effect, final AssetSession session) {
        if (session == null) {
            return;
        }
        if (effect instanceof ConnectionEffect.Post post) {
            session.thread().post(session, post.command());
        } else if (effect instanceof ConnectionEffect.GiveClocks give) {
            session.thread().post(session, new SessionCommand.Clocks(link.clocks(give.coreCounter(), give.counters(),
                link.knownCountersOf(session.thread()))));
        } else if (effect instanceof ConnectionEffect.End end) {
            session.end(end.how(), end.why());
        } else if (effect instanceof ConnectionEffect.Ring) {
            session.thread().ring();
        } else if (effect instanceof ConnectionEffect.TellClosed closed) {
            final String when = session.status().state().isInTurn() ? "in the middle of a step" : "before it had left";
            link.tell(id -> new Request.Fail(id, session.name(), closed.closed() + " was closed " + when));
        } else if (effect instanceof ConnectionEffect.Forget) {
            sessions.remove(effect.session());
            numbers.remove(session);
        } else {
            throw new IllegalStateException("no part handles " + effect);
        }
    }

    private void withQuestion(final long session, final Consumer<Question> what) {
        final Question question = questions.get(session);
        if (question != null) {
            what.accept(question);
        }
    }

    private void open(final ConnectionEffect.Open open, final Question question) {
        final AssetSession opened = question.open(open.reply());
        if (opened != null) {
            sessions.put(open.session(), opened);
            numbers.put(opened, open.session());
            if (opened.endpoint() != null) {
                opened.thread().post(opened, new SessionCommand.Drive());
            }
        }
    }

    private void ringAll() {
        AssetThread last = null;
        for (final AssetSession session : sessions.values()) {
            if (session.thread() != last) {
                last = session.thread();
                last.ring();
            }
        }
    }

    private void awaitHub(final List<AssetSession> attaching) {
        try {
            new HubReturn(this, attaching).start();
        } catch (final Throwable e) {
            // A thread is not to be had: a session that rests would rest for ever.
            box.post(new ConnectionCommand.HangUp());
            throw e;
        }
    }

    /**
     * Asks a hub to let a session go on where it rests, unless the session has ended. Later lines about the session, a
     * leave perhaps, are also sent later.
     *
     * @return null when the session has ended, or the hub is not the one that is there now.
     */
    Reply attach(final AssetSession session, final HubLink to) {
        final Long number = numbers.get(session);
        if (number == null) {
            return null;
        }
        final AssetThread.Counters thread = to.countersOf(session.thread());
        final long timeNs = session.status().restsAtNs();
        final Question question = new Question(to,
            id -> Joins.request(id, session.spec(), thread).timeNs(timeNs).atCoreTime(false),
            joined -> box.post(new ConnectionCommand.Attached(number, to.number(), joined)), null);
        try {
            ask(number, question, new ConnectionCommand.Attach(number, to.number()));
            if (question.failure() != null) {
                throw question.failure();
            }
            return question.reply() == null ? null : question.reply().get();
        } finally {
            questions.remove(number);
        }
    }

    /** The hub is to hear nothing more: the end of the connection tells it the rest. */
    void hangUp() {
        try {
            box.call(new ConnectionCommand.HangUp());
        } finally {
            link.close();
        }
    }

    /** The user closes the connection. */
    void close() {
        try {
            box.call(new ConnectionCommand.CloseAll());
        } finally {
            // To the hub all are lost that it has not heard of by then.
            link.close();
        }
    }
}
