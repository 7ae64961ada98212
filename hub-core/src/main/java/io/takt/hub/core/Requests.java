package io.takt.hub.core;

import io.takt.asset.HubState;
import io.takt.asset.RefusalCode;
import io.takt.asset.TaktException;
import io.takt.hub.core.Loss.Cause;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.function.Consumer;

/** What a connection may ask of a hub, and when: finds out whom a request is about, and answers it. */
final class Requests {
    private final HubMachine machine;
    private final Members members;
    private final Listeners listeners;
    private final Watching watching;
    private final Events events;
    private final DeferredJoins heldJoins;

    Requests(final HubMachine machine, final Members members, final Listeners listeners, final Watching watching,
        final Events events) {
        this.machine = machine;
        this.members = members;
        this.listeners = listeners;
        this.watching = watching;
        this.events = events;
        this.heldJoins = new DeferredJoins(members);
    }

    void on(final int connection, final Request request, final long startTime) {
        if (heldJoins.holdBehindJoin(connection, request)) {
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
                member -> machine.onLost(member, Cause.SIMULATOR_FAILED, EndReason.oneLine(fail.reason())));
        } else if (request instanceof Request.Doorbell ask) {
            machine.onDoorbell(connection, ask.id());
        } else if (request instanceof Request.Report report) {
            final String error = watching.take(connection, report);
            events.send(connection, error == null ? Reply.done(report.id()) : Reply.refused(report.id(), error));
        } else if (request instanceof Request.Tap tap) {
            onTap(connection, tap);
        } else if (request instanceof Request.Status ask) {
            watching.wantReports(Reports.AFTER_A_STATUS_NS);
            events.send(connection, new Reply(ask.id(), true, null, null, null, StatusJson.of(machine.status())));
        } else {
            onLifecycle(connection, request);
        }
    }

    private void onJoin(final int connection, final Request.Join join, final long startTime) {
        if (machine.state().isEnd()) {
            events.send(connection, Reply.refused(join.id(), RefusalCode.ENDED,
                "the hub is " + machine.state()));
        } else if (machine.state() != HubState.RESETTING || isThere(join.asset())) {
            machine.onJoin(connection, join, startTime);
        } else if (!heldJoins.hold(connection, join, startTime)) {
            events.send(connection, Reply.refused(join.id(), RefusalCode.RESETTING,
                "the hub is RESETTING; join again when it is done"));
        }
    }

    /** Then another one of its name is refused in any state. */
    private boolean isThere(final String asset) {
        final Member member = members.named(asset);
        return member != null && !member.isAway();
    }

    /** The connection is gone: nothing that it has asked is answered any more. */
    void forget(final int connection) {
        heldJoins.forget(connection);
    }

    /** A reset is over, or was cut short: joins that were asked for meanwhile are answered. */
    void onResetOver() {
        heldJoins.release(this::on);
    }

    private void onTap(final int connection, final Request.Tap tap) {
        try {
            events.send(connection,
                new Reply(tap.id(), true, null, null, null, null, null, listeners.listen(connection, tap.tethered())));
            if (machine.state().isEnd()) { // it comes too late to have been told
                events.send(connection, new Event.State(machine.state(), machine.status().reason()));
            }
        } catch (final TaktException e) {
            events.send(connection, Reply.refused(tap.id(), e.getMessage()));
        }
    }

    private void onLifecycle(final int connection, final Request request) {
        if (request instanceof Request.Stop stop) {
            onStop(connection, stop);
        } else if (machine.state().isEnd() || machine.state() == HubState.RESETTING) {
            events.send(connection, Reply.refused(request.id(), machine.state() == HubState.RESETTING
                ? RefusalCode.RESETTING : RefusalCode.ENDED, "the hub is " + machine.state()));
        } else if (request instanceof Request.Reset) {
            machine.onReset(connection, request.id());
        } else if (request instanceof Request.Pause) {
            if (machine.state() == HubState.WAITING) {
                events.send(connection, Reply.refused(request.id(), "the hub is WAITING: there is nothing to pause"));
                return;
            }
            machine.pause();
            events.send(connection, Reply.done(request.id()));
        } else if (request instanceof Request.Resume) {
            machine.resume();
            events.send(connection, Reply.done(request.id()));
        }
    }

    private void onStop(final int connection, final Request.Stop stop) {
        if (stop.asset() != null) {
            withMember(connection, stop.id(), stop.asset(),
                member -> machine.end(stop.failed() ? End.FAILED_BY_ASSET : End.ENDED_BY_ASSET,
                    EndReason.of("asset '" + member.name() + (stop.failed() ? "' failed" : "' ended") + " the run: "
                        + EndReason.oneLine(stop.reason()))));
        } else if (stop.failed()) {
            events.send(connection, Reply.refused(stop.id(),
                "only an asset can fail the run; name it in the field 'asset'"));
        } else {
            events.send(connection, Reply.done(stop.id()));
            machine.end(End.ASKED, EndReason.of(
                stop.reason() == null ? "asked to stop" : "asked to stop: " + EndReason.oneLine(stop.reason())));
        }
    }

    private void withMember(final int connection, final long id, final String asset, final Consumer<Member> action) {
        final Member member = members.named(asset);
        if (member == null || member.connection() != connection) {
            events.send(connection, Reply.refused(id, "no asset '" + asset + "' has joined over this connection"));
            return;
        }
        events.send(connection, Reply.done(id));
        action.accept(member);
    }
}
