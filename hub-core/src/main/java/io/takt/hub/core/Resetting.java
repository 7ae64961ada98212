package io.takt.hub.core;

import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import org.agrona.concurrent.NanoClock;

/**
 * The reset that is under way: who asked for it, and whose simulator is not back at its start yet. Of several the one
 * with the lowest number is named. Owned by the hub's thread.
 */
final class Resetting {
    private final Members members;
    private final Events events;
    private final NanoClock nanoClock;
    private final Hold hold = new Hold();
    /** In their order: those that were told, from the first one that was not back when this was asked last. */
    private final Queue<Member> waitedFor = new ArrayDeque<>();
    private int asker;
    private long id;
    private boolean wasPaused;

    Resetting(final Members members, final Events events, final NanoClock nanoClock) {
        this.members = members;
        this.events = events;
        this.nanoClock = nanoClock;
    }

    /** Tells all assets that are there; child hubs are to name the epoch when they are done. */
    void begin(final int connection, final long requestId, final boolean paused, final long epoch) {
        asker = connection;
        id = requestId;
        wasPaused = paused;
        members.forEach(member -> {
            member.resetting(!member.isAway());
            waitedFor.add(member);
        });
        final Set<Integer> toTell = members.connections();
        members.forEach(member -> {
            if (member.isFederate() && toTell.remove(member.connection())) {
                events.send(member.connection(), new Event.Reset(epoch));
            }
        });
        toTell.forEach(each -> events.send(each, new Event.Reset(null)));
    }

    /** Whether no asset is waited for any more; to be asked whenever that may have changed. */
    boolean isDone() {
        while (!waitedFor.isEmpty() && !isWaitedFor(waitedFor.peek())) {
            waitedFor.remove();
        }
        final Member first = waitedFor.peek();
        if (first == null) {
            hold.end(nanoClock.nanoTime());
        } else if (first != hold.by()) {
            hold.begin(first, nanoClock.nanoTime());
        }
        return first == null;
    }

    private boolean isWaitedFor(final Member member) {
        return member.isResetting() && members.named(member.name()) == member;
    }

    /** Whether the hub stood when the reset was asked for, and is to stand afterwards. */
    boolean wasPaused() {
        return wasPaused;
    }

    void done() {
        events.send(asker, Reply.done(id));
    }

    /** The run ends before all are done. */
    void cutShort(final String why) {
        hold.end(nanoClock.nanoTime());
        events.send(asker, Reply.refused(id, "the reset was cut short: " + why));
    }

    /** The asset for which the reset waits. */
    Hold hold() {
        return hold;
    }
}
