package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.hub.core.event.EndReason;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.RunGates;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.rule.GateLiveness;
import io.takt.rule.Liveness;
import io.takt.shm.control.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Where a hub is in its life, and the one place that changes it: the run begins, stands, goes on, begins anew after a
 * reset, and ends. Owned by the hub's thread.
 *
 * <pre>
 *  WAITING ──► READY ──► RUNNING ◄──► PAUSED      RUNNING, PAUSED, WAITING ──► RESETTING ──► WAITING or PAUSED
 *                           │
 *                           └──► STOPPED, FAILED      from every state
 * </pre>
 */
final class Life {
    private final HubPlan plan;
    private final Epoch epoch;
    private final Members members;
    private final Links links;
    private final Listeners listeners;
    private final Core core;
    private final Resetting resetting;
    private final DeferredJoins deferred;
    private final FileJoins fileJoins;
    private final Losses losses;
    private final Watching watching;
    private final Events events;
    private HubState state = HubState.WAITING;
    private boolean begun;
    private End end;
    private String reason;
    private HubStatus lastStatus;

    /**
     * A hub that waits for its assets.
     *
     * @param begun whether its run has begun under a hub before this one.
     */
    Life(final HubPlan plan, final Epoch epoch, final Members members, final Links links, final Listeners listeners,
        final Core core, final Resetting resetting, final DeferredJoins deferred, final FileJoins fileJoins,
        final Losses losses, final Watching watching, final Events events, final boolean begun) {
        this.plan = plan;
        this.epoch = epoch;
        this.members = members;
        this.links = links;
        this.listeners = listeners;
        this.core = core;
        this.resetting = resetting;
        this.deferred = deferred;
        this.fileJoins = fileJoins;
        this.losses = losses;
        this.watching = watching;
        this.events = events;
        this.begun = begun;
    }

    HubState state() {
        return state;
    }

    /** Whether the run has begun, and is not to begin anew. */
    boolean hasBegun() {
        return begun;
    }

    /** Null while the run has not ended. */
    End end() {
        return end;
    }

    /** How the hub stands; after the end of the run, how it stood then. */
    HubStatus status() {
        return lastStatus == null ? watching.status(state, end, reason, epoch.number()) : lastStatus;
    }

    /** A process has joined. If its simulator is back at its start, its clock is no place to step from. */
    void onJoined(final Member member) {
        if (member.isBackAtStart() && state != HubState.WAITING) {
            reset(Member.NOBODY, 0);
        }
    }

    void onReady(final Member member) {
        if (member.state() == AssetState.JOINED) {
            members.changeState(member, state == HubState.RUNNING ? AssetState.RUNNING : AssetState.READY, null);
            startIfReady();
        }
    }

    private void startIfReady() {
        if (state == HubState.WAITING && members.areReady() && links.missingSenders().isEmpty()) {
            if (members.isAnyBackAtStart()) { // a killed hub had begun a reset: too late to go on as if it had not
                reset(Member.NOBODY, 0);
            } else {
                changeState(HubState.READY, null);
                run();
            }
        }
    }

    private void run() {
        begun = true;
        if (!links.hasBegun()) {
            judgeGatesOfPrograms();
        }
        links.start();
        core.start();
        members.forEach(member -> {
            if (member.state() == AssetState.READY) {
                members.changeState(member, AssetState.RUNNING, null);
            }
        });
        changeState(HubState.RUNNING, null);
    }

    /**
     * Only if not all gates at steps' ends, which alone may stop a run, stand in the configuration: those have been
     * judged before the start.
     */
    private void judgeGatesOfPrograms() {
        final List<GateLiveness.Link> gates = new ArrayList<>();
        boolean isNews = false;
        for (final Member member : members.all()) {
            final List<InputSpec> configured = plan.messages().inputs(member.name(), List.of());
            for (final MemberChannels.Input input : member.channels().inputs()) {
                final InputSpec spec = input.spec();
                if (spec.delivery().isGated() && members.named(spec.sender()) != null) {
                    final boolean isUntilEnd = spec.delivery() == Delivery.GATED_UNTIL_END;
                    gates.add(new GateLiveness.Link(spec.channel(), spec.sender(), member.name(), spec.delayNs(),
                        isUntilEnd));
                    isNews |= isUntilEnd && !configured.contains(spec);
                }
            }
        }
        if (isNews) {
            events.emit(new HubEvent.GatesToJudge(new RunGates(plan.coreStepNs(), plan.maxDelayNs(),
                members.all().stream().map(member -> new Liveness.Member(member.name(), member.steps())).toList(),
                gates)));
        }
    }

    void pause() {
        if (state == HubState.RUNNING) {
            core.stand();
            changeState(HubState.PAUSED, null);
        }
    }

    void resume() {
        if (state == HubState.PAUSED && begun) {
            run();
        } else if (state == HubState.PAUSED) {
            changeState(HubState.WAITING, null);
            startIfReady();
        }
    }

    void reset(final int connection, final long id) {
        final boolean isPaused = state == HubState.PAUSED;
        core.stand();
        links.beginReset();
        changeState(HubState.RESETTING, null);
        resetting.begin(connection, id, isPaused);
        endResetIfAllDone();
    }

    void onResetDone(final Member member) {
        member.resetting(false);
        endResetIfAllDone();
    }

    /** To be asked whenever the reset may have to wait for one asset less. */
    void endResetIfAllDone() {
        if (state != HubState.RESETTING || !resetting.isDone()) {
            return;
        }
        try {
            epoch.beginNext(members);
        } catch (final IllegalStateException e) {
            end(End.NO_ROOM, EndReason.of("no room for the clocks of a new epoch: " + e.getMessage()));
            return;
        }
        begun = false;
        links.reset();
        core.reset(epoch.coreClock());
        members.forEach(member -> {
            if (member.state() == AssetState.RUNNING) {
                members.changeState(member, AssetState.READY, null);
            }
        });
        members.connections().forEach(each ->
            events.send(each, new Event.Clocks(epoch.number(), core.counterId(), members.countersOf(each))));
        resetting.done();
        changeState(resetting.wasPaused() ? HubState.PAUSED : HubState.WAITING, null);
        deferred.release();
        startIfReady();
    }

    /** Ends the run; nothing happens when it has ended already. */
    void end(final End how, final EndReason why) {
        if (state.isEnd()) {
            return;
        }
        core.stand();
        if (state == HubState.RESETTING) {
            resetting.cutShort(why.text());
        }
        // A run from which an asset is missing is not done, whatever has ended it.
        final EndReason lost = how.state() == HubState.FAILED ? null
            : losses.stillLost(why, members, begun && (state == HubState.RUNNING || state == HubState.PAUSED));
        end = lost == null ? how : End.ASSET_LOST;
        epoch.retire();
        changeState(end.state(), lost == null ? why : lost);
        deferred.release();
        fileJoins.release();
        lastStatus = status();
    }

    private void changeState(final HubState newState, final EndReason why) {
        state = newState;
        reason = why == null ? null : why.text();
        events.emit(new HubEvent.StateChanged(newState, core.timeNs(), why));
        final Set<Integer> audience = members.connections();
        audience.addAll(listeners.connections());
        audience.forEach(each -> events.send(each, new Event.State(newState, reason)));
    }
}
