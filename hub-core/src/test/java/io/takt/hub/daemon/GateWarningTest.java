package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.plan.RunGates;
import io.takt.rule.GateLiveness.Link;
import io.takt.rule.Liveness;
import java.util.List;
import org.junit.jupiter.api.Test;

class GateWarningTest {
    private static RunGates gates(final long delayNs) {
        return new RunGates(10, 40, List.of(new Liveness.Member("drone", 10), new Liveness.Member("radar", 10)),
            List.of(new Link("pose", "drone", "radar", 0, true), new Link("order", "radar", "drone", delayNs, true)));
    }

    @Test
    void aCircleIsToldWithWhatHelps() {
        assertThat(GateWarning.of(gates(0))).isEqualTo("the gates that assets declare stop the simulation for good,"
            + " unless a sender promises in time: the core at 40ns waits for 'drone'; 'drone' at 0s waits for channel"
            + " 'order' of 'radar', which stands at 0s and would have to be at 10ns; 'radar' at 0s waits for channel"
            + " 'pose' of 'drone', which stands at 0s and would have to be at 10ns; set the delay of channel 'order'"
            + " from 'radar' to 'drone' to 10ns (it is 0s)");
    }

    @Test
    void gatesThatOpenAreNotSpokenOf() {
        assertThat(GateWarning.of(gates(10))).isNull();
    }
}
