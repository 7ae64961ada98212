package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.ProcessSight.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProcessSamplerTest {
    private static final long LOOK_NS = 250_000_000L;
    private static final long START = 77;

    private final Set<Long> gone = new HashSet<>();
    private final List<String> told = new ArrayList<>();
    private long nowNs = 1_000;
    private int reads;
    private final ProcessSampler sampler = new ProcessSampler(new ProcessReader(Path.of("/nowhere")),
        (pid, startTime) -> {
            reads++;
            return startTime > 0 && gone.contains(pid) && startTime == START;
        }, () -> nowNs);

    private void look() {
        nowNs += LOOK_NS;
        sampler.lookForEnds((pid, startTime) -> told.add(pid + " " + startTime));
    }

    @Test
    void theEndOfAProcessIsToldOnceAndWithinTwoLooks() {
        sampler.enter(480, START);
        sampler.enter(480, START);
        sampler.enter(481, START);
        look();
        assertThat(told).isEmpty();
        gone.add(480L);
        look();
        assertThat(told).as("what it said last may not have been read yet").isEmpty();
        look();
        assertThat(told).containsExactly("480 77");
        for (int i = 0; i < 5; i++) {
            look();
        }
        assertThat(told).hasSize(1);
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
    void whoHasLeftIsNotLookedAt() {
        sampler.enter(480, START);
        gone.add(480L);
        look();
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
        gone.add(480L);
        look();
        sampler.enter(480, START + 1);
        look();
        look();
        assertThat(told).isEmpty();
    }

    @Test
    void ofManyAFewAreLookedAtEachTime() {
        for (long pid = 1_000; pid < 1_200; pid++) {
            sampler.enter(pid, START);
        }
        gone.add(1_003L);
        gone.add(1_190L);
        for (int i = 0; i < 5; i++) {
            reads = 0;
            look();
            assertThat(reads).isBetween(1, 64);
        }
        assertThat(told).containsExactlyInAnyOrder("1003 77", "1190 77");
    }

    @Test
    void aProcessThatHasEndedIsNotSeenToLive() {
        sampler.enter(480, START);
        gone.add(480L);
        sampler.refresh();
        assertThat(sampler.newest(480).state()).isEqualTo(State.ENDED);
    }
}
