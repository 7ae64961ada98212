package io.takt.dis.reckoning;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.dis.Pdus;
import io.takt.dis.pdu.PduKind;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Thresholds of a metre and three degrees, and a heartbeat of 5 s. */
class UpdateRuleTest {
    private static final long S = 1_000_000_000L;
    /** Turns by 0.1 rad/s around its z axis, and moves by 10 m/s along x. */
    private static final ByteBuffer SENT = Pdus.pdu(PduKind.ENTITY, "{'id': 1, 'algorithm': 3, 'velocity':"
        + " [10, 0, 0], 'angularVelocity': [0, 0, 0.1], 'orientation': [3.1, 0, 0]}", 0);

    private final UpdateRule rule = new UpdateRule(1, 3, 5 * S);

    private boolean isDue(final double x, final double psi, final String more, final long nowNs) {
        return rule.isDue(SENT, 0, Pdus.pdu(PduKind.ENTITY, "{'id': 1, 'algorithm': 3, 'location': [" + x
            + ", 0, 0], 'orientation': [" + psi + ", 0, 0]" + more + "}", 0), nowNs);
    }

    /** After 2 s, others take it to be at 20 m, by 3.3 rad, which is -2.983. */
    @ParameterizedTest
    @CsvSource({"20, 3.3, false", "20, -2.983, false", "20.99, 3.3, false", "21.01, 3.3, true", "18.99, 3.3, true",
        "20, 3.351, false", "20, 3.354, true", "20, 3.246, true", "20, 3.1, true"})
    void aStateIsDueBeyondAThreshold(final double x, final double psi, final boolean isDue) {
        assertThat(isDue(x, psi, "", 2 * S)).isEqualTo(isDue);
    }

    @Test
    void aStateIsDueWhenAnythingElseChangesOrAHeartbeatIsOver() {
        assertThat(isDue(20, 3.3, ", 'velocity': [9, 0, 0]", 2 * S)).as("motion is for the thresholds").isFalse();
        assertThat(isDue(20, 3.3, ", 'otherParameters': '010203040506070809101112131415'", 2 * S)).isFalse();
        assertThat(isDue(20, 3.3, ", 'appearance': 1", 2 * S)).isTrue();
        assertThat(isDue(20, 3.3, ", 'marking': 'X'", 2 * S)).isTrue();
        assertThat(isDue(20, 3.3, ", 'records': ['000102030405060708090a0b0c0d0e0f']", 2 * S)).isTrue();
        assertThat(isDue(20, 3.3, ", 'force': 2", 2 * S)).isTrue();
        assertThat(isDue(49.99, 3.6, "", 5 * S - 1)).isFalse();
        assertThat(isDue(50, 3.6, "", 5 * S)).isTrue();
    }
}
