package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Commands of several threads, and those that throw. */
class CommandBoxTest {
    private static final long PATIENCE_S = 60;

    private final List<String> done = new ArrayList<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CommandBox<String> box = new CommandBox<>(this::carryOut);

    private void carryOut(final String command) {
        if (command.equals("slow")) {
            entered.countDown();
            await(asked);
        }
        if (command.equals("two more")) {
            box.post("bad");
            box.post("good");
        }
        if (command.equals("bad")) {
            throw new IllegalStateException(command);
        }
        done.add(command);
    }

    private static void await(final CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aCommandThatThrowsThrowsInTheThreadThatAskedForIt() {
        assertThatThrownBy(() -> box.call("bad")).isInstanceOf(IllegalStateException.class).hasMessage("bad");
        box.call("good");
        assertThat(done).containsExactly("good");
    }

    @Test
    void whereAnotherThreadCarriesItOutThatThreadGoesOn() throws Exception {
        final FutureTask<Void> carrier = new FutureTask<>(() -> box.call("slow"), null);
        new Thread(carrier).start();
        await(entered);
        final FutureTask<Void> asker = new FutureTask<>(() -> box.call("bad"), null);
        final Thread asking = new Thread(asker);
        asking.start();
        while (asking.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        asked.countDown();
        carrier.get(PATIENCE_S, TimeUnit.SECONDS);
        assertThatThrownBy(() -> asker.get(PATIENCE_S, TimeUnit.SECONDS)).hasRootCauseMessage("bad");
        assertThat(done).containsExactly("slow");
    }

    @Test
    void aPostedCommandThatThrowsThrowsWhereItIsCarriedOutAndTheOthersAreDone() {
        assertThatThrownBy(() -> box.post("two more")).hasMessage("bad");
        assertThat(done).containsExactly("two more", "good");
    }
}
