package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartTimesTest {
    private final List<Long> looked = new ArrayList<>();
    private long since = 100;
    private final StartTimes times = new StartTimes(pid -> {
        looked.add(pid);
        return since + pid;
    });

    @Test
    void requestsThatCameTogetherNeedOneLookAtTheirProcess() {
        assertThat(times.applyAsLong(7)).isEqualTo(107);
        assertThat(times.applyAsLong(7)).isEqualTo(107);
        assertThat(times.applyAsLong(8)).isEqualTo(108);
        assertThat(times.applyAsLong(8)).isEqualTo(108);
        assertThat(looked).containsExactly(7L, 8L);
    }

    @Test
    void forLaterRequestsANumberIsLookedAtAnew() {
        assertThat(times.applyAsLong(7)).isEqualTo(107);
        since = 200;
        times.forget();
        assertThat(times.applyAsLong(7)).as("another process has the number now").isEqualTo(207);
    }

    @Test
    void aJoinWithoutAProcessIsToldFromOneBefore() {
        assertThat(times.applyAsLong(7)).isEqualTo(107);
        assertThat(times.applyAsLong(0)).isEqualTo(100);
        times.forget();
        assertThat(times.applyAsLong(0)).isEqualTo(100);
    }
}
