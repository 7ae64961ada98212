package io.takt.hub.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SignalsTest {
    @Test
    void nobodyIsMeantByNumbersThatAreEverybodys() {
        assertThat(Signals.targets(List.of(1L, 0L, -1L), List.of(1L, 0L, -1L, -77L))).isEmpty();
        assertThat(Signals.targets(List.of(1L, 815L), List.of(4711L, 1L))).containsExactly("-815", "4711");
    }
}
