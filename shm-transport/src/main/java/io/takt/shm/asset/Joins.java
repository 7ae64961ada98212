package io.takt.shm.asset;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubLostException;
import io.takt.asset.JoinInterruptedException;
import io.takt.asset.JoinRefusedException;
import io.takt.asset.OnHubLost;
import io.takt.asset.TaktException;
import io.takt.asset.WaitStrategy;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.control.WaitInterruptedException;
import io.takt.shm.message.MessageEndpoint;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Joins of a connection, on the thread that waits for one: asked for, and then answered or given up, whichever comes
 * first. From any thread.
 */
final class Joins {
    private final ConnectionAgent agent;
    private final HubAccess access;
    private final NanoClock nanoClock;

    Joins(final ConnectionAgent agent, final HubAccess access, final NanoClock nanoClock) {
        this.agent = agent;
        this.access = access;
        this.nanoClock = nanoClock;
    }

    record Joined(AssetSession session, WaitStrategy waiting) {
    }

    Joined take(final HubLink here, final AssetSpec spec, final Supplier<AssetThread> drivenBy) {
        final long number = agent.nextSession();
        try {
            return askToJoin(number, here, spec, drivenBy.get());
        } catch (final WaitInterruptedException e) {
            agent.call(new ConnectionCommand.Abandon(number));
            throw new JoinInterruptedException("interrupted while asset '" + spec.name() + "' was joining hub '"
                + agent.hub() + "'; it has not joined", e);
        } finally {
            agent.settle(number);
        }
    }

    private Joined askToJoin(final long number, final HubLink here, final AssetSpec spec, final AssetThread thread) {
        final AssetThread.Counters counters = here.countersOf(thread);
        final Question question = new Question(here, id -> request(id, spec, counters),
            reply -> agent.post(new ConnectionCommand.Joined(number, reply, attachesAgain(spec, reply))),
            reply -> session(here, spec, thread, reply));
        agent.ask(number, question, new ConnectionCommand.Join(number, spec.name(), here.number()));
        requireNone(question.failure());
        if (question.reply() == null) {
            throw new HubLostException("the connection to hub '" + agent.hub() + "' was closed");
        }
        final Reply reply = question.reply().get();
        if (!reply.ok()) {
            throw new JoinRefusedException(reply.refusal(), "hub '" + agent.hub() + "' refuses asset '" + spec.name()
                + "': " + reply.error());
        }
        agent.call(new ConnectionCommand.Settled(number));
        if (question.failure() != null) {
            agent.call(new ConnectionCommand.Fail(number, FailureText.of(question.failure()), false));
        }
        requireNone(question.failure());
        return new Joined(question.opened(), spec.waiting().orElse(reply.joined().waiting()));
    }

    private static void requireNone(final TaktException failure) {
        if (failure != null) {
            throw failure;
        }
    }

    private static boolean attachesAgain(final AssetSpec spec, final Reply.Joined joined) {
        return spec.onHubLost().orElse(joined.onHubLost()) == OnHubLost.ATTACH;
    }

    static Request.Join request(final long id, final AssetSpec spec, final AssetThread.Counters thread) {
        return Request.Join.of(id, spec).process(HubLink.pid(), HubLink.startTime()).doorbell(thread.toldId());
    }

    private AssetSession session(final HubLink here, final AssetSpec spec, final AssetThread thread,
        final Reply.Joined joined) {
        final OnHubLost onHubLost = spec.onHubLost().orElse(joined.onHubLost());
        return new AssetSession(spec.steps(joined.steps()).intervalNs(joined.intervalNs()).onHubLost(onHubLost),
            thread, endpoint(joined, thread),
            here.clocks(joined.coreTimeCounter(), joined.clocks(), here.knownCountersOf(thread)),
            nanoClock.nanoTime());
    }

    /** Null for an asset that neither sends nor receives. */
    private MessageEndpoint endpoint(final Reply.Joined joined, final AssetThread thread) {
        final Reply.AssetCounters asset = joined.clocks();
        if (asset.messages() == null) {
            return null;
        }
        return new MessageEndpoint(asset.asset(), joined.steps(), joined.maxDelayNs(), asset.timeNs(), asset.messages(),
            access.messages(), counterId -> agent.link().ring(counterId), thread);
    }
}
