package io.takt.hub.core;

import io.takt.shm.control.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * Joins that came in a reset, which are answered when it is over: a simulator that starts cannot know of it. What is
 * said of the same assets after that, without a look at the answer, waits behind them. Owned by the hub's thread.
 */
final class DeferredJoins {
    private final Members members;
    private List<Held> held = new ArrayList<>();
    private Asker asker;

    /** What a connection has asked. */
    private record Held(int connection, Request request, long startTime) {
    }

    /** Asks the hub, as if it had not been asked before. */
    interface Asker {
        void ask(int connection, Request request, long startTime);
    }

    DeferredJoins(final Members members) {
        this.members = members;
    }

    /**
     * Holds a join, unless the reset waits for the process that asks: the thread that waits for the answer may be the
     * one that is to put the other simulators of its process back.
     *
     * @return whether it is held.
     */
    boolean hold(final int connection, final Request.Join join, final long startTime) {
        if (members.all().stream().anyMatch(member -> member.isResetting() && isOf(member, connection, join.pid(),
            startTime))) {
            return false;
        }
        held.add(new Held(connection, join, startTime));
        return true;
    }

    private static boolean isOf(final Member member, final int connection, final long pid, final long startTime) {
        return member.connection() == connection
            || pid != 0 && member.pid() == pid && member.startTime() == startTime;
    }

    /**
     * Holds what is said of an asset whose join is held.
     *
     * @return whether it is.
     */
    boolean holdBehindJoin(final int connection, final Request request) {
        final String asset = request instanceof Request.Ready ready ? ready.asset()
            : request instanceof Request.Leave leave ? leave.asset()
            : request instanceof Request.Fail fail ? fail.asset()
            : request instanceof Request.Stop stop ? stop.asset() : null;
        final boolean isBehind = asset != null && held.stream().anyMatch(each -> each.connection == connection
            && each.request instanceof Request.Join join && join.asset().equals(asset));
        if (isBehind) {
            held.add(new Held(connection, request, 0));
        }
        return isBehind;
    }

    /** The connection is gone, and with it those that wanted to join. */
    void forget(final int connection) {
        held.removeIf(each -> each.connection == connection);
    }

    /** They are asked here when they are released. */
    void answeredBy(final Asker requests) {
        asker = requests;
    }

    /** The reset is over, or the run: all is asked again, in the order in which it came. */
    void release() {
        final List<Held> released = held;
        held = new ArrayList<>();
        released.forEach(each -> asker.ask(each.connection, each.request, each.startTime));
    }
}
