package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.asset.SimTime;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;

/**
 * Lets assets in: on a clock of their own that starts at T_c, or in the place of a member that is away, on the clock
 * that it left behind. Owned by the hub's thread.
 */
final class Joining {
    private final HubPlan plan;
    private final HubClocks clocks;
    private final Members members;
    private final Core core;
    private final Outbox outbox;

    Joining(final HubPlan plan, final HubClocks clocks, final Members members, final Core core, final Outbox outbox) {
        this.plan = plan;
        this.clocks = clocks;
        this.members = members;
        this.core = core;
        this.outbox = outbox;
    }

    /**
     * Answers a join that the hub's state allows.
     *
     * @return the member; null when it was refused.
     */
    Member join(final int connection, final Request.Join join, final long epoch) {
        final Member away = members.named(join.asset());
        final String refusal = members.refusal(join, core.timeNs());
        if (refusal != null) {
            outbox.send(connection, Reply.refused(join.id(), refusal));
            return null;
        }
        final Member member;
        try {
            member = away == null || startsAtCoreTime(join) ? begin(connection, join, epoch)
                : takeOver(away, connection, join);
        } catch (final IllegalStateException e) {
            outbox.send(connection, Reply.refused(join.id(), e.getMessage()));
            return null;
        }
        outbox.onAsset(member.name(), AssetState.JOINED, "at " + SimTime.format(member.clocks().time().read()));
        outbox.send(connection, new Reply(join.id(), true, null,
            new Reply.Joined(plan.hub(), plan.cncFile(), epoch, core.counterId(), plan.coreStepNs(),
                plan.maxDelayNs(), member.stepNs(), members.intervalNs(join), members.waiting(member.name()),
                members.onHubLost(member.name()), member.counters()), null, null));
        return member;
    }

    /** A process that goes on does so from where it is; only one that starts may ask for T_c. */
    private static boolean startsAtCoreTime(final Request.Join join) {
        return join.atCoreTime() && join.timeNs() == null;
    }

    /** The clock that a member has left behind is freed before T_c may move on without it: see the observer. */
    private Member begin(final int connection, final Request.Join join, final long epoch) {
        final Member away = members.named(join.asset());
        final Member member = members.create(connection, join);
        final var fresh = clocks.allocateAsset(epoch, member.number(), member.name(), core.timeNs(), AssetState.JOINED);
        if (away != null) {
            clocks.free(away.clocks());
            core.remove(away);
            members.replace(away);
        }
        member.start(fresh, core.timeNs());
        core.add(member);
        return member;
    }

    private Member takeOver(final Member away, final int connection, final Request.Join join) {
        if (join.timeNs() != null) {
            away.clocks().time().publish(join.timeNs());
        }
        away.takeOver(connection);
        away.state(AssetState.JOINED);
        return away;
    }
}
