package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.world.ProcessReading.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProcessSamplerTest {
    private static final long LOOK_NS = 250_000_000L;
    private static final long START = 77;
    private static final long LONG_MS = 20_000;

    private final Set<Long> gone = new HashSet<>();
    private final List<String> told = new ArrayList<>();
    private long nowNs = 1_000;
    private int reads;
    private Thread duringLook;
    private final ProcessSampler sampler = new ProcessSampler(new ProcessReader(Path.of("/nowhere")),
        (pid, startTime) -> {
            reads++;
            awaitEnd(duringLook);
            return startTime > 0 && gone.contains(pid) && startTime == START;
        }, () -> nowNs);

    /** In vain when it waits for this very thread. */
    private static void awaitEnd(final Thread thread) {
        if (thread != null) {
            thread.start();
            try {
                thread.join(LONG_MS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void look() {
        nowNs += LOOK_NS;
        sampler.lookForEnds((pid, startTime) -> told.add(pid + " " + startTime));
    }

    @Test
    void theEndOfAProcessIsToldOnceAndAtOnce() {
        sampler.enter(480, START);
        sampler.enter(480, START);
        sampler.enter(481, START);
        look();
        assertThat(told).isEmpty();
        gone.add(480L);
        look();
        assertThat(told).containsExactly("480 77");
        for (int i = 0; i < 5; i++) {
            look();
        }
        assertThat(told).hasSize(1);
    }

    @Test
    void ifItCannotGoOnItSaysWhy() throws Exception {
        final CompletableFuture<Throwable> why = new CompletableFuture<>();
        final Error error = new StackOverflowError("of a test");
        sampler.start(() -> {
            throw error;
        }, (pid, startTime) -> { }, why::complete);
        assertThat(why.get(20, TimeUnit.SECONDS)).isSameAs(error);
    }

    @Test
    void looksFourTimesASecondHoweverOftenItIsAsked() {
        sampler.enter(480, START);
        for (int i = 0; i < 100; i++) {
            nowNs += LOOK_NS / 25;
            sampler.lookForEnds((pid, startTime) -> told.add(pid + " " + startTime));
        }
        assertThat(reads).isEqualTo(4);
    }

    @Test
    void whoseStartIsNotKnownHasNotEnded() {
        gone.add(480L);
        sampler.enter(480, 0);
        look();
        look();
        look();
        assertThat(told).isEmpty();
    }

    @Test
    void aProcessThatHasLeftIsNotLookedAt() {
        sampler.enter(480, START);
        look();
        gone.add(480L);
        sampler.leave(480);
        reads = 0;
        look();
        look();
        assertThat(reads).isZero();
        assertThat(told).isEmpty();
    }

    @Test
    void aLaterProcessOfTheSameNumberIsAnotherOne() {
        sampler.enter(480, START);
        look();
        gone.add(480L);
        sampler.enter(480, START + 1);
        look();
        look();
        assertThat(told).isEmpty();
    }

    @Test
    void ofManyEachIsLookedAtTwiceASecond() {
        for (long pid = 1_000; pid < 2_001; pid++) {
            sampler.enter(pid, START);
            gone.add(pid);
        }
        look();
        assertThat(reads).isEqualTo(501);
        look();
        assertThat(told).hasSize(1_001).doesNotHaveDuplicates();
    }

    @Test
    void enteringDoesNotWaitForALook() throws InterruptedException {
        sampler.enter(480, START);
        gone.add(480L);
        duringLook = new Thread(() -> sampler.enter(480, START + 1));
        sampler.refresh();
        assertThat(duringLook.isAlive()).as("waits for the look").isFalse();
        assertThat(sampler.newest(480).state()).as("of the later process").isNotEqualTo(State.ENDED);
    }

    @Test
    void aProcessThatHasEndedIsNotSeenToLive() {
        sampler.enter(480, START);
        gone.add(480L);
        sampler.refresh();
        assertThat(sampler.newest(480).state()).isEqualTo(State.ENDED);
    }
}
