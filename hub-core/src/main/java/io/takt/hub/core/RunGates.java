package io.takt.hub.core;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.rule.GateLiveness;
import io.takt.rule.Liveness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who begins a run, and whose gates wait for whom, by what the configuration and the assets themselves have declared.
 *
 * @param coreStepNs ΔT_c.
 * @param maxDelayNs D_max.
 * @param assets     who is there.
 * @param links      the gated ones between them.
 */
public record RunGates(long coreStepNs, long maxDelayNs, List<Liveness.Member> assets, List<GateLiveness.Link> links) {
    /**
     * Those of a run that begins with these members. Empty when only the configuration has gates at steps' ends, which
     * alone may stop a run: these have been judged before the start.
     */
    static Optional<RunGates> ofPrograms(final HubPlan plan, final Members members) {
        final List<GateLiveness.Link> links = new ArrayList<>();
        boolean isNews = false;
        for (final Member member : members.all()) {
            final List<InputSpec> configured = plan.messages().inputs(member.name(), List.of());
            for (final MemberChannels.Input input : member.channels().inputs()) {
                final InputSpec spec = input.spec();
                if (spec.delivery().isGated() && members.named(spec.sender()) != null) {
                    final boolean isUntilEnd = spec.delivery() == Delivery.GATED_UNTIL_END;
                    links.add(new GateLiveness.Link(spec.channel(), spec.sender(), member.name(), spec.delayNs(),
                        isUntilEnd));
                    isNews |= isUntilEnd && !configured.contains(spec);
                }
            }
        }
        return isNews ? Optional.of(new RunGates(plan.coreStepNs(), plan.maxDelayNs(), members.all().stream()
            .map(member -> new Liveness.Member(member.name(), member.steps())).toList(), links)) : Optional.empty();
    }
}
