package io.takt.hub.core;

import io.takt.asset.RefusalCode;
import io.takt.hub.core.world.JoinFile;
import io.takt.hub.core.world.JoinFiles;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Joins that cannot be answered yet, and the requests behind them. Owned by the hub's thread.
 *
 * <ul>
 * <li>A join whose files are still to be made holds up all that its connection asks: a connection is answered in the
 * order in which it asks. Other connections, and the clocks, go on meanwhile. The join is judged before its files are
 * ordered, and once more from the beginning when they are there. Files of one that is refused then stay for the next.
 * <li>A join that comes in a reset is answered when that is over: a simulator that starts cannot know of it. Behind it
 * waits what is said of the same asset, without a look at the answer. So does a join of a child hub that has no place
 * in its parent yet.
 * </ul>
 */
final class WaitingJoins {
    private final Members members;
    private final Events events;
    private final Map<Integer, ForFiles> forFiles = new HashMap<>();
    private List<Asked> forReset = new ArrayList<>();
    /** Origins with assets to be put back when the reset's first join came; null before that. */
    private Set<Origin> inReset;
    /** Null where each file is made when it is asked for. */
    private JoinFiles files;
    private long lastOrder;
    private Asker asker;
    private long orderOfBorder;
    private Consumer<String> afterBorder;

    /** A request of a connection; or a line that is none, with the answer that it gets in its turn. */
    private record Asked(int connection, Request request, long startTime, Reply answer) {
    }

    /** A connection, or a process: the rest is 0. */
    private record Origin(int connection, long pid, long startTime) {
    }

    /** A join that lacks files, and the requests behind it. */
    private record ForFiles(long order, Asked join, Queue<Asked> behind) {
    }

    /** Asks the hub, as if it had not been asked before. */
    interface Asker {
        void ask(int connection, Request request, long startTime);
    }

    WaitingJoins(final Members members, final Events events) {
        this.members = members;
        this.events = events;
    }

    /** Requests that have waited are asked here. */
    void answeredBy(final Asker requests) {
        asker = requests;
    }

    /** Has the files of joins made by another thread; to be told before an asset can join. */
    void makeFilesBy(final JoinFiles maker) {
        files = maker;
    }

    /**
     * Orders the files that a join lacks.
     *
     * @return whether it has to wait for them.
     */
    boolean waitsForFiles(final int connection, final Request.Join join, final long startTime,
        final List<JoinFile> needed) {
        final List<JoinFile> lacking = new ArrayList<>();
        for (final JoinFile file : needed) {
            if (files != null && !files.isMade(file)) {
                lacking.add(file);
            }
        }
        if (lacking.isEmpty()) {
            return false;
        }
        forFiles.put(connection,
            new ForFiles(++lastOrder, new Asked(connection, join, startTime, null), new ArrayDeque<>()));
        files.make(connection, lastOrder, lacking);
        return true;
    }

    /**
     * Has the files made that this hub needs for what crosses the border to its parent.
     *
     * @param needed files.
     * @param then   hears why they cannot be made; null when they are there.
     */
    void makeFiles(final List<JoinFile> needed, final Consumer<String> then) {
        final List<JoinFile> lacking = needed.stream().filter(file -> files != null && !files.isMade(file)).toList();
        if (lacking.isEmpty()) {
            then.accept(null);
        } else {
            orderOfBorder = ++lastOrder;
            afterBorder = then;
            files.make(Member.NO_CONNECTION, orderOfBorder, lacking);
        }
    }

    /**
     * Holds a join until the reset is over, unless that waits for the process that asks: the thread that waits for the
     * answer may be the one that is to put the other simulators of its process back.
     *
     * @return whether it is held.
     */
    boolean waitsForReset(final int connection, final Request.Join join, final long startTime) {
        if (mayBeInReset(connection, join.pid(), startTime) && members.all().stream().anyMatch(
            member -> member.isResetting() && isOf(member, connection, join.pid(), startTime))) {
            return false;
        }
        forReset.add(new Asked(connection, join, startTime, null));
        return true;
    }

    /** False where none of its assets is to be put back. In a reset those only get fewer: all are gone through once. */
    private boolean mayBeInReset(final int connection, final long pid, final long startTime) {
        if (inReset == null) {
            inReset = new HashSet<>();
            members.all().stream().filter(Member::isResetting).forEach(member -> {
                inReset.add(new Origin(member.connection(), 0, 0));
                inReset.add(new Origin(0, member.pid(), member.startTime()));
            });
        }
        return inReset.contains(new Origin(connection, 0, 0))
            || pid != 0 && inReset.contains(new Origin(0, pid, startTime));
    }

    /** Holds a join until this hub has a place in its parent. */
    void waitsForPlace(final int connection, final Request.Join join, final long startTime) {
        forReset.add(new Asked(connection, join, startTime, null));
    }

    /** This hub has a place in its parent. */
    void onPlaceFound() {
        onResetOver();
    }

    private static boolean isOf(final Member member, final int connection, final long pid, final long startTime) {
        return member.connection() == connection
            || pid != 0 && member.pid() == pid && member.startTime() == startTime;
    }

    /**
     * Holds what is asked behind a join that waits.
     *
     * @return whether it is held.
     */
    boolean hold(final int connection, final Request request, final long startTime) {
        final Asked asked = new Asked(connection, request, startTime, null);
        if (isHeldForFiles(asked)) {
            return true;
        }
        final String asset = request instanceof Request.Ready ready ? ready.asset()
            : request instanceof Request.Leave leave ? leave.asset()
            : request instanceof Request.Fail fail ? fail.asset()
            : request instanceof Request.Stop stop ? stop.asset() : null;
        final boolean isBehind = asset != null && forReset.stream().anyMatch(each -> each.connection == connection
            && each.request instanceof Request.Join join && join.asset().equals(asset));
        if (isBehind) {
            forReset.add(asked);
        }
        return isBehind;
    }

    private boolean isHeldForFiles(final Asked asked) {
        final ForFiles waiting = forFiles.get(asked.connection);
        if (waiting != null) {
            waiting.behind.add(asked);
        }
        return waiting != null;
    }

    /** Answers a line that is no request, in its turn. */
    void onMalformed(final int connection, final Reply answer) {
        final Asked asked = new Asked(connection, null, 0, answer);
        if (!isHeldForFiles(asked)) {
            ask(asked);
        }
    }

    /**
     * The files of a join are made, or cannot be.
     *
     * @param order   as it was given; one that is not waited for any more is no error.
     * @param failure why not, in one line; null when they are.
     */
    void onMade(final int connection, final long order, final String failure) {
        if (connection == Member.NO_CONNECTION && order == orderOfBorder) {
            afterBorder.accept(failure);
            return;
        }
        final ForFiles waiting = forFiles.get(connection);
        if (waiting == null || waiting.order != order) {
            return;
        }
        forFiles.remove(connection);
        if (failure == null) {
            ask(waiting.join);
        } else {
            events.send(connection, Reply.refused(waiting.join.request.id(), RefusalCode.NO_ROOM, failure));
        }
        askAll(waiting.behind);
    }

    /** In order, until another join of the connection has to wait; the rest waits behind that. */
    private void askAll(final Queue<Asked> asked) {
        while (!asked.isEmpty()) {
            final Asked next = asked.remove();
            if (!isHeldForFiles(next)) {
                ask(next);
            }
        }
    }

    private void ask(final Asked asked) {
        if (asked.answer != null) {
            events.send(asked.connection, asked.answer);
        } else {
            asker.ask(asked.connection, asked.request, asked.startTime);
        }
    }

    /** The connection is gone, and with it those that wanted to join; its requests about members count. */
    void forget(final int connection) {
        final ForFiles waiting = forFiles.remove(connection);
        if (waiting != null) {
            waiting.behind.stream().filter(asked -> asked.request != null && !(asked.request instanceof Request.Join))
                .forEach(this::ask);
        }
        forReset.removeIf(each -> each.connection == connection);
    }

    /** The reset is over, or the run: all that came in it is asked again, in the order in which it came. */
    void onResetOver() {
        inReset = null;
        final List<Asked> released = forReset;
        forReset = new ArrayList<>();
        released.forEach(this::ask);
    }

    /** The run has ended: nothing is waited for, and all get their answers. */
    void onRunOver() {
        onResetOver();
        final List<ForFiles> released = List.copyOf(forFiles.values());
        forFiles.clear();
        released.forEach(waiting -> {
            ask(waiting.join);
            askAll(waiting.behind);
        });
    }
}
