package io.takt.hub.core;

import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.hub.core.event.EndReason;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.status.End;
import io.takt.hub.core.world.ParentClock;
import io.takt.shm.control.Reply;
import java.util.ArrayDeque;
import java.util.Queue;

/** A child hub's answers to news of its parent. Owned by the hub's thread. */
final class FromParent {
    private final Attachment attachment;
    private final Life life;
    private final Departures departures;
    private final Epoch epoch;
    private final Members members;
    private final Core core;
    private final WaitingJoins waiting;
    private final Seed seed;
    private final Watching watching;
    private final Events events;
    private final Links links;
    private final Lineage lineage;
    /** News that has come while files are made for what crosses the border. */
    private final Queue<ParentNews> held = new ArrayDeque<>();
    private ParentClock clock = ParentClock.NONE;
    private boolean isMakingFiles;

    FromParent(final Federate federate, final Attachment attachment, final Life life, final Departures departures,
        final WaitingJoins waiting, final Seed seed, final Watching watching, final Lineage lineage) {
        this.lineage = lineage;
        this.watching = watching;
        this.links = federate.links();
        this.attachment = attachment;
        this.life = life;
        this.departures = departures;
        this.epoch = federate.epoch();
        this.members = federate.members();
        this.core = federate.core();
        this.waiting = waiting;
        this.seed = seed;
        this.events = federate.events();
    }

    void under(final ParentClock parentClock) {
        clock = parentClock;
    }

    void on(final ParentNews news) {
        if (news instanceof ParentNews.Answered answered) {
            onAnswered(answered);
        } else if (news instanceof ParentNews.Page page) {
            attachment.onPage(page.way());
        } else if (news instanceof ParentNews.Ancestry above) {
            lineage.onAncestry(above.hubs());
        } else if (isMakingFiles) {
            held.add(news);
        } else if (!life.state().isEnd()) {
            onRun(news);
        }
    }

    /** An answer without a connection here is for this hub itself. */
    private void onAnswered(final ParentNews.Answered answered) {
        if (answered.connection() != Member.NO_CONNECTION) {
            events.send(answered.connection(), answered.error() == null ? Reply.done(answered.id())
                : Reply.refused(answered.id(), answered.error()));
        } else if (answered.error() != null) {
            attachment.onResetRefused();
        }
    }

    /** To be called now and then: a reset that this hub needs is asked for again after a refusal. */
    void askAgain() {
        if (!life.state().isEnd()) {
            attachment.askAgain();
        }
    }

    private void onRun(final ParentNews news) {
        if (news instanceof ParentNews.Joined joined) {
            onJoined(joined);
        } else if (news instanceof ParentNews.State state) {
            onState(state);
        } else if (news instanceof ParentNews.Reset reset) {
            attachment.onResetOrdered(reset.epoch());
            if (life.state() == HubState.RESETTING) {
                attachment.onParentReset();
                life.endResetIfAllDone();
            } else {
                life.resetAll();
            }
        } else if (news instanceof ParentNews.Clocks) {
            clock.begin();
            attachment.onClocks();
            life.endResetIfAllDone();
        } else if (news instanceof ParentNews.Settling) {
            core.settle();
            life.settleAnew();
        } else if (news instanceof ParentNews.Away away) {
            onAway(away);
        } else if (news instanceof ParentNews.Reporting) {
            attachment.tell(new ToParent.Subtree(watching.asNode()));
        } else if (news instanceof ParentNews.GivenUp givenUp) {
            departures.endRun(End.PARENT_FAILED, EndReason.of(givenUp.why()));
        } else if (news instanceof ParentNews.Broken broken) {
            departures.endRun(End.PARENT_FAILED, EndReason.of(broken.why()));
        } else if (news instanceof ParentNews.Refused refused) {
            departures.endRun(End.PARENT_FAILED, EndReason.of("its parent does not take it: " + refused.why()));
        } else {
            throw new IllegalStateException("no part handles " + news);
        }
    }

    private void onAway(final ParentNews.Away away) {
        long reportedNs = core.holdReports();
        if (life.state() == HubState.RESETTING) {
            // Simulators that are being put back are at the start of an epoch which the parent may not know of. One
            // that does not puts this hub's clock up to its own, beyond the last report.
            core.leaveParentsEpoch();
            epoch.leaveParents();
            reportedNs = 0;
        }
        attachment.onAway(away.why(), reportedNs);
    }

    private void onJoined(final ParentNews.Joined joined) {
        final Reply.Crossing crossing = joined.crossing();
        links.logs().know(crossing);
        if (crossing == null) {
            attach(joined);
            return;
        }
        final String refusal = links.borders().refusal(crossing);
        if (refusal != null) {
            departures.endRun(End.PARENT_FAILED, EndReason.of("its parent cannot have it: " + refusal));
            return;
        }
        isMakingFiles = true;
        waiting.makeFiles(links.borders().files(crossing), failure -> onFilesMade(joined, failure));
    }

    private void onFilesMade(final ParentNews.Joined joined, final String failure) {
        isMakingFiles = false;
        if (life.state().isEnd()) {
            return;
        }
        try {
            if (failure != null) {
                throw new TaktException(failure);
            }
            attachment.tell(links.borders().cross(joined.crossing(), joined.isAnew(),
                areClocksThere(joined)));
        } catch (final TaktException e) {
            departures.endRun(End.NO_ROOM, EndReason.of("no room for channels to or from its parent: "
                + e.getMessage()));
            return;
        }
        attach(joined);
        while (!held.isEmpty() && !isMakingFiles) {
            on(held.remove());
        }
    }

    /**
     * Whether the reset under way here is over at the parent, whose word on that has gone with the connection before;
     * or the parent was killed in that reset, of which the next one knows nothing, and this hub stood at 0 there in any
     * case.
     */
    private boolean areClocksThere(final ParentNews.Joined joined) {
        return joined.place() == ParentNews.Place.GIVEN && life.state() == HubState.RESETTING && joined.timeNs() == 0
            && joined.state() != HubState.RESETTING;
    }

    private void attach(final ParentNews.Joined joined) {
        clock.begin();
        if (seed.ofParent(joined.seed())) {
            events.emit(new HubEvent.SeedInherited(joined.seed()));
            if (!attachment.isAlone()) {
                departures.endRun(End.PARENT_FAILED, EndReason.of("its parent has begun anew with another seed, "
                    + joined.seed() + "; start it anew, too"));
                return;
            }
        }
        if (joined.place() != ParentNews.Place.KEPT) {
            core.settleNoMore();
        }
        if (joined.isAnew()) {
            beginAnew(joined.state());
            return;
        }
        final boolean areClocksThere = areClocksThere(joined);
        if (areClocksThere) {
            attachment.onClocks();
            // T_c is of the epoch before until all below are back.
            core.leaveParentsEpoch();
            epoch.leaveParents();
        }
        if (attachment.isLeftInReset()) {
            waitForReset(joined.state());
        } else if (attachment.onJoined(joined.state())) {
            try {
                begin(joined.timeNs());
            } catch (final IllegalStateException e) {
                departures.endRun(End.NO_ROOM, EndReason.of("no room for the clocks of a child: "
                    + e.getMessage()));
                return;
            }
            waiting.onPlaceFound();
        } else {
            core.reportAgain(joined.timeNs());
        }
        clock.countsFrom(core.timeNs());
        if (areClocksThere) {
            life.endResetIfAllDone();
        }
        life.followParent();
    }

    /**
     * The hub before this one was killed in a reset. Whether the parent knows that some below may be at their starts
     * cannot be told: so there is to be another.
     */
    private void waitForReset(final HubState parentState) {
        core.leaveParentsEpoch();
        epoch.beginUnderWithTheNext();
        attachment.askForReset();
        if (attachment.onJoined(parentState)) {
            waiting.onPlaceFound();
        }
    }

    /** The parent's epoch is another one than that of this hub, and has not come far without it. */
    private void beginAnew(final HubState parentState) {
        events.emit(new HubEvent.Warning("its parent has begun anew, or was reset, while it was away: all simulators go"
            + " back to their starts"));
        final boolean isFirst = attachment.isAlone();
        attachment.onJoinedAnew(parentState);
        core.leaveParentsEpoch();
        epoch.beginUnderWithTheNext();
        if (life.state() == HubState.RESETTING) {
            life.endResetIfAllDone();
        } else {
            life.resetAll();
        }
        if (isFirst) {
            waiting.onPlaceFound();
        }
    }

    /**
     * With members it goes on where a killed hub had left off. Without, it begins; in a place whose time is that of the
     * slowest asset before, at its parent's time: no multiple of its step leads from that asset's to it, and the steps
     * of all levels would go together in ways that only a greater D_max allows.
     */
    private void begin(final long timeNs) {
        final long reportNs = members.isEmpty() ? timeNs : core.reportNs();
        // Read once: the parent's clock goes on, and T_c is never beyond what is known of it here.
        final long parentNs = clock.timeNs();
        epoch.beginUnder(parentNs, reportNs);
        if (members.isEmpty()) {
            core.startAt(core.reportsSlowest() ? parentNs : timeNs, timeNs, epoch.parentClocks());
        } else {
            core.goOnAt(reportNs, epoch.parentClocks());
        }
    }

    private void onState(final ParentNews.State state) {
        attachment.onParentState(state.state());
        if (state.state() == HubState.STOPPED) {
            departures.endRun(End.WITH_PARENT, EndReason.of("its parent has stopped: " + state.reason()));
        } else if (state.state() == HubState.FAILED) {
            departures.endRun(End.PARENT_FAILED, EndReason.of("its parent has failed: " + state.reason()));
        } else {
            life.followParent();
        }
    }
}
