package io.takt.dis.gateway;

import io.takt.dis.gateway.Counters.Count;
import io.takt.dis.pdu.Header;
import io.takt.dis.pdu.PduKind;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Start/Resume and Stop/Freeze PDUs on their way to a {@link Lifecycle}, which may take its time: a thread of their own
 * follows one at a time, one may wait, and further ones are counted and left out, like duplicates. For the thread that
 * receives.
 */
public final class Orders {
    private static final int DUPLICATE_SLOTS = 1 << 10;

    private final Lifecycle lifecycle;
    private final Consumer<ByteBuffer> answers;
    private final Duplicates duplicates = new Duplicates(DUPLICATE_SLOTS);
    private final ThreadPoolExecutor executor;

    /**
     * For a gateway.
     *
     * @param lifecycle follows them.
     * @param counters  of those that are left out.
     * @param answers   takes each answer of the lifecycle, on the thread of the orders.
     */
    public Orders(final Lifecycle lifecycle, final Counters counters, final Consumer<ByteBuffer> answers) {
        this.lifecycle = lifecycle;
        this.answers = answers;
        executor = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), task -> {
            final Thread thread = new Thread(task, "takt-dis-orders");
            thread.setDaemon(true);
            return thread;
        }, (task, pool) -> counters.add(Count.IGNORED_ORDERS));
    }

    /**
     * Looks at a PDU; does not wait.
     *
     * @param from      holds it, during this call.
     * @param index     of its first byte.
     * @param arrivalNs when it came; not before that of the call before.
     */
    public void offer(final ByteBuffer from, final int index, final long arrivalNs) {
        final int kind = Header.kind(from, index);
        final int length = Header.length(from, index);
        if ((kind == PduKind.START.number() || kind == PduKind.STOP.number())
            && !duplicates.isOne(from, index, length, arrivalNs)) {
            final ByteBuffer order = ByteBuffer.allocate(length).put(0, from, index, length);
            executor.execute(() -> follow(order));
        }
    }

    private void follow(final ByteBuffer order) {
        final ByteBuffer answer = lifecycle.answer(order, 0);
        if (answer != null) {
            answers.accept(answer);
        }
    }
}
