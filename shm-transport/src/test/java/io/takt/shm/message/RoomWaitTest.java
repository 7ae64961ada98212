package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a sender's largest message has room is the same from outside as for the sender. */
class RoomWaitTest {
    private static final int LARGE = 32 * 1024;
    private static final int MESSAGES = 10_000;

    private static final int USED = LogLayout.usedAtFirst(LARGE);

    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LARGE]);

    /** A ring that is used wholly, and one for whose rest there is no memory. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void theWriterFindsAsMuchRoom(final int parts) {
        final MessageLog log = MessageLog.create(new UnsafeBuffer(ByteBuffer.allocateDirect(LogLayout.RING_OFFSET
            + parts * USED)), "drone", USED, (file, index, length) -> false);
        final LogWriter writer = new LogWriter(log, 0, counterId -> { });
        LogChannels.add(log, "pose", LARGE);
        final int slot = log.slots().take("radar");
        final SplittableRandom random = new SplittableRandom(1);
        int full = 0;
        for (int i = 0; i < MESSAGES; i++) {
            final boolean isLarge = random.nextBoolean();
            final boolean isRoom = RoomWait.isRoomBehind(log, slot);
            final boolean isSent = writer.stage(0, 1, bytes, 0, isLarge ? LARGE : random.nextInt(LARGE));
            writer.publish();
            if (isLarge) {
                assertThat(isRoom).as("message %d", i).isEqualTo(isSent);
            }
            if (!isSent) {
                full++;
                log.slots().skipToEnd(slot);
            }
        }
        assertThat(full).isPositive();
    }
}
