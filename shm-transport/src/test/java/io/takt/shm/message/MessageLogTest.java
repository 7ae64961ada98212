package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.TaktException;
import io.takt.asset.message.InputSpec;
import io.takt.shm.message.EndpointLab.Party;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The hub's actions on a log, and the size of a latest value. */
class MessageLogTest {
    private static final int LARGE = 32 * 1024;

    private final EndpointLab lab = new EndpointLab();

    private static void send(final Party party, final int messages) {
        for (int i = 0; i < messages; i++) {
            party.channels.output("pose").send(new UnsafeBuffer(new byte[LARGE]), 0, LARGE);
        }
    }

    private static void assertDawnIsGone(final MessageLog log) {
        assertThatThrownBy(() -> log.slots().takeFromDawn("late")).isInstanceOf(TaktException.class)
            .hasMessageContaining("let 'late' join first");
        assertThat(log.slots().of("late")).as("nothing is kept for it").isNegative();
    }

    @Test
    void aSlotFromTheDawnIsRefusedWhenWhatIsNotPublishedHasOverwrittenIt() {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, InputSpec.gated("pose", "drone"));
        lab.inPass(radar.endpoint::read);
        send(drone, 16);
        final MessageLog log = lab.log("drone");
        assertThat(log.tail() - log.resetPosition()).as("seen by others").isLessThanOrEqualTo(log.capacity());
        assertDawnIsGone(log);
        drone.endpoint.endDawn();
        assertDawnIsGone(log);
    }

    @Test
    void aSlotFromTheDawnIsRefusedToAReaderThatASenderMightNotSee() {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.receiver("radar", 10, InputSpec.gated("pose", "drone"));
        lab.inPass(radar.endpoint::read);
        int sent = 0;
        while (lab.log("drone").tail() == 0) {
            send(drone, 1);
            sent++;
        }
        assertThat(sent).isGreaterThan(1);
        assertDawnIsGone(lab.log("drone"));
    }

    @Test
    void aReaderThatTakesASlotOfTheDawnWhenThatIsOverLosesNothingToTheFirstStep() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        send(drone, 3);
        drone.endpoint.endDawn();
        final MessageLog log = lab.log("drone");
        final int slot = log.slots().takeFromDawn("late");
        assertThat(slot).isNotNegative();
        lab.inPass(() -> {
            throw new IllegalStateException("waits for room");
        });
        drone.begin();
        assertThatThrownBy(() -> send(drone, 20)).hasMessage("waits for room");
        assertThat(log.buffer().getLong(log.indexOf(0) + LogLayout.SEQUENCE_FIELD)).as("the first message").isZero();
    }

    /** The hub looks at the log of a sender that another process moves. */
    @Test
    void aReaderThatIsAwayLosesNoDawnThatIsSentWhileTheRunBeforeIsSkipped() throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final MessageLog log = lab.log("drone");
        final int slot = log.slots().take("late");
        drone.endpoint.endDawn();
        drone.begin();
        send(drone, 1);
        drone.commit();
        log.slots().skipRunBefore(slot, () -> {
            drone.endpoint.beginReset();
            send(drone, 2);
            drone.endpoint.endDawn();
            return false;
        });
        assertThat(log.tail()).isGreaterThan(log.resetPosition());
        assertThat(log.ring().head(slot)).isPositive().isLessThanOrEqualTo(log.resetPosition());
        log.slots().skipRunBefore(slot, () -> true);
        assertThat(log.ring().head(slot)).isEqualTo(log.resetPosition());
    }

    @Test
    void thereIsNoSlotFromTheDawnWhenAllAreTaken() {
        lab.sender("drone", 10, "pose");
        final MessageLog log = lab.log("drone");
        for (int i = 0; i < MessageLog.MOST_READERS; i++) {
            assertThat(log.slots().takeFromDawn("r" + i)).isEqualTo(i);
        }
        assertThat(log.slots().takeFromDawn("late")).isEqualTo(-1);
        assertThat(List.of(log.slots().of("r0"), log.slots().of("r255"))).containsExactly(0, 255);
    }

    @Test
    void aLatestValueNeverGoesBeyondItsPlace() {
        final UnsafeBuffer file = new UnsafeBuffer(new byte[LatestValue.lengthFor(64)]);
        final LatestValue value = LatestValue.create(file);
        final int tooLong = value.maxBytes() + 1;
        assertThatIllegalArgumentException().isThrownBy(() ->
            value.write(0, 0, new UnsafeBuffer(new byte[tooLong]), 0, tooLong));
        assertThat(value.version()).isZero();
        value.write(0, 0, new UnsafeBuffer(new byte[64]), 0, 64);
        assertThat(value.version()).isEqualTo(1);
    }
}
