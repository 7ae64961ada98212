package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The order in which a sender and the hub write the fields of a log: a process may die between any two of them. */
class LogWriterTest {
    private static final int BYTES = 100;

    /** Happens before a field is written. */
    private interface Before {
        void store(int index, long value);
    }

    private Before before = (index, value) -> { };
    private final UnsafeBuffer buffer =
        new UnsafeBuffer(ByteBuffer.allocateDirect(LogLayout.RING_OFFSET + LogLayout.usedAtFirst(BYTES))) {
            @Override
            public void putLongRelease(final int index, final long value) {
                before.store(index, value);
                super.putLongRelease(index, value);
            }

            @Override
            public void putIntVolatile(final int index, final int value) {
                before.store(index, value);
                super.putIntVolatile(index, value);
            }
        };
    private final MessageLog log =
        MessageLog.create(buffer, "drone", LogLayout.usedAtFirst(BYTES), (file, index, length) -> true);

    private LogWriter writer() {
        log.expect(0);
        return new LogWriter(log, 0, doorbell -> { });
    }

    private static void send(final LogWriter writer) {
        assertThat(writer.stage(0, 10, new UnsafeBuffer(new byte[BYTES]), 0, BYTES)).isTrue();
    }

    @Test
    void theCountOfMessagesIsThereBeforeTheTailThatItBelongsTo() {
        final LogWriter writer = writer();
        final List<Long> counts = new ArrayList<>();
        before = (index, value) -> {
            if (index == LogLayout.TAIL_OFFSET) {
                counts.add(LogLayout.countBefore(buffer, value));
            }
        };
        for (int step = 0; step < 3; step++) {
            send(writer);
            send(writer);
            writer.publish();
        }
        assertThat(counts).containsExactly(2L, 4L, 6L);
    }

    /** A sender that does not see the slot yet may use the room of all that was there when the reader came. */
    @Test
    void aReaderBeginsAtTheTailAsOfTheTimeWhenItsSlotCanBeSeen() {
        final LogWriter writer = writer();
        before = (index, value) -> {
            if (index == LogLayout.slotOffset(0) + LogLayout.IN_USE_OFFSET) {
                send(writer);
                writer.publish();
            }
        };
        final int slot = log.slots().take("radar");
        assertThat(log.tail()).isPositive();
        assertThat(log.ring().head(slot)).isEqualTo(log.tail());
    }
}
