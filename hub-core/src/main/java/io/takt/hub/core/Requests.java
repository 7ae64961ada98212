package io.takt.hub.core;

import io.takt.asset.HubState;
import io.takt.asset.RefusalCode;
import io.takt.asset.TaktException;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.function.Consumer;

/** What a connection may ask of a hub, and when: finds out whom a request is about, and answers it. */
final class Requests {
    /** Of a reason that a client gives. */
    private static final int LONGEST_REASON = 1000;

    private final HubMachine machine;
    private final Members members;
    private final Listeners listeners;
    private final Watching watching;
    private final Outbox outbox;
    private final DeferredJoins heldJoins;
    private final FileJoins fileJoins;

    Requests(final HubMachine machine, final Members members, final Listeners listeners, final Watching watching,
        final FileJoins fileJoins, final Outbox outbox) {
        this.machine = machine;
        this.members = members;
        this.listeners = listeners;
        this.watching = watching;
        this.fileJoins = fileJoins;
        fileJoins.askAt(this::on);
        this.outbox = outbox;
        this.heldJoins = new DeferredJoins(members);
    }

    void on(final int connection, final Request request, final long startTime) {
        if (fileJoins.hold(connection, request, startTime) || heldJoins.holdBehindJoin(connection, request)) {
            return;
        }
        if (request instanceof Request.Join join) {
            onJoin(connection, join, startTime);
        } else if (request instanceof Request.Ready ready) {
            withMember(connection, ready.id(), ready.asset(), machine::onReady);
        } else if (request instanceof Request.ResetDone done) {
            withMember(connection, done.id(), done.asset(), machine::onResetDone);
        } else if (request instanceof Request.Leave leave) {
            withMember(connection, leave.id(), leave.asset(), machine::onLeave);
        } else if (request instanceof Request.Fail fail) {
            withMember(connection, fail.id(), fail.asset(),
                member -> machine.onLost(member, Losses.SIMULATOR_FAILED + oneLine(fail.reason())));
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

    private void onJoin(final int connection, final Request.Join join, final long startTime) {
        if (machine.state().isEnd()) {
            outbox.send(connection, Reply.refused(join.id(), RefusalCode.ENDED,
                "the hub is " + machine.state()));
        } else if (machine.state() != HubState.RESETTING || isThere(join.asset())) {
            machine.onJoin(connection, join, startTime);
        } else if (!heldJoins.hold(connection, join, startTime)) {
            outbox.send(connection, Reply.refused(join.id(), RefusalCode.RESETTING,
                "the hub is RESETTING; join again when it is done"));
        }
    }

    /** Then another one of its name is refused in any state. */
    private boolean isThere(final String asset) {
        final Member member = members.named(asset);
        return member != null && !member.isAway();
    }

    /** The connection is gone: those that wanted to join over it do not. */
    void forget(final int connection) {
        fileJoins.forget(connection);
        heldJoins.forget(connection);
    }

    /** A reset is over, or the run has ended: joins that were asked for meanwhile are answered. */
    void onResetOver() {
        heldJoins.release(this::on);
        if (machine.state().isEnd()) {
            fileJoins.release();
        }
    }

    private void onTap(final int connection, final Request.Tap tap) {
        try {
            outbox.send(connection,
                new Reply(tap.id(), true, null, null, null, null, null, listeners.listen(connection, tap.tethered())));
            if (machine.state().isEnd()) { // it comes too late to have been told
                outbox.send(connection, new Event.State(machine.state(), machine.status().reason()));
            }
        } catch (final TaktException e) {
            outbox.send(connection, Reply.refused(tap.id(), e.getMessage()));
        }
    }

    /** A reason that a client gives, for people. */
    static String oneLine(final String text) {
        final String line = text == null ? "no reason given" : text.replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "...";
    }

    private void onLifecycle(final int connection, final Request request) {
        if (request instanceof Request.Stop stop) {
            onStop(connection, stop);
        } else if (machine.state().isEnd() || machine.state() == HubState.RESETTING) {
            outbox.send(connection, Reply.refused(request.id(), machine.state() == HubState.RESETTING
                ? RefusalCode.RESETTING : RefusalCode.ENDED, "the hub is " + machine.state()));
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

    private void onStop(final int connection, final Request.Stop stop) {
        if (stop.asset() != null) {
            withMember(connection, stop.id(), stop.asset(),
                member -> machine.end(stop.failed() ? End.FAILED_BY_ASSET : End.ENDED_BY_ASSET, "asset '"
                    + member.name() + (stop.failed() ? "' failed" : "' ended") + " the run: "
                    + oneLine(stop.reason())));
        } else if (stop.failed()) {
            outbox.send(connection, Reply.refused(stop.id(),
                "only an asset can fail the run; name it in the field 'asset'"));
        } else {
            outbox.send(connection, Reply.done(stop.id()));
            machine.stop(stop.reason() == null ? "asked to stop" : "asked to stop: " + oneLine(stop.reason()));
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
