package io.takt.federation.remote;

import io.takt.asset.HubLostException;
import io.takt.federation.link.ControlStream;
import io.takt.shm.control.ControlLine;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * A child's control connection to a parent on another host: one session, over as many connections as it takes.
 *
 * <p>Any thread may ask; the link's thread does what is asked, and answers.
 */
final class RemoteControl implements HubControl {
    private final Executor linkThread;
    private final ControlStream stream;
    private final Map<Long, Asked> asked = new LinkedHashMap<>();
    private long ids;
    private volatile boolean ended;

    private record Asked(CompletableFuture<Reply> reply, Consumer<Reply> inOrder) {
    }

    RemoteControl(final Executor linkThread, final ControlStream stream) {
        this.linkThread = linkThread;
        this.stream = stream;
    }

    @Override
    public Supplier<Reply> begin(final LongFunction<Request> request, final Consumer<Reply> inOrder) {
        final CompletableFuture<Reply> reply = new CompletableFuture<>();
        linkThread.execute(() -> {
            if (ended) {
                reply.completeExceptionally(gone());
            } else {
                asked.put(++ids, new Asked(reply, inOrder));
                send(request.apply(ids));
            }
        });
        return () -> await(reply);
    }

    private static Reply await(final CompletableFuture<Reply> reply) {
        try {
            return reply.get();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HubLostException("interrupted while waiting for the parent", e);
        } catch (final ExecutionException e) {
            throw gone();
        }
    }

    private static HubLostException gone() {
        return new HubLostException("the parent is gone", null);
    }

    @Override
    public void tell(final LongFunction<Request> request) {
        linkThread.execute(() -> {
            if (!ended) {
                send(request.apply(++ids));
            }
        });
    }

    private void send(final Request request) {
        stream.sendLine(StandardCharsets.UTF_8.decode(ControlLine.write(request)).toString().trim());
    }

    /** On the link's thread: an answer has come. */
    void onReply(final Reply reply) {
        final Asked waiting = asked.remove(reply.id());
        if (waiting != null) {
            waiting.inOrder.accept(reply);
            waiting.reply.complete(reply);
        }
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    /** On the link's thread: the parent does not know this session any more. */
    @Override
    public void close() {
        ended = true;
        asked.values().forEach(each -> each.reply.completeExceptionally(gone()));
        asked.clear();
    }
}
