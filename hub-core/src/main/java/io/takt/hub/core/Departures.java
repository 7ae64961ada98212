package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.core.event.EndReason;
import io.takt.hub.core.event.Loss;
import io.takt.hub.core.event.Loss.Cause;
import io.takt.hub.core.event.Sequel;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.status.End;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Judges what follows when an asset leaves or is lost, or will never come: the run ends, the others go on, or its
 * program is started again. Owned by the hub's thread.
 */
final class Departures {
    private final HubPlan plan;
    private final Life life;
    private final Epoch epoch;
    private final Members members;
    private final Core core;
    private final Joining joining;
    private final Losses losses;
    private long lostSoFar;

    Departures(final Federate federate, final Life life, final Joining joining, final Losses losses) {
        this.plan = federate.plan();
        this.life = life;
        this.epoch = federate.epoch();
        this.members = federate.members();
        this.core = federate.core();
        this.joining = joining;
        this.losses = losses;
    }

    void onJoined(final Member member) {
        losses.onJoined(member.name());
    }

    /** A program is being launched as an asset once more. */
    void onProgramStarted(final String asset) {
        losses.onProgramStarted(asset);
    }

    /** The program that was launched as an asset has ended. */
    void onProgramEnded(final String asset, final String how) {
        losses.onProgramEnded(asset, how);
        judgeEndOf(asset);
    }

    void onSurvivorEnded(final String asset, final long pid) {
        final Member member = members.named(asset);
        if (member != null && member.isAway() && member.pid() == pid) {
            onSurvivorEnded(member);
        }
    }

    /** The process of a member that is away, and was to attach again, has ended. */
    void onSurvivorEnded(final Member member) {
        if (!losses.isRestarting(member.name())) {
            onLost(member, Cause.NOT_ATTACHED_AGAIN, null);
        }
    }

    /** Its connection may be seen to close before or after its process is seen to end. */
    private void judgeEndOf(final String asset) {
        final String how = losses.endOfProgram(asset);
        final Member member = members.named(asset);
        if (how == null || life.state().isEnd() || member != null && !member.isAway()) {
            return;
        }
        final Loss early = Loss.of(asset, 0, core.timeNs(), Cause.PROGRAM_ENDED, how);
        if (member != null) {
            onLost(member, Cause.PROGRAM_ENDED, how);
        } else if (losses.isRestarted(asset) && !members.isExcused(asset)) {
            if (!losses.restart(early)) {
                endByLoss(early);
            }
        } else if (!epoch.hasBegun() && members.missing().contains(asset)) {
            endByLoss(Loss.of(asset, 0, core.timeNs(), Cause.PROGRAM_ENDED_AT_START, how));
        } else if (!losses.hasJoined(asset)) {
            // It was not waited for, so whether the run has begun meanwhile makes no difference to whether it ends.
            if (losses.isDropped(asset)) {
                losses.goOnWithout(early, epoch.hasBegun());
            } else {
                endByLoss(early);
            }
        }
    }

    /** The asset leaves by itself. */
    void onLeave(final Member member) {
        members.changeState(member, AssetState.LEFT, null);
        if (!life.state().isEnd()) {
            onGone(member);
        }
    }

    void onLost(final Member member, final Cause cause, final String detail) {
        onLost(List.of(member), each -> loss(each, cause, detail));
    }

    static Loss loss(final Member member, final Cause cause, final String detail) {
        return Loss.of(member.name(), member.pid(), member.clocks().time().read(), cause, detail);
    }

    /** How often an asset was lost. */
    long lostSoFar() {
        return lostSoFar;
    }

    /** All are told before one of them may end the run. */
    void onLost(final List<Member> gone, final Function<Member, Loss> how) {
        if (life.state().isEnd()) {
            return;
        }
        final List<Loss> lost = new ArrayList<>();
        for (final Member member : gone) {
            final Loss loss = how.apply(member);
            lost.add(loss);
            lostSoFar++;
            members.changeState(member, AssetState.LOST, loss.account());
        }
        for (int i = 0; i < lost.size() && !life.state().isEnd(); i++) {
            goOnAfter(lost.get(i), gone.get(i));
        }
    }

    private void goOnAfter(final Loss loss, final Member member) {
        if (member.onLost() == OnLost.RESTART) {
            member.leaveBehind();
            if (!hasClocksOfItsOwn(member, loss)) {
                return;
            }
            final List<String> missed = losses.whatMayNotBeMissed(member);
            if (!missed.isEmpty() || !losses.restart(loss)) {
                endByLoss(loss.missing(missed));
            } else {
                life.onOneLess();
            }
        } else if (member.onLost() == OnLost.HALT && epoch.hasBegun()) {
            endByLoss(loss);
        } else {
            losses.goOnWithout(loss, epoch.hasBegun());
            onGone(member);
        }
    }

    /** Without room for clocks that no other process may write the run ends. */
    private boolean hasClocksOfItsOwn(final Member member, final Loss loss) {
        try {
            joining.exchangeWithheldClocks(member);
            return true;
        } catch (final IllegalStateException e) {
            losses.tell(loss, Sequel.Kind.RUN_ENDS);
            life.end(End.NO_ROOM, EndReason.of(
                "no room for another clock of asset '" + member.name() + "': " + e.getMessage()));
            return false;
        }
    }

    /** Ends the run as it was meant to end; a run from which an asset is missing is not done. */
    void endRun(final End how, final EndReason why) {
        if (!life.state().isEnd()) {
            final boolean isUnderWay = epoch.hasBegun()
                && (life.state() == HubState.RUNNING || life.state() == HubState.PAUSED);
            final EndReason lost = how.state() == HubState.FAILED ? null
                : losses.stillLost(why, members, isUnderWay);
            life.end(lost == null ? how : End.ASSET_LOST, lost == null ? why : lost);
        }
    }

    private void endByLoss(final Loss loss) {
        losses.tell(loss, Sequel.Kind.RUN_ENDS);
        life.end(End.ASSET_LOST, EndReason.of(losses.afterAll(loss)));
    }

    /** The others go on without it, if there are any. */
    private void onGone(final Member member) {
        joining.letGo(member);
        life.onGone(member);
        if (members.isEmpty() && plan.endsWhenAllLeft() && epoch.hasBegun()) {
            endRun(End.ALL_LEFT, EndReason.of("all assets have left"));
        } else {
            judgeEndOf(member.name());
            life.onOneLess();
        }
    }
}
