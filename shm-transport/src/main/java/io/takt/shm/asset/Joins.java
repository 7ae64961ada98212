package io.takt.shm.asset;

import io.takt.asset.AssetSpec;
import io.takt.asset.JoinInterruptedException;
import io.takt.asset.JoinRefusedException;
import io.takt.asset.OnHubLost;
import io.takt.asset.TaktException;
import io.takt.asset.WaitStrategy;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.control.WaitInterruptedException;
import io.takt.shm.message.MessageEndpoint;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/** The joins of a connection: asked for, and then answered or given up, whichever comes first. From any thread. */
final class Joins {
    private final ShmHubConnection connection;
    private final HubAccess access;
    private final NanoClock nanoClock;
    private final HubNews news;

    Joins(final ShmHubConnection connection, final HubAccess access, final NanoClock nanoClock, final HubNews news) {
        this.connection = connection;
        this.access = access;
        this.nanoClock = nanoClock;
        this.news = news;
    }

    record Joined(AssetSession session, WaitStrategy waiting, TaktException failure) {
        /** The hub has not answered yet. */
        private static final Joined ASKED = new Joined(null, null, null);

        /** No thread waits for the answer any more. */
        private static final Joined ABANDONED = new Joined(null, null, null);
    }

    Joined take(final HubLink here, final AssetSpec spec, final Supplier<AssetThread> drivenBy) {
        final AtomicReference<Joined> taken = new AtomicReference<>();
        try {
            final AssetThread thread = drivenBy.get();
            final Reply reply = askToJoin(here, spec, thread, taken);
            if (!reply.ok()) {
                throw new JoinRefusedException(reply.refusal(), connection.refusal(spec.name(), reply.error()));
            }
        } catch (final WaitInterruptedException e) {
            abandon(here, spec, taken);
            throw new JoinInterruptedException("interrupted while asset '" + spec.name() + "' was joining hub '"
                + connection.hub() + "'; it has not joined", e);
        }
        final TaktException failure = taken.get().failure;
        if (failure != null) {
            here.tell(id -> new Request.Fail(id, spec.name(), FailureText.of(failure)));
            throw failure;
        }
        return taken.get();
    }

    private Reply askToJoin(final HubLink here, final AssetSpec spec, final AssetThread thread,
        final AtomicReference<Joined> taken) {
        final AssetThread.Counters counters = here.countersOf(thread);
        final Supplier<Reply> asked;
        synchronized (connection.lock()) {
            connection.requireOpen();
            asked = here.join(id -> request(id, spec, counters), reply -> onJoined(here, spec, thread, reply, taken));
            taken.compareAndSet(null, Joined.ASKED);
        }
        return asked.get();
    }

    /** On the link's thread, so that no event which follows the join can miss the session. */
    private void onJoined(final HubLink here, final AssetSpec spec, final AssetThread thread,
        final Reply.Joined reply, final AtomicReference<Joined> taken) {
        synchronized (connection.lock()) {
            if (taken.get() != Joined.ABANDONED) {
                taken.set(session(here, spec, thread, reply));
            }
        }
    }

    /** The hub hears of it after the join, whether it has answered that by now or not. */
    private void abandon(final HubLink here, final AssetSpec spec, final AtomicReference<Joined> taken) {
        synchronized (connection.lock()) {
            final Joined before = taken.getAndSet(Joined.ABANDONED);
            if (before != null && before.session != null) {
                connection.departures().leave(before.session);
            } else if (before != null) {
                here.tell(id -> new Request.Leave(id, spec.name()));
            }
        }
    }

    static Request.Join request(final long id, final AssetSpec spec, final AssetThread.Counters thread) {
        return Request.Join.of(id, spec).process(HubLink.pid(), HubLink.startTime()).doorbell(thread.toldId());
    }

    private Joined session(final HubLink here, final AssetSpec spec, final AssetThread thread,
        final Reply.Joined joined) {
        news.onJoined(joined);
        final OnHubLost onHubLost = spec.onHubLost().orElse(joined.onHubLost());
        final WaitStrategy waiting = spec.waiting().orElse(joined.waiting());
        final MessageEndpoint endpoint;
        try {
            endpoint = endpoint(joined, thread);
        } catch (final TaktException e) {
            return new Joined(null, null, e);
        }
        synchronized (connection.lock()) {
            final AssetSession session = new AssetSession(
                spec.steps(joined.steps()).intervalNs(joined.intervalNs()).onHubLost(onHubLost), thread, endpoint,
                here.clocks(joined.coreTimeCounter(), joined.clocks(), here.knownCountersOf(thread)),
                nanoClock.nanoTime());
            connection.adopt(session);
            return new Joined(session, waiting, null);
        }
    }

    /** Null for an asset that neither sends nor receives. */
    private MessageEndpoint endpoint(final Reply.Joined joined, final AssetThread thread) {
        final Reply.AssetCounters asset = joined.clocks();
        if (asset.messages() == null) {
            return null;
        }
        return new MessageEndpoint(asset.asset(), joined.steps(), joined.maxDelayNs(), asset.timeNs(), asset.messages(),
            access.messages(), counterId -> connection.link().ring(counterId), thread);
    }
}
