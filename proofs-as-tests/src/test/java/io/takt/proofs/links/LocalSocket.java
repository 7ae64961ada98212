package io.takt.proofs.links;

import io.takt.asset.HubLostException;
import io.takt.hub.core.event.HubCommand;
import io.takt.shm.control.Event;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** A connection to a hub's control socket within a host: lines come in order, each as late as the world likes. */
final class LocalSocket implements HubControl {
    private final int number;
    private final Hub hub;
    private final Listener listener;
    private final Deque<HubCommand> toHub = new ArrayDeque<>();
    private final Deque<Object> fromHub = new ArrayDeque<>();
    private final Map<Long, Asked> asked = new HashMap<>();
    private long lastId;
    private boolean isClosed;
    private boolean isToldEnd;

    private static final class Asked {
        private final Consumer<Reply> inOrder;
        private Reply reply;

        Asked(final Consumer<Reply> inOrder) {
            this.inOrder = inOrder;
        }
    }

    LocalSocket(final int number, final Hub hub, final Listener listener) {
        this.number = number;
        this.hub = hub;
        this.listener = listener;
    }

    int number() {
        return number;
    }

    /** All that can happen to it now. */
    void addPossible(final List<Runnable> possible) {
        if (!toHub.isEmpty() && !hub.isKilled()) {
            possible.add(() -> hub.agent().submit(toHub.remove()));
        }
        if (!isClosed && !hub.isKilled() && !fromHub.isEmpty()) {
            possible.add(() -> hear(fromHub.remove()));
        }
    }

    /** Nothing will happen to it any more. */
    boolean isDone() {
        return hub.isKilled() || isClosed && toHub.isEmpty();
    }

    void answer(final Object message) {
        fromHub.add(message);
    }

    /** The hub has ended the connection. */
    void hangUp() {
        fromHub.add(this);
    }

    private void hear(final Object what) {
        if (what == this) {
            end();
        } else if (what instanceof Event event) {
            listener.onEvent(event);
        } else if (what instanceof Reply reply && asked.containsKey(reply.id())) {
            final Asked question = asked.remove(reply.id());
            question.inOrder.accept(reply);
            question.reply = reply;
        }
    }

    private void end() {
        isClosed = true;
        if (!isToldEnd) {
            isToldEnd = true;
            listener.onEnd();
        }
    }

    @Override
    public Supplier<Reply> begin(final LongFunction<Request> request, final Consumer<Reply> inOrder) {
        final Asked question = new Asked(inOrder);
        asked.put(lastId + 1, question);
        tell(request);
        return () -> {
            hub.world().until("an answer of " + hub.name(),
                () -> question.reply != null || isClosed || hub.isKilled());
            if (question.reply == null) {
                throw new HubLostException("closed before it was answered");
            }
            return question.reply;
        };
    }

    @Override
    public void tell(final LongFunction<Request> request) {
        if (!isClosed) {
            toHub.add(new HubCommand.Ask(number, request.apply(++lastId), 0));
        }
    }

    @Override
    public boolean hasEnded() {
        return isClosed;
    }

    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            isToldEnd = true;
            toHub.add(new HubCommand.ConnectionClosed(number));
        }
    }
}
