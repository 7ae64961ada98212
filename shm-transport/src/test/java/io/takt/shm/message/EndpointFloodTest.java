package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.takt.asset.TaktException;
import io.takt.asset.message.InputSpec;
import io.takt.shm.message.EndpointLab.Party;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A receiver that waits while its senders send more than their logs take: the messages that it has to copy. */
class EndpointFloodTest {
    private static final int LARGE = 16 * 1024;
    private static final InputSpec POSE = InputSpec.gated("pose", "drone").delay(Duration.ofNanos(25));

    private final EndpointLab lab = new EndpointLab();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[LARGE]);

    private void send(final Party sender, final long bytes) {
        for (long sent = 0; sent < bytes; sent += LARGE) {
            sender.channels.output("pose").send(message, 0, LARGE);
        }
    }

    private static long copied(final MessageLog log, final String reader) {
        return Copies.of(log, log.slots().of(reader));
    }

    @Test
    void aSenderWithoutRoomGetsAPieceOfItAndTheRestStaysInTheLog() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, POSE);
        final MessageLog log = lab.log("drone");
        drone.endpoint.endDawn();
        drone.begin();
        send(drone, log.capacity() - LARGE);
        radar.endpoint.read();
        assertThat(copied(log, "radar")).as("there is room").isZero();
        send(drone, 2 * LARGE);
        assertThat(copied(log, "radar")).isPositive().isLessThanOrEqualTo(log.capacity() / LARGE / 4);
        drone.commit();
        final List<String> all = new ArrayList<>();
        while (radar.canStep()) {
            all.addAll(radar.step());
        }
        drone.step();
        drone.step();
        drone.step();
        while (radar.canStep()) {
            all.addAll(radar.step());
        }
        assertThat(all).as("nothing is lost by that, and nothing comes twice").hasSize(log.capacity() / LARGE + 1)
            .doesNotHaveDuplicates();
        assertThat(copied(log, "radar")).as("all are used").isZero();
    }

    /** Else the log would grow for ever. */
    @Test
    void aSingleCopyThatIsUsedIsCountedNoMore() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, POSE);
        final MessageLog log = lab.log("drone");
        final UnsafeBuffer aPiece = new UnsafeBuffer(new byte[log.capacity() / 8 - LogLayout.HEADER_LENGTH]);
        drone.endpoint.endDawn();
        drone.begin();
        for (int i = 0; i < 9; i++) {
            drone.channels.output("pose").send(aPiece, 0, aPiece.capacity());
        }
        assertThat(copied(log, "radar")).isEqualTo(1);
        drone.commit();
        for (int i = 0; i < 4; i++) {
            drone.step();
        }
        while (radar.canStep()) {
            radar.step();
        }
        assertThat(copied(log, "radar")).isZero();
    }

    @Test
    void onlyTheReaderThatIsInTheWayCopies() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, InputSpec.gated("pose", "drone"));
        final Party slow = lab.receiver("slow", 10, POSE);
        final MessageLog log = lab.log("drone");
        drone.endpoint.endDawn();
        drone.begin();
        send(drone, log.capacity() / 2);
        drone.commit();
        radar.step();
        radar.step();
        slow.isStopped = false;
        drone.begin();
        send(drone, log.capacity() / 2);
        assertThat(copied(log, "slow")).isPositive();
        assertThat(copied(log, "radar")).as("it has used what was in the way").isZero();
    }

    /** One that was too small once is not for long. */
    @Test
    void aLogGrowsOutOfWhichAReaderHadToCopy() throws Exception {
        final EndpointLab growing = new EndpointLab(16 * 1024 * 1024);
        final Party drone = growing.sender("drone", 1, "pose");
        final Party radar = growing.receiver("radar", 50, InputSpec.gated("pose", "drone"));
        final MessageLog log = growing.log("drone");
        final int usedAtFirst = log.used();
        drone.endpoint.endDawn();
        long copies = 0;
        for (int round = 0; round < 20; round++) {
            copies = 0;
            for (int step = 0; step < 50; step++) {
                drone.begin();
                send(drone, LARGE);
                drone.commit();
                copies = Math.max(copies, copied(log, "radar"));
            }
            while (radar.canStep() && radar.timeNs < drone.timeNs) {
                radar.step();
            }
        }
        assertThat(log.used()).as("one step needs little").isGreaterThan(usedAtFirst);
        assertThat(copies).as("in the last round").isZero();
    }

    @Test
    void theHeapThatAFloodHasTakenIsGivenBack() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, POSE);
        final long before = HeapShare.ofProcess().taken();
        drone.endpoint.endDawn();
        drone.begin();
        final long flood = 32L * 1024 * 1024;
        send(drone, flood);
        drone.commit();
        assertThat(HeapShare.ofProcess().taken() - before).as("what the log has no room for")
            .isGreaterThan(flood - lab.log("drone").capacity());
        drone.step();
        drone.step();
        drone.step();
        for (int step = 0; step < 5; step++) {
            radar.step();
        }
        assertThat(HeapShare.ofProcess().taken() - before).as("kept for the next ones").isLessThan(5 * 1024 * 1024);
        radar.endpoint.close();
        assertThat(HeapShare.ofProcess().taken()).isEqualTo(before);
    }

    @Test
    void moreThanTheHeapHasForMessagesIsRefusedInOneLine() {
        final HeapShare heap = new HeapShare(3 * 1024 * 1024);
        final Pool pool = new Pool(heap);
        final Pool other = new Pool(heap);
        other.take(1024 * 1024, "tower");
        pool.take(1024 * 1024, "drone");
        assertThatExceptionOfType(TaktException.class).isThrownBy(() -> pool.take(1024 * 1024, "drone"))
            .withMessage("messages that have come and are not due yet fill half of this process's heap, 3 MiB, and"
                + " there is one more from 'drone'; let senders be less far ahead (maxDelay, delay, jitter), or give"
                + " the JVM more memory (-Xmx)");
        final long taken = heap.taken();
        other.close();
        assertThat(heap.taken()).isLessThan(taken);
        pool.take(1024 * 1024, "drone");
    }
}
