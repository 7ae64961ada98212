package io.takt.dis.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.dis.Pdus;
import io.takt.dis.gateway.Counters.Count;
import io.takt.dis.pdu.PduKind;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OrdersTest {
    private final Counters counters = new Counters();
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore mayEnd = new Semaphore(0);
    private final BlockingQueue<ByteBuffer> answers = new LinkedBlockingQueue<>();
    private final Lifecycle.Hub slow = new Lifecycle.Hub() {
        @Override
        public boolean pause() {
            begun.release();
            mayEnd.acquireUninterruptibly();
            return true;
        }

        @Override
        public boolean resume() {
            return pause();
        }
    };
    private final Orders orders = new Orders(new Lifecycle(slow, 7, 1 << 16 | 1), counters, answers::add);

    private void comes(final PduKind kind, final int request) {
        orders.offer(Pdus.pdu(kind, "{'receiver': [65535, 65535, 0], 'request': " + request + "}", 0), 0, 0);
    }

    /** The hub is slow: the thread that receives goes on, one order waits, and the others are left out. */
    @Test
    void oneOrderIsFollowedAtATimeAndOneWaits() throws Exception {
        comes(PduKind.STOP, 1);
        begun.acquire();
        for (final int request : List.of(1, 2, 2, 3, 4)) {
            comes(PduKind.START, request);
            comes(PduKind.ACKNOWLEDGE, request);
        }
        comes(PduKind.STOP, 1);
        assertThat(counters.get(Count.IGNORED_ORDERS)).as("not the duplicates").isEqualTo(3);
        assertThat(counters).hasToString("received 0, delivered 0 (0 late), sent 0, ignored 3 orders; dropped 0");
        assertThat(answers).isEmpty();
        mayEnd.release(2);
        assertThat(answers.take().getInt(28)).isOne();
        assertThat(answers.take().getInt(28)).isOne();
        assertThat(begun.tryAcquire()).as("the one that waited").isTrue();
    }
}
