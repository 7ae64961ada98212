package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.message.InputSpec;
import io.takt.shm.message.EndpointLab.Party;
import io.takt.shm.ring.Backing;
import io.takt.shm.ring.Signaller;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A ring uses little of its file, and more for senders of much in a step. */
class GrowingRingTest {
    private static final int KIB = 1024;
    private static final int USED = 64 * KIB;
    private static final int CAPACITY = 32 * USED;
    private static final int LENGTH = 1_000;
    private static final int ALL = Integer.MAX_VALUE;
    private static final int ROUNDS = 300;
    private static final Signaller NO_BELLS = counterId -> { };

    private final AtomicBuffer file = new UnsafeBuffer(ByteBuffer.allocateDirect(LogLayout.RING_OFFSET + CAPACITY));
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[USED]);
    private final Told told = new Told();
    private final List<String> sent = new ArrayList<>();
    private MessageLog log;
    private LogWriter writer;
    private LogTap reader;
    private long timeNs;

    private void open(final Backing backing) {
        log = MessageLog.create(file, "drone", USED, backing);
        log.expect(0);
        reader = LogTap.tethered(log, 0, ListenerSlots.take(log, 1), NO_BELLS);
        writer = new LogWriter(log, 0, NO_BELLS);
    }

    /** False when there is no room. */
    private boolean send(final int length) {
        final String number = String.format("%04d", writer.sequence() % 10_000);
        bytes.putStringWithoutLengthAscii(0, number);
        final long sequence = writer.sequence();
        if (!writer.stage(0, timeNs + 1, bytes, 0, length)) {
            return false;
        }
        sent.add("sent 0 at " + (timeNs + 1) + " #" + sequence + " " + number + " and so on, " + length + " B");
        return true;
    }

    private void endStep() {
        timeNs++;
        writer.publish();
        writer.endStep(timeNs - 1, timeNs, 0);
        writer.advance(timeNs);
    }

    private void read() {
        while (reader.poll(told, ALL) > 0) {
            assertThat(told.missed).isZero();
        }
    }

    private void assertAllWasRead() {
        read();
        assertThat(told.take()).isEqualTo(sent);
        sent.clear();
    }

    private void assertUntouchedFrom(final int offset) {
        int at = offset;
        while (at < CAPACITY && file.getLong(LogLayout.RING_OFFSET + at) == 0) {
            at += Long.BYTES;
        }
        assertThat(at).as("the first that was touched").isEqualTo(CAPACITY);
    }

    private void steps(final int steps, final int messages) {
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < messages; i++) {
                assertThat(send(LENGTH)).as("message %d of step %d", i, step).isTrue();
            }
            // The reader is a step behind.
            read();
            endStep();
        }
    }

    @Test
    void takesThreeStepsSoThatNoSideWaits() {
        open((whole, index, length) -> true);
        // The first step ends shortly before the ring does.
        final int messages = (USED - LogLayout.HEADER_LENGTH) / LogLayout.recordLength(LENGTH) - 1;
        steps(ROUNDS, messages);
        assertAllWasRead();
        assertThat(log.used()).isEqualTo(4 * USED)
            .isGreaterThan(3 * messages * LogLayout.recordLength(LENGTH));
        assertUntouchedFrom(4 * USED);
    }

    @Test
    void ofAFileOfAnOlderVersionAllIsUsed() {
        open((whole, index, length) -> false);
        file.putLong(LogLayout.USED_OFFSET, 0);
        assertThat(log.used()).isEqualTo(CAPACITY);
        assertThat(log.ring().grow()).isFalse();
    }

    @Test
    void usesNoMoreForManySmallSteps() {
        open((whole, index, length) -> true);
        steps(100 * ROUNDS, 1);
        assertAllWasRead();
        assertThat(log.tail()).as("round and round").isGreaterThan(100L * CAPACITY);
        assertThat(log.used()).isEqualTo(USED);
        assertUntouchedFrom(USED);
    }

    /** A listener looks now and then, and the sender does not wait for it in each small step. */
    @Test
    void growsWhileAListenerFollowsUntilItHoldsTenThousandMessages() {
        open((whole, index, length) -> true);
        steps(100 * ROUNDS, 1);
        assertThat(log.used()).as("not told of a listener").isEqualTo(USED);
        log.tracing(1);
        steps(100 * ROUNDS, 1);
        assertAllWasRead();
        assertThat(log.used()).isEqualTo(KIB * KIB);
        assertUntouchedFrom(KIB * KIB);
    }

    @Test
    void stopsGrowingAtItsCapacity() {
        open((whole, index, length) -> true);
        for (int step = 0; step < 5; step++) {
            for (int i = 0; i < CAPACITY / LENGTH; i++) {
                while (!send(LENGTH)) {
                    writer.publish();
                    read();
                }
            }
            endStep();
        }
        assertAllWasRead();
        assertThat(log.used()).isEqualTo(CAPACITY);
    }

    @Test
    void whereTheHostIsFullTheSenderWaitsAndNothingIsWrittenBeyond() {
        open((whole, index, length) -> false);
        int waits = 0;
        for (int step = 0; step < ROUNDS; step++) {
            for (int i = 0; i < 100; i++) {
                while (!send(LENGTH)) {
                    waits++;
                    writer.publish();
                    read();
                    assertThat(writer.ring().hasMoreRoom()).isTrue();
                }
            }
            endStep();
        }
        assertAllWasRead();
        assertThat(waits).isGreaterThan(ROUNDS);
        assertThat(log.used()).isEqualTo(USED);
        assertUntouchedFrom(USED);
    }

    @Test
    void asksAHostThatWasFullAgainButNotEachTimeRound() {
        final long[] asked = {0, 2};
        open((whole, index, length) -> ++asked[0] > asked[1]);
        while (log.used() == USED) {
            while (!send(LENGTH)) {
                writer.publish();
                read();
            }
        }
        writer.publish();
        assertThat(log.tail() / CAPACITY).isBetween(2 * 64L, 2 * 64L + 1);
        assertThat(asked[0]).isEqualTo(3);
    }

    /** A receiver's messages in a log that grows, in many pieces, stay there until they are delivered. */
    @Test
    void aLateMessageIsNotGivenBackBefore() throws Exception {
        final int length = 64 * KIB - LogLayout.HEADER_LENGTH;
        final int messages = 46;
        final int lateness = 2;
        final int most = 16 * KIB * KIB;
        final EndpointLab lab = new EndpointLab(most);
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10,
            InputSpec.gated("pose", "drone").delay(Duration.ofNanos(10 * lateness)));
        final long[] got = {0};
        radar.channels.subscribe("pose", message -> {
            assertThat(message.buffer().getLong(0)).isEqualTo(got[0]);
            assertThat(message.buffer().getLong(length - Long.BYTES)).isEqualTo(got[0]);
            assertThat(message.deliveryNs()).isEqualTo(10 * (1 + got[0] / messages + lateness));
            got[0]++;
        });
        lab.inPass(() -> {
            throw new AssertionError("waits for room");
        });
        drone.endpoint.endDawn();
        for (long sent = 0; sent < 20 * messages; sent += messages) {
            drone.begin();
            for (int i = 0; i < messages; i++) {
                bytes.putLong(0, sent + i);
                bytes.putLong(length - Long.BYTES, sent + i);
                drone.channels.output("pose").send(bytes, 0, length);
            }
            drone.commit();
            radar.step();
        }
        assertThat(got[0]).isEqualTo((20 - lateness - 1) * messages);
        assertThat(lab.log("drone").used()).isEqualTo(most);
    }

    @Test
    void memoryIsAskedForBeforeItIsUsed() {
        final List<Integer> asked = new ArrayList<>();
        open((whole, index, length) -> {
            assertThat(whole).isSameAs(file);
            assertUntouchedFrom(index - LogLayout.RING_OFFSET);
            asked.add(index - LogLayout.RING_OFFSET);
            asked.add(length);
            return asked.size() <= 4;
        });
        for (int i = 0; i < 2 * CAPACITY / LENGTH; i++) {
            while (!send(LENGTH)) {
                writer.publish();
                read();
            }
        }
        assertThat(asked).startsWith(USED, USED, 2 * USED, 2 * USED, 4 * USED, 4 * USED);
        endStep();
        assertAllWasRead();
        assertUntouchedFrom(4 * USED);
    }

    @Test
    void allMessagesOfAllSendersArrive() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            file.setMemory(0, file.capacity(), (byte) 0);
            timeNs = 0;
            final boolean[] isFull = {false};
            open((whole, index, length) -> !isFull[0]);
            final int most = 1 + random.nextInt(random.nextBoolean() ? 100 : LogLayout.usedAtFirst(0) / 8);
            for (int action = 0; action < 400; action++) {
                final int next = random.nextInt(100);
                if (next < 70) {
                    while (!send(LENGTH / 10 + random.nextInt(most))) {
                        writer.publish();
                        read();
                    }
                } else if (next < 85) {
                    endStep();
                } else if (next < 95) {
                    read();
                } else if (next < 98) {
                    isFull[0] ^= true;
                } else {
                    succeed();
                }
            }
            endStep();
            assertAllWasRead();
            assertUntouchedFrom(log.used());
        }
    }

    /** Another process takes the sender's place between two steps. */
    private void succeed() {
        endStep();
        log.senderHasGone(timeNs);
        log.expect(timeNs);
        writer = new LogWriter(log, timeNs, NO_BELLS);
        while (!writer.voidAfter(timeNs)) {
            read();
        }
        sent.add("void after " + timeNs);
    }
}
