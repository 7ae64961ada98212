package io.takt.hub.tap;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.tap.TapEvent.Missed;
import io.takt.hub.tap.TapEvent.Reset;
import io.takt.hub.tap.TapEvent.Sent;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TapQueueTest {
    private static final int ROOM = 4;
    private static final long NOT_AT_ALL = 0;
    private static final long LONG_MS = 600_000;

    private final TapQueue queue = new TapQueue(ROOM * TapEvent.OVERHEAD_BYTES);
    private final List<TapEvent> taken = new ArrayList<>();

    private static Sent sent(final int number) {
        return new Sent("c", "a", number, 0, 0, new byte[0]);
    }

    private List<TapEvent> take(final int atMost) throws InterruptedException {
        taken.clear();
        assertThat(queue.take(taken, atMost, NOT_AT_ALL)).isTrue();
        return List.copyOf(taken);
    }

    private void addTo(final int end) {
        for (int i = 0; i < end; i++) {
            queue.add(sent(i));
        }
    }

    @Test
    void givesWhatItWasGiven() throws InterruptedException {
        assertThat(take(10)).isEmpty();
        addTo(3);
        assertThat(take(2)).extracting(event -> ((Sent) event).sequence()).containsExactly(0L, 1L);
        assertThat(take(2)).extracting(event -> ((Sent) event).sequence()).containsExactly(2L);
    }

    @Test
    void eventsWithoutRoomAreCountedUntilHalfOfItIsFree() throws InterruptedException {
        addTo(10);
        assertThat(take(1)).hasSize(1);
        queue.add(sent(10));
        queue.add(new Missed("a", 5));
        assertThat(take(1)).hasSize(1);
        queue.add(sent(11));
        assertThat(take(10)).hasSize(ROOM).contains(new Missed(null, 12), Index.atIndex(2));
        assertThat(((Sent) taken.get(ROOM - 1)).sequence()).isEqualTo(11);
    }

    @Test
    void aResetIsNeverDropped() throws InterruptedException {
        addTo(6);
        queue.add(new Reset("a"));
        queue.add(sent(6));
        assertThat(take(10)).hasSize(ROOM + 2).endsWith(new Missed(null, 2), new Reset("a"));
        assertThat(take(10)).containsExactly(new Missed(null, 1));
    }

    @Test
    void anEventThatIsLargerThanTheQueueHasRoomWhereThereIsNoOther() throws InterruptedException {
        final Sent large = new Sent("c", "a", 0, 0, 0, new byte[ROOM * TapEvent.OVERHEAD_BYTES]);
        queue.add(large);
        queue.add(sent(1));
        assertThat(take(10)).containsExactly(large);
        assertThat(take(10)).containsExactly(new Missed(null, 1));
    }

    @Test
    void endsWhenAllIsTaken() throws InterruptedException {
        addTo(6);
        queue.end();
        assertThat(take(10)).hasSize(ROOM);
        assertThat(take(10)).containsExactly(new Missed(null, 2));
        assertThat(queue.take(taken, 10, LONG_MS)).isFalse();
    }

    @Test
    void aWaitingReaderIsWoken() throws InterruptedException {
        final Thread other = new Thread(() -> queue.add(sent(1)));
        other.start();
        assertThat(queue.take(taken, 10, LONG_MS)).isTrue();
        assertThat(taken).hasSize(1);
        other.join();
        final Thread end = new Thread(queue::end);
        end.start();
        assertThat(queue.take(taken, 10, LONG_MS)).isFalse();
        end.join();
    }
}
