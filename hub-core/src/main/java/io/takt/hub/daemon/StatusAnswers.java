package io.takt.hub.daemon;

import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.status.HubStatus;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** The statuses that threads have asked the hub's thread for. Any thread may ask; the hub's thread answers. */
final class StatusAnswers {
    private final Map<Long, CompletableFuture<HubStatus>> awaited = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();

    /** An answer that completes on the hub's thread; asked for under the id that is given to {@code ask}. */
    CompletableFuture<HubStatus> ask(final LongConsumer ask) {
        final long id = lastId.incrementAndGet();
        final CompletableFuture<HubStatus> answer = new CompletableFuture<>();
        awaited.put(id, answer);
        answer.whenComplete((status, failure) -> awaited.remove(id));
        ask.accept(id);
        return answer;
    }

    void on(final HubEvent.StatusTold told) {
        final CompletableFuture<HubStatus> answer = awaited.get(told.id());
        if (answer != null) { // the thread that has asked may have given up
            answer.complete(told.status());
        }
    }

    /** How many answers are still to come, that threads wait for. */
    int awaited() {
        return awaited.size();
    }
}
