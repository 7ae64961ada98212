package io.takt.hub.core;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The members that receive from an asset, by its name: a join is compared with those, and not with all members, so
 * that its cost does not grow with their number. Owned by the hub's thread.
 */
final class Receivers {
    private final Map<String, Set<Member>> bySender = new HashMap<>();

    /** A member takes part with the channels that it has. */
    void add(final Member member) {
        for (final MemberChannels.Input input : member.channels().inputs()) {
            bySender.computeIfAbsent(input.spec().sender(), sender -> new LinkedHashSet<>()).add(member);
        }
    }

    /** A member does not take part with these channels any more. */
    void remove(final Member member, final MemberChannels channels) {
        for (final MemberChannels.Input input : channels.inputs()) {
            bySender.computeIfPresent(input.spec().sender(), (sender, receivers) -> {
                receivers.remove(member);
                return receivers.isEmpty() ? null : receivers;
            });
        }
    }

    /** Members that receive from an asset, be it there or not, as they are now. */
    List<Member> of(final String sender) {
        return List.copyOf(bySender.getOrDefault(sender, Set.of()));
    }
}
