package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetSpec;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.control.Reply;
import io.takt.shm.message.LogChannels;
import io.takt.shm.message.Mail;
import io.takt.shm.message.MailClocks;
import io.takt.shm.message.MemoryMessages;
import io.takt.shm.message.MessageLog;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Assets that share a thread, of which one sends more than its log takes. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SeatRoomTest {
    private static final int LARGE = 60_000;
    private static final int MORE_THAN_THERE_IS_ROOM_FOR = 20;
    private static final OutputSpec POSE = OutputSpec.named("pose");

    private final SeatLab hub = new SeatLab(0);
    private final AssetThread thread = new AssetThread(hub.threadCounters);
    private final MemoryMessages messages = new MemoryMessages();
    private final Seat drone = seat("drone", List.of(POSE));
    private final Seat radar = seat("radar", List.of(), InputSpec.gated("pose", "drone"));
    private int got;

    private Seat seat(final String name, final List<OutputSpec> outputs, final InputSpec... inputs) {
        final MessageLog own = messages.log(name, POSE.maxBytes());
        own.expect(0);
        final List<Reply.MessageOutput> toldOutputs = outputs.stream().map(output -> new Reply.MessageOutput(
            output.channel(), LogChannels.add(own, output.channel(), output.maxBytes()), output.maxBytes(), -1, null))
            .toList();
        final List<Reply.MessageInput> toldInputs = List.of(inputs).stream().map(input -> new Reply.MessageInput(
            input.channel(), input.sender(), input.delivery(), input.delayNs(), 0, 0, 0, input.sender(),
            messages.log(input.sender(), 0).takeSlot(name), null)).toList();
        final Mail mail = new Mail(name, Steps.fixed(10), 100, 0,
            new Reply.Messages(0, name, -1, toldOutputs, toldInputs), messages,
            id -> { }, thread);
        toldInputs.forEach(input -> mail.subscribe(input.channel(), message -> got++));
        final Seat seat = new Seat(AssetSpec.named(name).stepNs(10), thread, mail, clocks(), 0);
        thread.add(seat);
        return seat;
    }

    private Seat.Clocks clocks() {
        return new Seat.Clocks(0, hub.core, hub.own.time(), hub.own.retain(), null, 0, hub.threadCounters,
            new MailClocks(null, Map.of()));
    }

    private void sendMuch() {
        for (int i = 0; i < MORE_THAN_THERE_IS_ROOM_FOR; i++) {
            drone.channels().output("pose").send(new UnsafeBuffer(new byte[LARGE]), 0, LARGE);
        }
    }

    @Test
    void whoIsPutBackFirstAndSendsThatAtTheDawnOfTimeGetsOn() throws Exception {
        drone.endDawn();
        radar.endDawn();
        drone.orders().orderReset();
        radar.orders().orderReset();
        assertThat(drone.poll(0)).isEqualTo(Turn.RESET);
        sendMuch();
        drone.commitReset();
        assertThat(radar.poll(0)).isEqualTo(Turn.RESET);
        radar.commitReset();
        drone.orders().giveClocks(clocks());
        radar.orders().giveClocks(clocks());
        hub.core.publish(10);
        assertThat(radar.poll(0)).isEqualTo(Turn.STEP);
        radar.beginStep();
        assertThat(got).isEqualTo(MORE_THAN_THERE_IS_ROOM_FOR);
    }

    @Test
    void whoSendsThatAtTheDawnOfTimeIsNotPutBackInTheMiddleOfIt() {
        drone.orders().orderReset();
        radar.orders().orderReset();
        sendMuch();
        assertThat(drone.isResetting()).isFalse();
        assertThat(radar.isResetting()).isTrue();
        assertThat(messages.log("drone").tail()).isGreaterThan(MORE_THAN_THERE_IS_ROOM_FOR / 2 * LARGE);
    }
}
