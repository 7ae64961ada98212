package io.takt.hub.daemon;

import io.takt.hub.config.GateText;
import io.takt.hub.core.plan.RunGates;
import io.takt.rule.GateLiveness;
import io.takt.rule.GateVerdict;
import io.takt.rule.TooManyCasesException;
import java.util.stream.Collectors;

/** Says in words when the gates with which a run begins may stop it for good. */
final class GateWarning {
    private GateWarning() {
    }

    /** One line; null when they cannot, or that cannot be told. May take seconds. */
    static String of(final RunGates gates) {
        final GateVerdict verdict;
        try {
            verdict = GateLiveness.judge(gates.coreStepNs(), gates.maxDelayNs(), gates.assets(), gates.links());
        } catch (final TooManyCasesException e) {
            return null;
        }
        return verdict.live() ? null : "the gates that assets declare " + (verdict.certain() ? "" : "may ")
            + "stop the simulation for good, unless a sender promises in time"
            + (verdict.waits().isEmpty() ? "" : ": " + GateText.waits(verdict))
            + verdict.fixes().stream().map(fix -> "; " + GateText.fix(fix)).collect(Collectors.joining(", or"));
    }
}
