package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.core.event.EndReason;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.status.End;
import io.takt.shm.control.Event;
import java.util.List;
import java.util.Set;

/**
 * Where a hub is in its life, and the one place that changes it: the run begins, stands, goes on, begins anew after a
 * reset, and ends. Owned by the hub's thread.
 *
 * <pre>
 *  WAITING ◄──► READY ──► RUNNING ◄──► PAUSED ──► WAITING, where it was paused in a reset before the run
 *
 *  WAITING, READY, RUNNING, PAUSED ──► RESETTING ──► WAITING or PAUSED
 *  WAITING, READY, RUNNING, PAUSED, RESETTING ──► STOPPED or FAILED
 * </pre>
 *
 * <p>{@link #leads} is this drawing, and {@link #changeState} the only method that changes the state.
 */
final class Life {
    private final Epoch epoch;
    private final Members members;
    private final Links links;
    private final Listeners listeners;
    private final Core core;
    private final Resetting resetting;
    private final WaitingJoins waiting;
    private final Attachment attachment;
    private final Events events;
    private HubState state = HubState.WAITING;
    private End end;
    private String reason;
    private boolean childrenAsked;
    private boolean resetIsDue;
    /** {@link Logs#crossed} when this round of questions to child hubs began. */
    private long crossed;

    /** A hub that waits for its assets. */
    Life(final Federate federate, final Listeners listeners, final Resetting resetting, final WaitingJoins waiting,
        final Attachment attachment) {
        this.epoch = federate.epoch();
        this.members = federate.members();
        this.links = federate.links();
        this.listeners = listeners;
        this.core = federate.core();
        this.resetting = resetting;
        this.waiting = waiting;
        this.attachment = attachment;
        this.events = federate.events();
    }

    HubState state() {
        return state;
    }

    /** Null while the run has not ended. */
    End end() {
        return end;
    }

    /** Why it has ended, in one line; null while it has not. */
    String reason() {
        return reason;
    }

    /** A process has joined. If its simulator is back at its start, its clock is ahead of it: it waits for a reset. */
    void onJoined(final Member member) {
        resetIfDue();
        if (state != HubState.RESETTING
            && (member.isBackAtStart() && state != HubState.WAITING || member.wouldRepeatItself())) {
            beginAnew();
        } else if (member.beginsAnew()) {
            member.setSentDawn(true);
        } else if (member.isInReset()) {
            startIfReady();
        }
        if (childrenAsked) {
            tellOfSettling(member);
        }
    }

    /** T_c stands for good: child hubs are told so, once unless {@link #settleAnew} or more messages want it again. */
    void settle() {
        if (!childrenAsked) {
            childrenAsked = true;
            beginRound();
        }
    }

    private void beginRound() {
        crossed = links.logs().crossed();
        members.forEach(member -> {
            if (member.isFederate()) {
                member.child().settleAnew();
            }
            tellOfSettling(member);
        });
    }

    /** The parent begins a round, so this hub does; or T_c may go on after all: what children have said is outdated. */
    void settleAnew() {
        childrenAsked = false;
    }

    /**
     * Whether all have settled, and for good. Messages across borders may reach a child hub that has said that it has
     * settled; so child hubs are asked again until nothing has crossed meanwhile.
     */
    boolean hasSettledForGood() {
        if (links.logs().crossed() != crossed) {
            beginRound();
            return false;
        }
        return true;
    }

    /** One that begins anew would forget it with its epoch: it is told behind its clocks. */
    private void tellOfSettling(final Member member) {
        if (member.isFederate() && !member.isAway() && !member.beginsAnew() && member.child().asksToSettle()) {
            events.send(member.connection(), new Event.Settle());
        }
    }

    /** Nothing below a child hub can step any more. Of an asset its clock says so. */
    void onSettled(final Member member) {
        if (member.isFederate() && member.child().onSettled() && childrenAsked) {
            tellOfSettling(member);
        }
    }

    void onReady(final Member member) {
        if (member.state() == AssetState.JOINED) {
            members.changeState(member, state == HubState.RUNNING ? AssetState.RUNNING : AssetState.READY, null);
            startIfReady();
        }
    }

    /** A child's clocks go back with all others of the tree. */
    private void beginAnew() {
        if (attachment.isChild()) {
            attachment.askForReset();
        } else {
            resetAll();
        }
    }

    private void startIfReady() {
        final int atLeast = attachment.isChild() ? 0 : 1;
        if (state == HubState.WAITING && !resetIsDue && members.areReady(atLeast)
            && links.logs().missingSenders().isEmpty()) {
            // A killed hub had begun a reset: too late to go on as if it had not.
            if (members.isAnyBackAtStart() || attachment.awaitsReset() || links.resets().isUnfinished()) {
                beginAnew();
            } else {
                changeState(HubState.READY, null);
                attachment.ready();
                runIfLet();
            }
        }
    }

    private void runIfLet() {
        if (attachment.lets()) {
            run();
        }
    }

    /** A child stands and goes with its parent. */
    void followParent() {
        if (state == HubState.WAITING) {
            startIfReady();
        } else if (state == HubState.READY) {
            runIfLet();
        } else if (attachment.parentState() == HubState.PAUSED) {
            pause();
        } else if (attachment.lets()) {
            resume();
        }
    }

    private void run() {
        if (!epoch.hasBegun()) {
            members.gatesToJudge().map(HubEvent.GatesToJudge::new).ifPresent(events::emit);
        }
        epoch.begin();
        links.start();
        core.start();
        members.forEach(member -> {
            if (member.state() == AssetState.READY) {
                members.changeState(member, AssetState.RUNNING, null);
            }
        });
        changeState(HubState.RUNNING, null);
    }

    void pause() {
        if (state == HubState.RUNNING) {
            core.stand();
            changeState(HubState.PAUSED, null);
        }
    }

    void resume() {
        if (state == HubState.PAUSED && epoch.hasBegun()) {
            run();
        } else if (state == HubState.PAUSED) {
            changeState(HubState.WAITING, null);
            startIfReady();
        }
    }

    /**
     * Without a user who asks: the parent resets, or has done so without this hub. Assets that a killed hub has left
     * are waited for, if they are about to attach: else they would miss it. So are child hubs that make up for the
     * reset before, if their senders are received here.
     */
    void resetAll() {
        resetIsDue = true;
        resetIfDue();
    }

    private void resetIfDue() {
        if (resetIsDue && members.firstCatchingUp() == null
            && (state != HubState.WAITING || !members.isAnyAttaching())) {
            reset(Member.NO_CONNECTION, 0);
        }
    }

    /** A member has gone for good. Its parent may let a ready hub run, which is not to begin without this one. */
    void onGone(final Member member) {
        if (state == HubState.READY && members.isAwaited(member.name())) {
            changeState(HubState.WAITING, null);
        }
    }

    /** To be called now and then: a reset that cannot be over ends the run. */
    void look() {
        final String endless = state == HubState.RESETTING ? links.resets().endless() : null;
        if (endless != null) {
            end(End.NO_ROOM, EndReason.of(endless));
        }
    }

    /** One asset fewer is waited for. */
    void onOneLess() {
        resetIfDue();
        endResetIfAllDone();
    }

    void reset(final int connection, final long id) {
        resetIsDue = false;
        childrenAsked = false;
        final boolean isPaused = state == HubState.PAUSED;
        core.stand();
        links.resets().begin();
        attachment.beginReset();
        core.settleNoMore();
        epoch.markResetting();
        changeState(HubState.RESETTING, null);
        resetting.begin(connection, id, isPaused, epoch.number());
        endResetIfAllDone();
    }

    /**
     * A simulator is back at its start. A child hub that begins anew may say so when it has not heard yet that a reset
     * has begun meanwhile: then that counts for neither, since it will be said again.
     */
    void onResetDone(final Member member, final Long ofEpoch) {
        final boolean isAnew = ofEpoch == null && member.beginsAnew();
        if (ofEpoch != null && ofEpoch != epoch.number() || isAnew && state == HubState.RESETTING) {
            return;
        }
        member.resetting(false);
        if (isAnew) {
            member.setBeginsAnew(false);
            links.onBack(member);
            epoch.keepStanding(member);
            events.send(member.connection(),
                new Event.Clocks(epoch.number(), core.counterId(), List.of(member.counters())));
            if (childrenAsked) {
                tellOfSettling(member);
            }
            resetIfDue();
            startIfReady();
        }
        endResetIfAllDone();
    }

    /** To be called whenever an asset stops holding up the reset. */
    void endResetIfAllDone() {
        if (state != HubState.RESETTING || !resetting.isDone()) {
            return;
        }
        core.leaveParentsEpoch();
        epoch.leaveParents();
        links.resets().putBackMissing();
        if (!attachment.resetDone()) {
            return;
        }
        try {
            epoch.beginNext(members);
        } catch (final IllegalStateException e) {
            end(End.NO_ROOM, EndReason.of("no room for the clocks of a new epoch: " + e.getMessage()));
            return;
        }
        childrenAsked = false;
        links.reset();
        core.reset(epoch.coreClock(), epoch.parentClocks());
        members.forEach(member -> {
            if (member.state() == AssetState.RUNNING) {
                members.changeState(member, AssetState.READY, null);
            }
        });
        members.countersByConnection().forEach((connection, counters) ->
            events.send(connection, new Event.Clocks(epoch.number(), core.counterId(), counters)));
        resetting.done();
        // A child hub that begins anew reports ready even if it was paused; its parent says when it runs.
        changeState(resetting.wasPaused() && !attachment.owesReady() ? HubState.PAUSED : HubState.WAITING, null);
        waiting.onResetOver();
        if (attachment.isChild()) {
            // A restarted parent is not paused just because the killed one was.
            followParent();
        } else {
            startIfReady();
        }
    }

    /** Ends the run; nothing happens when it has ended already. */
    void end(final End how, final EndReason why) {
        if (state.isEnd()) {
            return;
        }
        core.stand();
        resetIsDue = false;
        if (state == HubState.RESETTING) {
            resetting.cutShort(why.text());
        }
        end = how;
        attachment.ended(how, why.text());
        epoch.retire();
        changeState(end.state(), why);
        waiting.onRunOver();
    }

    /** Whether the drawing has an arrow from one state to another. */
    static boolean leads(final HubState from, final HubState to) {
        return switch (from) {
            case WAITING -> to == HubState.READY || to == HubState.RESETTING || to.isEnd();
            case READY -> to == HubState.RUNNING || to == HubState.WAITING || to == HubState.RESETTING || to.isEnd();
            case RUNNING -> to == HubState.PAUSED || to == HubState.RESETTING || to.isEnd();
            case PAUSED -> to == HubState.RUNNING || to == HubState.WAITING || to == HubState.RESETTING || to.isEnd();
            case RESETTING -> to == HubState.WAITING || to == HubState.PAUSED || to.isEnd();
            case STOPPED, FAILED -> false;
        };
    }

    private void changeState(final HubState newState, final EndReason why) {
        if (!leads(state, newState)) {
            throw new IllegalStateException("a hub does not go from " + state + " to " + newState);
        }
        state = newState;
        reason = why == null ? null : why.text();
        events.emit(new HubEvent.StateChanged(newState, core.timeNs(), why));
        final Set<Integer> audience = members.connections();
        audience.addAll(listeners.connections());
        audience.forEach(each -> events.send(each, new Event.State(newState, reason)));
    }
}
