package io.takt.rule;

import java.math.BigInteger;
import java.util.List;

/** The condition by which a verdict names a D_max without a run, seen from outside of the rules. */
public final class LateJoiners {
    private LateJoiners() {
    }

    /** A D_max with which a system is live whenever its assets join; null when this condition has none. */
    public static BigInteger sufficientMaxDelayNs(
        final long coreStepNs, final List<Liveness.Member> assets, final List<GateLiveness.Link> links) {
        return SufficientDelay.withLateJoiners(GatedSystem.of(coreStepNs, Long.MAX_VALUE, assets, links)).ofAllNs();
    }
}
