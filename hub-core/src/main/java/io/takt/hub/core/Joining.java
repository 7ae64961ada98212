package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.JoinRefusedException;
import io.takt.asset.RefusalCode;
import io.takt.asset.SimTime;
import io.takt.asset.TaktException;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.event.TappedJoin;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.world.Processes;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;

/**
 * Lets assets in: on a clock of their own that starts at T_c, or in the place of a member that is away, on the clock
 * that it left behind; and lets go those that are gone for good. Owned by the hub's thread.
 */
final class Joining {
    private final HubPlan plan;
    private final Epoch epoch;
    private final Members members;
    private final JoinTerms terms;
    private final Links links;
    private final Core core;
    private final Processes processes;
    private final WaitingJoins waiting;
    private final Seed seed;
    private final Events events;

    Joining(final Federate federate, final Processes processes, final WaitingJoins waiting, final Seed seed) {
        this.plan = federate.plan();
        this.epoch = federate.epoch();
        this.members = federate.members();
        this.terms = new JoinTerms(plan, members, seed);
        this.links = federate.links();
        this.core = federate.core();
        this.processes = processes;
        this.waiting = waiting;
        this.seed = seed;
        this.events = federate.events();
    }

    /**
     * Answers a join that the hub's state allows.
     *
     * @param startTime when its process started; 0 when that is not known.
     * @param state     of the hub.
     * @return the member; null when it was refused, or waits for its files.
     */
    Member join(final int connection, final Request.Join asked, final long startTime, final HubState state) {
        final boolean isAnew = terms.beginsAnew(asked, core.timeNs(), epoch.hasBegun());
        final Request.Join join = isAnew ? asked.timeNs(null) : asked;
        final Member away = members.named(join.asset());
        final Refusal clockRefusal = terms.refusal(join, core.timeNs());
        final Refusal refusal = clockRefusal != null ? clockRefusal : links.terms().refusal(join);
        if (refusal != null) {
            events.send(connection, Reply.refused(join.id(), refusal.code(), refusal.text()));
            if (join.federate() != null && refusal.code() == RefusalCode.CANNOT_GO_ON) {
                events.emit(new HubEvent.Warning("child hub '" + join.asset() + "' is refused: " + refusal.text()));
            }
            return null;
        }
        if (waiting.waitsForFiles(connection, asked, startTime, links.files(join))) {
            return null;
        }
        final Member member;
        try {
            member = away == null || startsAtCoreTime(join) ? begin(connection, join, startTime)
                : takeOver(away, connection, join, startTime);
        } catch (final JoinRefusedException e) {
            events.send(connection, Reply.refused(join.id(), e.code(), e.getMessage()));
            return null;
        } catch (final IllegalStateException | TaktException e) {
            events.send(connection, Reply.refused(join.id(), RefusalCode.NO_ROOM, e.getMessage()));
            return null;
        }
        member.federate(join.federate());
        if (isAnew) {
            member.setBeginsAnew(true);
            if (away == null) {
                member.setSentDawn(true);
            }
        }
        epoch.keepStanding(member);
        if (join.timeNs() == null) {
            links.beginProcess(member);
        }
        links.begin(member);
        refuseMistaken(join);
        processes.enter(member.pid(), member.startTime());
        final TappedJoin tapped = links.told(member);
        if (tapped != null) {
            events.emit(new HubEvent.AssetTapped(tapped));
        }
        final long timeNs = member.clocks().time().read();
        events.emit(new HubEvent.AssetChanged(
            member.name(), AssetState.JOINED, timeNs, member.pid(), "at " + SimTime.format(timeNs)));
        events.send(connection, Reply.joined(join.id(),
            new Reply.Joined(plan.hub(), plan.cncFile(), epoch.number(), core.counterId(), plan.coreStepNs(),
                plan.maxDelayNs(), member.steps().greatestNs(),
                member.steps().isFixed() ? null : member.steps().granularityNs(),
                member.steps().isWhole() ? true : null, terms.intervalNs(join), terms.waiting(member.name()),
                terms.onHubLost(member.name()), member.counters(), seed.value(), state,
                member.channels().border().told(), isAnew ? true : null)));
        return member;
    }

    /** A sender's channels are known once it has joined; receivers that have named others are refused. */
    private void refuseMistaken(final Request.Join join) {
        for (final Member member : members.receiversFrom(join.asset())) {
            final Refusal refusal = member.isAway() ? null : links.terms().refusalSince(member, join);
            if (refusal != null) {
                member.refuse();
                events.send(member.connection(),
                    new Event.Refused(member.name(), refusal.code().name(), refusal.text()));
            }
        }
    }

    /** A process that goes on does so from where it is; only one that starts may ask for T_c. */
    private static boolean startsAtCoreTime(final Request.Join join) {
        return join.atCoreTime() && join.timeNs() == null;
    }

    /** The clock that a member has left behind is freed before T_c may move on without it: see the observer. */
    private Member begin(final int connection, final Request.Join join, final long startTime) {
        final Member away = members.named(join.asset());
        final Member member = members.create(join.asset(), connection, terms.steps(join), terms.intervalNs(join));
        member.process(known(join.pid()), startTime);
        member.channels(links.open(join));
        final AssetClocks fresh;
        try {
            fresh = epoch.allocate(member, core.timeNs(), AssetState.JOINED);
        } catch (final IllegalStateException e) {
            links.undo(member.channels());
            throw e;
        }
        links.beginAnew(member, away);
        if (away != null) {
            epoch.free(away);
            core.remove(away);
            members.replace(away);
            processes.leave(away.pid());
        }
        member.start(fresh, core.timeNs());
        member.beginProcess();
        core.add(member);
        return member;
    }

    private Member takeOver(final Member away, final int connection, final Request.Join join,
        final long startTime) {
        final MemberChannels before = away.channels();
        away.channels(links.open(join));
        try {
            giveCounters(away, before);
        } catch (final IllegalStateException e) {
            links.undo(away.channels());
            away.channels(before);
            throw e;
        }
        members.receivesOther(away, before);
        links.freeUnread(away);
        if (join.timeNs() != null) {
            goOnAt(away, join.timeNs());
        } else {
            warnOfMissed(away);
            away.account().restarted();
        }
        processes.leave(away.pid());
        away.takeOver(connection);
        away.interval(terms.intervalNs(join));
        epoch.handOver(away, known(join.pid()), startTime);
        away.state(AssetState.JOINED);
        return away;
    }

    /** Messages that a process has taken out of others' logs to make room have gone with it. */
    private void warnOfMissed(final Member member) {
        final long timeNs = member.clocks().time().read();
        member.channels().missed(timeNs).forEach(missed -> {
            member.account().missed(missed.messages());
            events.emit(new HubEvent.Warning("asset '" + member.name() + "' goes on from " + SimTime.format(timeNs)
                + " and " + (missed.messages() == 0 ? "may miss " : "misses ") + missed
                + ": the process before had taken them out of a full log, and not used them yet"));
        });
    }

    /** Channels have counters, too. Throws {@link IllegalStateException} without room. */
    private void giveCounters(final Member member, final MemberChannels before) {
        final MemberChannels now = member.channels();
        if (!now.channels().equals(before.channels()) || now.receives() != before.receives()) {
            members.move(member, epoch.exchange(member));
        }
    }

    /**
     * A simulator that is back at its start must not step before all are: it stands at T_c until the reset. If it
     * missed a reset, its messages from the dawn of time are lost, so another reset follows.
     */
    private void goOnAt(final Member away, final long timeNs) {
        final boolean hasLostDawn = away.hasMissedReset() && !away.channels().channels().isEmpty();
        if (timeNs == 0 && (away.clocks().time().read() > 0 || hasLostDawn)) {
            away.clocks().time().publish(core.timeNs());
            away.start(away.clocks(), core.timeNs());
            away.backAtStart();
        } else {
            away.clocks().time().publish(timeNs);
        }
    }

    /** In a namespace of its own an asset may call itself 1; that is no number to look at, let alone to signal. */
    private static long known(final long pid) {
        return pid > 1 && pid <= Integer.MAX_VALUE ? pid : 0;
    }

    /**
     * A member whose clocks another process may write goes on with others; throws {@link IllegalStateException} when
     * there is no room for them.
     */
    void exchangeWithheldClocks(final Member member) {
        if (epoch.isWithheld(member)) {
            members.move(member, epoch.exchange(member));
        }
    }

    /** A member goes for good. Its record is freed before T_c may move on without it: see the observer. */
    void letGo(final Member member) {
        links.end(member);
        epoch.free(member);
        core.remove(member);
        processes.leave(member.pid());
        members.remove(member, core.timeNs(), epoch.hasBegun());
    }

    /**
     * Puts the clocks of a killed hub where they stood, before any process can join: none is there yet, but each
     * that comes finds its place. Throws {@link IllegalStateException} when there is no room.
     */
    void expect(final LeftClocks left) {
        links.logs().beginExpecting();
        for (final LeftClocks.LeftAsset asset : left.assets()) {
            final Member member = members.createAway(asset.name(), asset.steps());
            member.process(known(asset.pid()), asset.startTime());
            member.channels(links.open(asset.name()));
            member.leftByKilledHub(asset.hasMissed());
            member.start(epoch.allocate(member, asset.timeNs(), AssetState.LOST), asset.timeNs());
            member.channels().showPromises(member.clocks());
            member.state(AssetState.LOST);
            core.add(member);
            processes.enter(member.pid(), member.startTime());
        }
        links.logs().endExpecting();
        if (epoch.hasBegun()) {
            members.excuseMissing();
        }
    }
}
