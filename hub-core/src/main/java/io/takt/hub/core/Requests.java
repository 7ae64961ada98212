package io.takt.hub.core;

import io.takt.asset.HubState;
import io.takt.asset.RefusalCode;
import io.takt.asset.TaktException;
import io.takt.hub.core.event.EndReason;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.event.Loss.Cause;
import io.takt.hub.core.status.End;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.function.Consumer;

/** Requests of connections: finds the asset that a request is about, says whether it may be, and has it answered. */
final class Requests {
    private final Life life;
    private final Joining joining;
    private final Departures departures;
    private final Members members;
    private final Threads threads;
    private final Listeners listeners;
    private final Watching watching;
    private final WaitingJoins waiting;
    private final Attachment attachment;
    private final Lineage lineage;
    private final Events events;

    Requests(final Life life, final Joining joining, final Departures departures, final Members members,
        final Threads threads, final Listeners listeners, final Watching watching, final WaitingJoins waiting,
        final Attachment attachment, final Lineage lineage, final Events events) {
        this.lineage = lineage;
        this.life = life;
        this.joining = joining;
        this.departures = departures;
        this.members = members;
        this.threads = threads;
        this.listeners = listeners;
        this.watching = watching;
        this.waiting = waiting;
        this.attachment = attachment;
        this.events = events;
        waiting.answeredBy(this::on);
    }

    void on(final int connection, final Request request, final long startTime) {
        if (waiting.hold(connection, request, startTime)) {
            return;
        }
        if (request instanceof Request.Join join) {
            onJoin(connection, join, startTime);
        } else if (request instanceof Request.Ready ready) {
            withMember(connection, ready.id(), ready.asset(), life::onReady);
        } else if (request instanceof Request.ResetDone done) {
            withMember(connection, done.id(), done.asset(), member -> life.onResetDone(member, done.epoch()));
        } else if (request instanceof Request.Settled settled) {
            withMember(connection, settled.id(), settled.asset(), life::onSettled);
        } else if (request instanceof Request.Subtree told) {
            onSubtree(connection, told);
        } else if (request instanceof Request.Leave leave) {
            withMember(connection, leave.id(), leave.asset(), departures::onLeave);
        } else if (request instanceof Request.Fail fail) {
            withMember(connection, fail.id(), fail.asset(),
                member -> departures.onLost(member, fail.damaged() ? Cause.LOG_DAMAGED
                    : member.isFederate() ? Cause.HUB_ENDED : Cause.SIMULATOR_FAILED,
                    EndReason.oneLine(fail.reason())));
        } else if (request instanceof Request.Child child) {
            lineage.onChild(connection, child);
        } else if (request instanceof Request.Doorbell ask) {
            events.send(connection, threads.add(connection, ask.id()));
        } else if (request instanceof Request.Report report) {
            final String error = Reports.take(members, connection, report);
            events.send(connection, error == null ? Reply.done(report.id()) : Reply.refused(report.id(), error));
        } else if (request instanceof Request.Tap tap) {
            onTap(connection, tap);
        } else if (request instanceof Request.Status ask) {
            watching.wantReports(Reports.AFTER_A_STATUS_NS);
            events.emit(new HubEvent.SendStatus(connection, ask.id(), watching.status()));
        } else {
            onLifecycle(connection, request);
        }
    }

    private void onJoin(final int connection, final Request.Join join, final long startTime) {
        if (life.state().isEnd()) {
            events.send(connection, Reply.refused(join.id(), RefusalCode.ENDED,
                "the hub is " + life.state()));
        } else if (attachment.isAlone() && !isThere(join.asset())) {
            waiting.waitsForPlace(connection, join, startTime);
            attachment.seek(null);
        } else if (life.state() != HubState.RESETTING || isThere(join.asset())) {
            admit(connection, join, startTime);
        } else if (!waiting.waitsForReset(connection, join, startTime)) {
            events.send(connection, Reply.refused(join.id(), RefusalCode.RESETTING,
                "the hub is RESETTING; join again when it is done"));
        }
    }

    /** A child that waits for no asset asks for its place at once, others with the first join. */
    void seekPlaceIfComplete() {
        if (members.missing().isEmpty()) {
            attachment.seek(null);
        }
    }

    private void admit(final int connection, final Request.Join join, final long startTime) {
        final Member member = joining.join(connection, join, startTime, life.state());
        if (member != null) {
            departures.onJoined(member);
            listeners.joined(member);
            member.drivenBy(threads.joinedOn(join.doorbell(), connection));
            life.onJoined(member);
        }
    }

    /** Then another one of its name is refused in any state. */
    private boolean isThere(final String asset) {
        final Member member = members.named(asset);
        return member != null && !member.isAway();
    }

    private void onSubtree(final int connection, final Request.Subtree told) {
        final Member member = members.named(told.asset());
        final String wrong = member == null || member.connection() != connection
            ? notHere(told.asset()) : watching.take(member, told);
        events.send(connection, wrong == null ? Reply.done(told.id()) : Reply.refused(told.id(), wrong));
    }

    private static String notHere(final String asset) {
        return "no asset '" + asset + "' has joined over this connection";
    }

    private void onTap(final int connection, final Request.Tap tap) {
        try {
            events.send(connection, Reply.tapped(tap.id(), listeners.listen(connection, tap.tethered())));
            if (life.state().isEnd()) { // it comes too late to have been told
                events.send(connection, new Event.State(life.state(), life.reason()));
            }
        } catch (final TaktException e) {
            events.send(connection, Reply.refused(tap.id(), e.getMessage()));
        }
    }

    private void reset(final int connection, final long id) {
        final Member late = members.firstCatchingUp();
        if (late == null) {
            life.reset(connection, id);
        } else {
            events.send(connection, Reply.refused(id, RefusalCode.RESETTING, "child hub '" + late.name()
                + "' missed the last reset, and is still going back to its start; reset when it is there"));
        }
    }

    private void onLifecycle(final int connection, final Request request) {
        if (request instanceof Request.Stop stop) {
            onStop(connection, stop);
        } else if (life.state().isEnd() || life.state() == HubState.RESETTING) {
            events.send(connection, Reply.refused(request.id(), life.state() == HubState.RESETTING
                ? RefusalCode.RESETTING : RefusalCode.ENDED, "the hub is " + life.state()));
        } else if (attachment.isChild()) {
            forward(connection, request);
        } else if (request instanceof Request.Reset) {
            reset(connection, request.id());
        } else if (request instanceof Request.Pause) {
            if (life.state() == HubState.WAITING) {
                events.send(connection, Reply.refused(request.id(), "the hub is WAITING: there is nothing to pause"));
                return;
            }
            life.pause();
            events.send(connection, Reply.done(request.id()));
        } else if (request instanceof Request.Resume) {
            life.resume();
            events.send(connection, Reply.done(request.id()));
        } else {
            throw new IllegalStateException("no part handles " + request);
        }
    }

    /** Requests about the whole tree are for its root. */
    private void forward(final int connection, final Request request) {
        if (attachment.isAttached()) {
            attachment.tell(new ToParent.Forward(connection, request));
        } else {
            events.send(connection, Reply.refused(request.id(), "the hub has no connection to its parent, which is to"
                + " be asked" + (attachment.awayWhy() == null ? "" : ": " + attachment.awayWhy())));
        }
    }

    private void onStop(final int connection, final Request.Stop stop) {
        if (stop.asset() != null) {
            withMember(connection, stop.id(), stop.asset(),
                member -> departures.endRun(stop.failed() ? End.FAILED_BY_ASSET : End.ENDED_BY_ASSET,
                    EndReason.of("asset '" + member.name() + (stop.failed() ? "' failed" : "' ended") + " the run: "
                        + EndReason.oneLine(stop.reason()))));
        } else if (stop.failed()) {
            events.send(connection, Reply.refused(stop.id(),
                "only an asset can fail the run; name it in the field 'asset'"));
        } else if (attachment.isAttached()) {
            forward(connection, stop);
        } else {
            events.send(connection, Reply.done(stop.id()));
            departures.endRun(End.ASKED, EndReason.of(
                stop.reason() == null ? "asked to stop" : "asked to stop: " + EndReason.oneLine(stop.reason())));
        }
    }

    private void withMember(final int connection, final long id, final String asset, final Consumer<Member> action) {
        final Member member = members.named(asset);
        if (member == null || member.connection() != connection) {
            events.send(connection, Reply.refused(id, notHere(asset)));
            return;
        }
        events.send(connection, Reply.done(id));
        action.accept(member);
    }
}
