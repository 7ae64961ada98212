package io.takt.hub.core;

import io.takt.asset.RefusalCode;
import io.takt.hub.core.world.JoinFile;
import io.takt.hub.core.world.JoinFiles;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Joins that wait until their files are made, and all that their connections have asked since: a connection is answered
 * in the order in which it asks. Other connections, and the clocks, go on meanwhile. Owned by the hub's thread.
 *
 * <p>A join is judged before its files are ordered, and once more from the beginning when they are there. Files that it
 * does not take then, having been refused, are removed.
 */
final class FileJoins {
    private final Events events;
    private final Map<Integer, Waiting> byConnection = new HashMap<>();
    private JoinFiles files = JoinFiles.MADE_WHEN_ASKED;
    private long lastOrder;
    private DeferredJoins.Asker asker;

    /** A join with the files that it lacks, and what was asked behind it. */
    private record Waiting(long order, Asked join, List<JoinFile> files, Queue<Asked> behind) {
    }

    /** A request; or a line that is none, with the answer that it gets in its turn. */
    private record Asked(Request request, long startTime, Reply answer) {
    }

    FileJoins(final Events events) {
        this.events = events;
    }

    /** Requests that have waited are asked here. */
    void answeredBy(final DeferredJoins.Asker requests) {
        asker = requests;
    }

    /**
     * Has the files of joins made by another thread; to be told before an asset can join.
     *
     * @param maker makes them.
     */
    void makeBy(final JoinFiles maker) {
        files = maker;
    }

    /**
     * Orders the files that a join lacks.
     *
     * @return whether it has to wait for them.
     */
    boolean waits(final int connection, final Request.Join join, final long startTime, final List<JoinFile> needed) {
        final List<JoinFile> lacking = new ArrayList<>();
        for (final JoinFile file : needed) {
            if (!files.take(file)) {
                lacking.add(file);
            }
        }
        if (lacking.isEmpty()) {
            return false;
        }
        byConnection.put(connection,
            new Waiting(++lastOrder, new Asked(join, startTime, null), lacking, new ArrayDeque<>()));
        files.make(connection, lastOrder, lacking);
        return true;
    }

    /**
     * Holds what a connection asks behind a join that waits.
     *
     * @return whether one does.
     */
    boolean hold(final int connection, final Request request, final long startTime) {
        return hold(connection, new Asked(request, startTime, null));
    }

    /**
     * Answers a line that is no request, in its turn.
     *
     * @param connection that has sent it.
     * @param answer     to it.
     */
    void onMalformed(final int connection, final Reply answer) {
        if (!hold(connection, new Asked(null, 0, answer))) {
            events.send(connection, answer);
        }
    }

    private boolean hold(final int connection, final Asked asked) {
        final Waiting waiting = byConnection.get(connection);
        if (waiting != null) {
            waiting.behind.add(asked);
        }
        return waiting != null;
    }

    /**
     * The files of a join are made, or cannot be.
     *
     * @param connection whose join it is.
     * @param order      as it was given; one that is not waited for any more is no error.
     * @param failure    why not, in one line; null when they are.
     */
    void onMade(final int connection, final long order, final String failure) {
        final Waiting waiting = byConnection.get(connection);
        if (waiting == null || waiting.order != order) {
            return;
        }
        byConnection.remove(connection);
        if (failure == null) {
            ask(connection, waiting.join);
        } else {
            events.send(connection, Reply.refused(waiting.join.request.id(), RefusalCode.NO_ROOM, failure));
        }
        discard(waiting);
        askAll(connection, waiting.behind);
    }

    /** In order, until another join of the connection has to wait; the rest waits behind that. */
    private void askAll(final int connection, final Queue<Asked> asked) {
        while (!asked.isEmpty()) {
            final Asked next = asked.remove();
            if (!hold(connection, next)) {
                ask(connection, next);
            }
        }
    }

    private void ask(final int connection, final Asked asked) {
        if (asked.answer != null) {
            events.send(connection, asked.answer);
        } else {
            asker.ask(connection, asked.request, asked.startTime);
        }
    }

    /** What another join waits for is kept, and so is what has been taken. */
    private void discard(final Waiting done) {
        final List<JoinFile> unwanted = done.files.stream().filter(file -> byConnection.values().stream()
            .noneMatch(other -> other.files.stream().anyMatch(file::isSame))).toList();
        if (!unwanted.isEmpty()) {
            files.discard(unwanted);
        }
    }

    /** The connection is gone, and with it those that wanted to join; what it has said of members counts. */
    void forget(final int connection) {
        final Waiting waiting = byConnection.remove(connection);
        if (waiting != null) {
            discard(waiting);
            waiting.behind.stream().filter(asked -> asked.request != null && !(asked.request instanceof Request.Join))
                .forEach(asked -> ask(connection, asked));
        }
    }

    /** The run has ended: nothing is waited for, and all get their answers. */
    void release() {
        final Map<Integer, Waiting> released = new HashMap<>(byConnection);
        byConnection.clear();
        released.forEach((connection, waiting) -> {
            discard(waiting);
            ask(connection, waiting.join);
            askAll(connection, waiting.behind);
        });
    }
}
