package io.takt.hub.core;

import io.takt.hub.core.plan.Paths;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.Wait;
import io.takt.hub.core.world.Processes;
import java.util.ArrayList;
import java.util.List;

/**
 * An asset that waits for messages of another one, or for another one to read its own, is not to blame: follows such
 * waits through a hub to the end. Owned by the hub's thread.
 */
final class InputWaits {
    /** A chain of more names says no more to a reader. */
    private static final int MOST = 16;

    private final String hub;
    private final Members members;
    private final Attachment attachment;
    private final Processes processes;
    private final Hold last = new Hold();

    InputWaits(final String hub, final Members members, final Attachment attachment, final Processes processes) {
        this.hub = hub;
        this.members = members;
        this.attachment = attachment;
        this.processes = processes;
    }

    /** The input for which the blocker of a hold waits in turn; null if it waits for none, or for an unknown one. */
    Wait after(final Hold hold, final long nowNs) {
        final List<Member> held = new ArrayList<>();
        Member member = hold.reason() == HoldReason.INPUT ? hold.by() : null;
        HubStatus.Awaited awaited = member == null ? null : members.awaited(member);
        while (awaited != null && !held.contains(member) && held.size() < MOST) {
            held.add(member);
            member = members.named(Paths.first(awaited.asset()));
            awaited = member == null ? null : members.awaited(member);
        }
        if (held.isEmpty()) {
            last.end(nowNs);
            return null;
        }
        Wait then = end(held.get(held.size() - 1), member, awaited == null, nowNs);
        for (int i = held.size() - 1; i > 0; i--) {
            final Member each = held.get(i);
            then = wait(each, HoldReason.INPUT, members.awaited(each), 0, then);
        }
        return then;
    }

    private Wait end(final Member waits, final Member member, final boolean isFree, final long nowNs) {
        if (member == null || !isFree) {
            last.end(nowNs);
            final HubStatus.Awaited awaited = members.awaited(waits);
            return awaited != null && Paths.first(awaited.asset()).equals(Paths.UP)
                ? new Wait(hub, null, attachment.reason(), attachment.awayWhy(), null, 0) : null;
        }
        if (last.by() != member) {
            last.begin(member, nowNs);
        }
        last.look(processes.newest(member.pid()), false, nowNs);
        return wait(member, last.reason(), null, last.forNs(nowNs), null);
    }

    private Wait wait(final Member member, final HoldReason reason, final HubStatus.Awaited awaited, final long forNs,
        final Wait then) {
        return WaitWords.of(hub, member, reason, processes.newest(member.pid()), awaited, forNs, then);
    }

    /** The end of the chain that was followed last; null for none. */
    Member last() {
        return last.by();
    }
}
