package io.takt.shm.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SilenceTest {
    private long nowNs = Long.MAX_VALUE - 5;
    private final Silence silence = new Silence(() -> nowNs);

    private void look(final long afterNs, final boolean isUpToHub) {
        nowNs += afterNs;
        silence.look(isUpToHub);
    }

    @Test
    void looksThatComeInTimeAddUpToTheTime() {
        for (int i = 0; i < 250; i++) {
            look(Silence.LOOK_EVERY_NS, true);
        }
        assertThat(silence.ns()).isEqualTo(TimeUnit.SECONDS.toNanos(5));
        look(7, true);
        assertThat(silence.ns()).isEqualTo(TimeUnit.SECONDS.toNanos(5) + 7);
    }

    /** On a busy host the thread that waits gets its turn late; or the process was stopped in between. */
    @Test
    void timeInWhichThisProcessDidNotRunIsNoSilence() {
        look(TimeUnit.HOURS.toNanos(1), true);
        assertThat(silence.ns()).isEqualTo(Silence.LOOK_EVERY_NS);
        for (int i = 1; i < 10; i++) {
            look(TimeUnit.SECONDS.toNanos(1), true);
        }
        assertThat(silence.ns()).isEqualTo(10 * Silence.LOOK_EVERY_NS);
    }

    /** A JVM that has just started takes long to write its first line and to read it. */
    @Test
    void aDelayOfThisProcessIsNoSilence() {
        for (int i = 0; i < 1_000; i++) {
            look(Silence.LOOK_EVERY_NS, false);
        }
        assertThat(silence.ns()).isZero();
        look(Silence.LOOK_EVERY_NS, true);
        look(Silence.LOOK_EVERY_NS, true);
        assertThat(silence.ns()).isEqualTo(2 * Silence.LOOK_EVERY_NS);
        look(Silence.LOOK_EVERY_NS, false);
        assertThat(silence.ns()).as("something has come, and is being read").isZero();
    }

    @Test
    void everyQuestionCountsAnew() {
        look(Silence.LOOK_EVERY_NS, true);
        nowNs += Silence.LOOK_EVERY_NS;
        silence.restart();
        assertThat(silence.ns()).isZero();
        look(3, true);
        assertThat(silence.ns()).isEqualTo(3);
    }
}
