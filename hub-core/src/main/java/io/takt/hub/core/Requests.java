package io.takt.hub.core;

import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.function.Consumer;

/** What a connection may ask of a hub, and when: finds out whom a request is about, and answers it. */
final class Requests {
    /** Of a reason that somebody else gives. */
    private static final int LONGEST_REASON = 1000;

    private final HubMachine machine;
    private final Members members;
    private final Listeners listeners;
    private final Watching watching;
    private final Outbox outbox;

    Requests(final HubMachine machine, final Members members, final Listeners listeners, final Watching watching,
        final Outbox outbox) {
        this.machine = machine;
        this.members = members;
        this.listeners = listeners;
        this.watching = watching;
        this.outbox = outbox;
    }

    void on(final int connection, final Request request, final long startTime) {
        if (request instanceof Request.Join join) {
            machine.onJoin(connection, join, startTime);
        } else if (request instanceof Request.Ready ready) {
            withMember(connection, ready.id(), ready.asset(), machine::onReady);
        } else if (request instanceof Request.ResetDone done) {
            withMember(connection, done.id(), done.asset(), machine::onResetDone);
        } else if (request instanceof Request.Leave leave) {
            withMember(connection, leave.id(), leave.asset(), machine::onLeave);
        } else if (request instanceof Request.Fail fail) {
            withMember(connection, fail.id(), fail.asset(),
                member -> machine.onLost(member, "its simulator failed: " + oneLine(fail.reason())));
        } else if (request instanceof Request.Doorbell ask) {
            machine.onDoorbell(connection, ask.id());
        } else if (request instanceof Request.Report report) {
            final String error = watching.take(connection, report);
            outbox.send(connection, error == null ? Reply.done(report.id()) : Reply.refused(report.id(), error));
        } else if (request instanceof Request.Tap tap) {
            onTap(connection, tap);
        } else if (request instanceof Request.Status ask) {
            watching.wantReports(Reports.AFTER_A_STATUS_NS);
            outbox.send(connection, new Reply(ask.id(), true, null, null, null, StatusJson.of(machine.status())));
        } else {
            onLifecycle(connection, request);
        }
    }

    private void onTap(final int connection, final Request.Tap tap) {
        try {
            outbox.send(connection,
                new Reply(tap.id(), true, null, null, null, null, listeners.listen(connection, tap.tethered())));
        } catch (final TaktException e) {
            outbox.send(connection, Reply.refused(tap.id(), e.getMessage()));
        }
    }

    /** A reason that somebody else gives, for people. */
    static String oneLine(final String text) {
        final String line = text == null ? "no reason given" : text.replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "...";
    }

    private void onLifecycle(final int connection, final Request request) {
        if (request instanceof Request.Stop) {
            outbox.send(connection, Reply.done(request.id()));
            machine.stop("asked to stop");
        } else if (machine.state().isEnd() || machine.state() == HubState.RESETTING) {
            outbox.send(connection, Reply.refused(request.id(), "the hub is " + machine.state()));
        } else if (request instanceof Request.Reset) {
            machine.onReset(connection, request.id());
        } else if (request instanceof Request.Pause) {
            if (machine.state() == HubState.WAITING) {
                outbox.send(connection, Reply.refused(request.id(), "the hub is WAITING: there is nothing to pause"));
                return;
            }
            machine.pause();
            outbox.send(connection, Reply.done(request.id()));
        } else if (request instanceof Request.Resume) {
            machine.resume();
            outbox.send(connection, Reply.done(request.id()));
        }
    }

    private void withMember(final int connection, final long id, final String asset, final Consumer<Member> action) {
        final Member member = members.named(asset);
        if (member == null || member.connection() != connection) {
            outbox.send(connection, Reply.refused(id, "no asset '" + asset + "' has joined over this connection"));
            return;
        }
        outbox.send(connection, Reply.done(id));
        action.accept(member);
    }
}
