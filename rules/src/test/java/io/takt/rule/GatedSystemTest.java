package io.takt.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.rule.GateLiveness.Link;
import io.takt.rule.GatedSystem.Gate;
import io.takt.rule.Liveness.Member;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatedSystemTest {
    private static final long MAX = Long.MAX_VALUE;

    private final List<Member> assets =
        List.of(new Member("a", 10), new Member("b", 20), new Member("c", 30), new Member("d", 40));

    @Test
    void theLeewayIsThatOfTheReceiversTimeToBe() {
        assertThat(new Gate(0, 1, end("a", "b", 7)).leewayNs(new Member("b", 20))).isEqualTo(7);
        assertThat(new Gate(0, 1, end("a", "b", MAX)).leewayNs(new Member("b", 20))).isEqualTo(MAX);
        assertThat(new Gate(0, 1, start("a", "b", 7)).leewayNs(new Member("b", 20))).isEqualTo(27);
        assertThat(new Gate(0, 1, start("a", "b", MAX - 20)).leewayNs(new Member("b", 20))).isEqualTo(MAX);
        assertThat(new Gate(0, 1, start("a", "b", MAX - 19)).leewayNs(new Member("b", 20))).isEqualTo(MAX);
    }

    @Test
    void gatesThatNeverHoldAnAssetAreIdle() {
        final GatedSystem system = GatedSystem.of(10, 50, assets,
            List.of(end("a", "b", 49), end("a", "b", 50), start("a", "b", 29), start("a", "b", 30)));
        assertThat(system.withoutIdleGates().gates()).extracting(gate -> gate.link().delayNs())
            .containsExactly(49L, 29L);
        assertThat(system.withMaxDelay(51).withoutIdleGates().gates()).hasSize(4);
    }

    @Test
    void awaitedAssetsAreFoundThroughOthers() {
        final GatedSystem system = GatedSystem.of(10, 50, assets,
            List.of(end("a", "b", 0), start("b", "c", 0), end("c", "b", 0), end("c", "c", 0), start("c", "d", 0)));
        assertThat(system.awaitedBy(BitSet.valueOf(new long[] {0b0100})).toLongArray()).containsExactly(0b0111);
        assertThat(system.awaitedBy(BitSet.valueOf(new long[] {0b1001})).toLongArray()).containsExactly(0b1111);
        assertThat(system.awaitedBy(BitSet.valueOf(new long[] {0b0001})).toLongArray()).containsExactly(0b0001);
    }

    private static Link start(final String from, final String to, final long delayNs) {
        return new Link("start", from, to, delayNs, false);
    }

    private static Link end(final String from, final String to, final long delayNs) {
        return new Link("end", from, to, delayNs, true);
    }
}
