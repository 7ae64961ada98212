package io.takt.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessorTimeTest {
    @BeforeEach
    void requireProc() {
        assumeThat(ProcessorTime.isKnown()).isTrue();
    }

    @Test
    void workIsCounted() throws Exception {
        final ProcessorTime ofThis = new ProcessorTime(List.of(ProcessHandle.current().pid()));
        final long startNs = System.nanoTime();
        long spins = 0;
        while (System.nanoTime() - startNs < 100_000_000) {
            spins++;
        }
        assertThat(ofThis.usedNs()).as("after %d spins", spins).isPositive();
    }

    @Test
    void aProcessIsStartedAfterTheMachine() throws Exception {
        assertThat(ProcessorTime.startedNs(ProcessHandle.current().pid())).isPositive();
        assertThat(ProcessorTime.allowedProcessors()).isNotEmpty().allMatch(each -> each >= 0);
    }

    @Test
    void processorsAreListedAsLinuxDoes() {
        assertThat(ProcessorTime.numbers("3")).containsExactly(3);
        assertThat(ProcessorTime.numbers("0-2,5")).containsExactly(0, 1, 2, 5);
    }
}
