package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetSpec;
import io.takt.asset.AssetState;
import io.takt.asset.OnHubLost;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.asset.message.InputSpec;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.AssetKey;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageFiles;
import io.takt.shm.waiting.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A polled asset that waits, at a hub that is held in the hand; so is the kernel that lets it sleep. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PolledWaitTest {
    private static final Steps STEPS = new Steps(50, 10, false);

    private final SeatMailLab lab = new SeatMailLab();
    private final Seat drone = lab.seat("drone", Steps.fixed(10), List.of(SeatMailLab.POSE));
    private final AssetClocks own = lab.hub.hub.allocateAsset(
        new AssetKey(1, 9, 0, STEPS, 0), "radar", 0, AssetState.JOINED);
    private Runnable onSleep = () -> { };

    private final class Access implements HubAccess, HubControl, Kernel {
        @Override
        public String hub() {
            return "h";
        }

        @Override
        public HubControl connect(final HubControl.Listener listener) {
            return this;
        }

        @Override
        public ClockFile clocks() {
            return ClockFile.over(lab.hub.counters.metaDataBuffer(), lab.hub.counters.valuesBuffer(), this);
        }

        @Override
        public MessageFiles messages() {
            return lab.messages;
        }

        @Override
        public Supplier<Reply> begin(final LongFunction<Request> request, final Consumer<Reply> inOrder) {
            final int[] core = lab.hub.coreDoorbell.counterIds();
            final Reply reply = request.apply(1) instanceof Request.Join
                ? new Reply(1, true, null, joined(), null, null)
                : new Reply(1, true, null, null, new Reply.Doorbell(lab.hub.thread.sleep().counterId(),
                    lab.hub.thread.activity().counterId(), core[0], core[1]), null);
            inOrder.accept(reply);
            return () -> reply;
        }

        private Reply.Joined joined() {
            return new Reply.Joined("h", "cnc", 1, lab.hub.core.counterId(), 10, SeatMailLab.MAX_DELAY_NS,
                STEPS.greatestNs(), STEPS.granularityNs(), null, 0, WaitStrategy.SLEEP, OnHubLost.EXIT,
                new Reply.AssetCounters("radar", 9, 0, own.time().counterId(), own.state().counterId(),
                    own.retain().counterId(), null,
                    lab.told("radar", 0, List.of(), InputSpec.retroactive("pose", "drone"))), 0, null);
        }

        @Override
        public void tell(final LongFunction<Request> request) {
            // That it is ready.
        }

        @Override
        public boolean hasEnded() {
            return false;
        }

        @Override
        public void close() {
            // Nothing is open.
        }

        @Override
        public void await(final long address, final int expected, final long atMostNs) {
            onSleep.run();
        }

        @Override
        public void wake(final long address) {
            // It sleeps only as long as a method is called.
        }
    }

    /** Sender and core have found nobody asleep, and will not ring. */
    @Test
    void whatCameBeforeTheAnnouncementAndIsHandedOverAfterItDoesNotHideThatTheClockMayCountUp() throws Exception {
        final ShmHubConnection connection = ShmHubConnection.connect(new Access(), () -> 0);
        final PolledAsset radar = connection.join(AssetSpec.named("radar"));
        final List<Long> handedAtNs = new ArrayList<>();
        radar.channels().subscribe("pose", message -> handedAtNs.add(radar.timeNs()));
        radar.wakeAt(100);
        lab.hub.afterAnnounce = counterId -> {
            if (counterId == lab.hub.thread.sleep().counterId()) {
                lab.hub.afterAnnounce = any -> { };
                lab.hub.core.publish(10);
                droneSends();
            }
        };
        final List<Long> sleptAtNs = new ArrayList<>();
        onSleep = () -> {
            sleptAtNs.add(own.time().read());
            lab.hub.core.publish(110);
        };
        assertThat(radar.await()).isEqualTo(Turn.STEP);
        assertThat(handedAtNs).containsExactly(0L);
        assertThat(sleptAtNs).containsExactly(10L);
        assertThat(radar.timeNs()).isEqualTo(100);
    }

    private void droneSends() {
        try {
            SeatMailLab.stepAndSend(drone);
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
