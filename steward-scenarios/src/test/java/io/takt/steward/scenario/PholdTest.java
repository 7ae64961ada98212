package io.takt.steward.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import org.junit.jupiter.api.Test;

final class PholdTest {
    private static final int PROCESSES = 200;

    @Test
    void noJobIsLostAndAllAreDueAboutOnceASecond() {
        final int seconds = 20;
        final World world = new Phold(3, PROCESSES);
        final Steward steward = LogSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        int jobs = 0;
        try (Snapshot snapshot = steward.snapshot(seconds * world.second())) {
            for (int i = 0; i < PROCESSES; i++) {
                final long[] times = snapshot.get(steward.cell(Phold.PROCESS, i));
                assertThat(times).isSorted();
                assertThat(times.length == 0 || times[0] > snapshot.time()).isTrue();
                jobs += times.length;
            }
        }
        assertThat(jobs).isEqualTo(PROCESSES * Phold.JOBS_PER_PROCESS);
        assertThat(steward.history(1, seconds * world.second()).size()).isBetween(jobs * 19, jobs * 21);
    }
}
