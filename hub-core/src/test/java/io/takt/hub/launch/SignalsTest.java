package io.takt.hub.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class SignalsTest {
    @Test
    void numbersThatStandForAllProcessesMeanNone() {
        assertThat(Signals.targets(List.of(1L, 0L, -1L), List.of(1L, 0L, -1L, -77L))).isEmpty();
        assertThat(Signals.targets(List.of(1L, 815L), List.of(4711L, 1L))).containsExactly("-815", "4711");
    }

    @Test
    @Timeout(60)
    @EnabledOnOs(OS.LINUX)
    void aSignalIsSentByTheKernelAndByTheCommand() throws Exception {
        for (final boolean byCommand : new boolean[] {false, true}) {
            final Process program = new ProcessBuilder("sleep", "3600").start();
            try {
                for (final String signal : List.of("TERM", "CONT")) {
                    if (byCommand) {
                        Signals.sendByCommand(signal, Signals.targets(List.of(), List.of(program.pid())));
                    } else {
                        Signals.send(signal, List.of(), List.of(program.pid()));
                    }
                }
                assertThat(program.waitFor()).isEqualTo(128 + 15);
            } finally {
                program.destroyForcibly();
            }
        }
    }
}
