package io.takt.federation.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.shm.waiting.Doorbell;
import io.takt.shm.waiting.Kernel;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class TimeWakerTest {
    private static final long WANTED_NS = 40;

    private final UnsafeBuffer memory = new UnsafeBuffer(new byte[16]);
    private final List<String> told = new ArrayList<>();
    private Runnable whileItFallsAsleep = () -> { };

    private final Doorbell doorbell = new Doorbell(memory, 0, new Kernel() {
        @Override
        public void await(final long address, final int expected, final long atMostNs) {
            whileItFallsAsleep.run();
            told.add((int) memory.getLong(0) == expected ? "sleeps" : "is rung");
        }

        @Override
        public void wake(final long address) {
            // Before it sleeps it cannot be woken.
        }
    });
    private final TimeWaker waker = new TimeWaker(() -> told.add("wakes the hub"));

    TimeWakerTest() {
        doorbell.withdraw();
    }

    @Test
    void aRingIsNotMissedThatComesAfterTheHubHasAnnouncedAndBeforeItSleeps() {
        whileItFallsAsleep = () -> {
            doorbell.announce(WANTED_NS);
            doorbell.ring(WANTED_NS);
        };
        waker.sleep(doorbell, 1);
        assertThat(told).containsExactly("wakes the hub", "is rung", "wakes the hub");
    }

    @Test
    void norOneThatCameWhileItWasAwake() {
        waker.sleep(doorbell, 1);
        told.clear();
        doorbell.announce(WANTED_NS);
        doorbell.ring(WANTED_NS);
        waker.sleep(doorbell, 1);
        assertThat(told.get(0)).isEqualTo("wakes the hub");
    }

    @Test
    void itSleepsForWhatTheHubHasAnnounced() {
        doorbell.announce(WANTED_NS);
        waker.sleep(doorbell, 1);
        assertThat(told).containsExactly("sleeps", "wakes the hub");
        assertThat(doorbell.read()).isEqualTo(WANTED_NS);
    }

    @Test
    void noParentEverRingsForNoTime() {
        waker.sleep(doorbell, 1);
        final long announced = doorbell.read();
        Doorbell.ringReached(new Doorbell[] {doorbell}, Long.MAX_VALUE >> 1);
        assertThat(doorbell.read()).isEqualTo(announced).isNotEqualTo(Doorbell.AWAKE);
    }
}
