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
import java.util.stream.Collectors;

/** The senders and receivers that the configuration names, so that a join need not look through all of them. */
final class PlanIndex {
    private final Map<String, Set<String>> bySender = new HashMap<>();
    /** Sender and channel. */
    private final Set<List<String>> latest = new HashSet<>();
    /** The senders at other hubs, by the names that they have there. */
    private final Map<String, List<String>> elsewhere;
    private final Set<String> childHubs;

    PlanIndex(final MessagePlan plan) {
        elsewhere = plan.outputs().keySet().stream().filter(Paths::isElsewhere)
            .collect(Collectors.groupingBy(Paths::leaf));
        childHubs = plan.childHubs();
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
    Set<String> receiversOf(final String sender) {
        return bySender.getOrDefault(sender, Set.of());
    }

    /** Whether the configuration names a receiver of the latest value of a channel. */
    boolean isLatestWanted(final String sender, final String channel) {
        return latest.contains(List.of(sender, channel));
    }

    /** The paths of all senders at other hubs that have a name there. */
    List<String> pathsTo(final String name) {
        return elsewhere.getOrDefault(name, List.of());
    }

    /** Whether channels cross the border to a child hub of this name. */
    boolean isChildHub(final String name) {
        return childHubs.contains(name);
    }

    boolean hasChildHubs() {
        return !childHubs.isEmpty();
    }
}
