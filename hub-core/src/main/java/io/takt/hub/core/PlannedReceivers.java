package io.takt.hub.core;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.plan.Paths;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The receivers that the configuration names, by sender, so that a join need not look through all of them. */
final class PlannedReceivers {
    private final Map<String, Set<String>> bySender = new HashMap<>();
    /** Sender and channel. */
    private final Set<List<String>> latest = new HashSet<>();

    PlannedReceivers(final MessagePlan plan) {
        plan.inputs().forEach((receiver, inputs) -> inputs.forEach(input -> add(receiver, input)));
    }

    private void add(final String receiver, final InputSpec input) {
        if (input.delivery() == Delivery.LATEST) {
            latest.add(List.of(input.sender(), input.channel()));
        } else {
            bySender.computeIfAbsent(input.sender(), sender -> new LinkedHashSet<>()).add(Paths.first(receiver));
        }
    }

    /** The assets, child hubs and parent that receive the messages of a sender, and not only a latest value. */
    Set<String> of(final String sender) {
        return bySender.getOrDefault(sender, Set.of());
    }

    /** Whether the configuration names a receiver of the latest value of a channel. */
    boolean isLatestWanted(final String sender, final String channel) {
        return latest.contains(List.of(sender, channel));
    }
}
