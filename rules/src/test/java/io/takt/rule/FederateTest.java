package io.takt.rule;

import static io.takt.rule.Report.CORE;
import static io.takt.rule.Report.SLOWEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.takt.rule.Liveness.Member;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class FederateTest {
    private static final List<Member> ASSETS = List.of(new Member("a", 1));

    @Test
    void coreReportsAddUpAlongTheLongestPath() {
        final Federate deep = federate(100, CORE, federate(20, CORE, federate(3, CORE)), federate(22, CORE));
        assertThat(deep.boundNs()).isEqualTo(123);
    }

    @Test
    void slowestReportsAddNothing() {
        assertThat(federate(100, CORE, federate(20, SLOWEST, federate(3, SLOWEST))).boundNs()).isEqualTo(100);
    }

    @Test
    void aMemberThatReportsItsCoreTimeAddsItsOwnBound() {
        assertThat(federate(100, CORE, federate(20, SLOWEST, federate(3, CORE))).boundNs()).isEqualTo(103);
        assertThat(federate(100, CORE, federate(20, CORE, federate(3, SLOWEST))).boundNs()).isEqualTo(120);
    }

    @Test
    void withoutMembersThereIsNoLag() {
        final Federate empty = new Federate("f", 1, 7, CORE, List.of(), List.of());
        assertThat(empty.boundNs()).isZero();
        assertThat(new Federate("r", 1, 5, CORE, List.of(), List.of(empty)).boundNs()).isEqualTo(5);
    }

    @Test
    void noSumOverflows() {
        assertThat(federate(Long.MAX_VALUE, CORE, federate(Long.MAX_VALUE, CORE)).boundNs())
            .isEqualTo(BigInteger.valueOf(Long.MAX_VALUE).shiftLeft(1));
    }

    @Test
    void numbersMustBeGreaterThanZero() {
        assertThatIllegalArgumentException().isThrownBy(() -> federate(0, CORE)).withMessageContaining("maxDelayNs");
        assertThatIllegalArgumentException().isThrownBy(() -> new Federate("f", 0, 1, CORE, ASSETS, List.of()))
            .withMessage("coreStepNs of federate f is 0, must be greater than 0");
    }

    private static Federate federate(final long maxDelayNs, final Report report, final Federate... children) {
        return new Federate("f", 1, maxDelayNs, report, ASSETS, List.of(children));
    }
}
