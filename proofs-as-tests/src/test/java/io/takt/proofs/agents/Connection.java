package io.takt.proofs.agents;

import io.takt.asset.HubLostException;
import io.takt.shm.control.Event;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** A socket between a process and the hub: lines come in order, and each as late as the world likes. */
final class Connection implements HubControl {
    /** How it ends, as the hub is told; its assets are taken out before a close, so that none is lost by it. */
    static final String CLOSED = "its connection was closed";

    private static final String KILLED = "its process was killed";

    private final int number;
    private final Process process;
    private final Listener listener;
    private final Deque<Line> toHub = new ArrayDeque<>();
    private final Deque<Line> fromHub = new ArrayDeque<>();
    private final Map<Long, Asked> asked = new HashMap<>();
    private long lastId;
    private boolean closed;

    /** A question that waits for its answer. */
    private static final class Asked {
        private final Consumer<Reply> inOrder;
        private Reply reply;

        Asked(final Consumer<Reply> inOrder) {
            this.inOrder = inOrder;
        }
    }

    Connection(final int number, final Process process, final Listener listener) {
        this.number = number;
        this.process = process;
        this.listener = listener;
    }

    int number() {
        return number;
    }

    Process process() {
        return process;
    }

    Deque<Line> toHub() {
        return toHub;
    }

    Deque<Line> fromHub() {
        return fromHub;
    }

    /** By the hub; a line to a process that has hung up is lost. */
    void answer(final Line line) {
        if (!closed) {
            process.world().writers().told(process, line.what());
            fromHub.add(line);
        }
    }

    void hear(final Object what) {
        if (what instanceof Event event) {
            listener.onEvent(event);
        } else if (what instanceof Reply reply && asked.containsKey(reply.id())) {
            final Asked question = asked.remove(reply.id());
            question.inOrder.accept(reply);
            question.reply = reply;
        }
    }

    @Override
    public Supplier<Reply> begin(final LongFunction<Request> request, final Consumer<Reply> inOrder) {
        final Asked question = new Asked(inOrder);
        asked.put(lastId + 1, question);
        tell(request);
        return () -> {
            process.world().othersUntil(() -> question.reply != null || closed);
            if (question.reply == null) {
                throw new HubLostException("closed before it was answered");
            }
            return question.reply;
        };
    }

    @Override
    public void tell(final LongFunction<Request> request) {
        if (!closed) {
            toHub.add(new Line(request.apply(++lastId), process.view().seen()));
        }
    }

    @Override
    public boolean hasEnded() {
        return closed;
    }

    /** By this end, or because the process is gone: earlier lines still arrive. */
    @Override
    public void close() {
        if (!process.isGone()) {
            process.unlocked(() -> process.world().before(process));
        }
        if (!closed) {
            toHub.add(new Line(process.isGone() ? KILLED : CLOSED, process.view().seen()));
            closed = true;
            fromHub.clear();
        }
    }
}
