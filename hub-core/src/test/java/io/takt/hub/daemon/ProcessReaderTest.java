package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.world.ProcessReading;
import io.takt.hub.core.world.ProcessReading.State;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessReaderTest {
    @ParameterizedTest
    @CsvSource({"R,RUNNING", "D,RUNNING", "S,SLEEPING", "T,STOPPED", "t,TRACED", "Z,UNKNOWN", "X,UNKNOWN"})
    void readsStateAndProcessorTime(final String letter, final State state) {
        final String stat = "4711 (a) S (b) c) " + letter
            + " 1 4711 4711 0 -1 4194560 1000 0 3 0 25 17 4 5 20 0 1 0 77 9 1 18446744073709551615\n";
        assertThat(ProcessReader.parse(stat, 5)).isEqualTo(new ProcessReading(state, 420_000_000L, 5));
    }

    @ParameterizedTest
    @CsvSource({"''", "4711 (x", "4711 (x) S 1 2", "1 (x) S a b c d e f g h i j k l m n"})
    void anythingElseIsUnknown(final String stat) {
        assertThat(ProcessReader.parse(stat, 5))
            .isEqualTo(new ProcessReading(State.UNKNOWN, ProcessReading.NOT_KNOWN, 5));
    }

    @Test
    void withoutProcTheVirtualMachineKnowsALittle() {
        final ProcessReader reader = new ProcessReader(Path.of("/nowhere"));
        assertThat(reader.read(ProcessHandle.current().pid(), 9).state()).isEqualTo(State.UNKNOWN);
        assertThat(reader.read(ProcessHandle.current().pid(), 9).cpuNs()).isPositive();
        assertThat(reader.read(Integer.MAX_VALUE, 9))
            .isEqualTo(new ProcessReading(State.UNKNOWN, ProcessReading.NOT_KNOWN, 9));
    }
}
