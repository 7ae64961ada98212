package io.takt.hub.core.plan;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.ValueSpec;
import io.takt.shm.control.Reply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The channels that the configuration names. An asset's own declarations are added to them; where both speak of the
 * same, the configuration counts. Assets of other hubs in the tree are named by {@link Paths}.
 *
 * @param seed    of the scenario, from which jitter and loss are drawn.
 * @param outputs by sender.
 * @param inputs  by receiver.
 * @param checked whether senders are to write checks of what they send.
 * @param carried the channels that a carrier sends in the place of another asset: each with the channel and the sender
 *                of which its receiver is told.
 */
public record MessagePlan(long seed, Map<String, List<OutputSpec>> outputs, Map<String, List<InputSpec>> inputs,
    boolean checked, Map<Reply.Sent, Reply.Sent> carried) {
    /** No channels. */
    public static final MessagePlan NONE = new MessagePlan(0, Map.of(), Map.of(), false);

    /**
     * A plan without carriers.
     *
     * @param seed    as above.
     * @param outputs as above.
     * @param inputs  as above.
     * @param checked as above.
     */
    public MessagePlan(final long seed, final Map<String, List<OutputSpec>> outputs,
        final Map<String, List<InputSpec>> inputs, final boolean checked) {
        this(seed, outputs, inputs, checked, Map.of());
    }

    /**
     * The outputs of an asset, with those that it declares by itself.
     *
     * @param asset    its name.
     * @param declared by itself.
     * @return the configured first, always in the same places.
     */
    public List<OutputSpec> outputs(final String asset, final List<OutputSpec> declared) {
        if (declared.isEmpty() && !outputs.containsKey(asset)) {
            return List.of();
        }
        final Map<String, OutputSpec> all = new LinkedHashMap<>();
        outputs.getOrDefault(asset, List.of()).forEach(output -> all.put(output.channel(), output));
        declared.forEach(output -> all.putIfAbsent(output.channel(), output));
        return List.copyOf(all.values());
    }

    /**
     * The inputs of an asset, with those that it declares by itself.
     *
     * @param asset    its name.
     * @param declared by itself.
     * @return the configured first, always in the same places.
     */
    public List<InputSpec> inputs(final String asset, final List<InputSpec> declared) {
        if (declared.isEmpty() && !inputs.containsKey(asset)) {
            return List.of();
        }
        final Map<List<String>, InputSpec> all = new LinkedHashMap<>();
        final Set<Reply.Sent> toldOf = new HashSet<>();
        for (final InputSpec input : inputs.getOrDefault(asset, List.of())) {
            all.put(List.of(input.channel(), input.sender()), input);
            toldOf.add(carried.get(new Reply.Sent(input.channel(), input.sender())));
        }
        declared.stream().filter(input -> !toldOf.contains(new Reply.Sent(input.channel(), Paths.leaf(input.sender()))))
            .forEach(input -> all.putIfAbsent(List.of(input.channel(), input.sender()),
                input.values(valuesOf(input))));
        return new ArrayList<>(all.values());
    }

    /**
     * A link as its receiver is told of it, which notices neither a carrier nor at which hub the sender is.
     *
     * @param input of this plan, or declared.
     * @return the same, perhaps by other names.
     */
    public InputSpec told(final InputSpec input) {
        final Reply.Sent told = carried.getOrDefault(new Reply.Sent(input.channel(), input.sender()),
            new Reply.Sent(input.channel(), Paths.leaf(input.sender())));
        return new InputSpec(told.channel(), told.sender(), input.delivery(), input.delayNs(), input.jitterNs(),
            input.loss(), input.values());
    }

    /**
     * Whether a link is the first half of a way by a carrier, which has no delay of its own.
     *
     * @param receiver name or path of the receiver.
     * @param input    of this plan.
     * @return true when the receiver is a carrier that sends on what comes by it.
     */
    public boolean isToCarrier(final String receiver, final InputSpec input) {
        final Reply.Sent sent = new Reply.Sent(input.channel(), Paths.leaf(input.sender()));
        return carried.entrySet().stream()
            .anyMatch(each -> each.getKey().sender().equals(receiver) && each.getValue().equals(sent));
    }

    /** The values of a link's channel, if it is configured for other receivers. */
    private ValueSpec valuesOf(final InputSpec input) {
        return outputs(input.sender(), List.of()).stream()
            .filter(output -> output.channel().equals(input.channel())).map(OutputSpec::values).findFirst()
            .orElse(ValueSpec.NONE);
    }

    /** {@return the names of the child hubs whose border channels cross} */
    public Set<String> childHubs() {
        final Set<String> hubs = new LinkedHashSet<>();
        outputs.keySet().stream().filter(Paths::isElsewhere).forEach(path -> hubs.add(Paths.first(path)));
        inputs.keySet().stream().filter(Paths::isElsewhere).forEach(path -> hubs.add(Paths.first(path)));
        hubs.remove(Paths.UP);
        return hubs;
    }

    /**
     * The senders at other hubs that are reached through one hub.
     *
     * @param hub a child hub.
     * @return their paths.
     */
    public List<String> sendersBelow(final String hub) {
        return outputs.keySet().stream().filter(sender -> Paths.isBelow(sender, hub)).toList();
    }

    /**
     * The senders of which assets below a child hub receive.
     *
     * @param hub the child hub.
     * @return their names or paths.
     */
    public Set<String> sendersFor(final String hub) {
        final Set<String> senders = new LinkedHashSet<>();
        inputs.forEach((receiver, links) -> {
            if (Paths.isBelow(receiver, hub)) {
                links.forEach(link -> senders.add(link.sender()));
            }
        });
        return senders;
    }

    /**
     * The channels of a sender that assets below a child hub receive.
     *
     * @param hub    the child hub.
     * @param sender name or path.
     * @param latest whether latest values are meant, or messages.
     * @return the names of the channels.
     */
    public Set<String> channelsFor(final String hub, final String sender, final boolean latest) {
        final Set<String> channels = new LinkedHashSet<>();
        inputs.forEach((receiver, links) -> {
            if (Paths.isBelow(receiver, hub)) {
                links.stream().filter(link -> link.sender().equals(sender)
                    && latest == (link.delivery() == Delivery.LATEST)).forEach(link -> channels.add(link.channel()));
            }
        });
        return channels;
    }

    /**
     * Whether any asset receives the messages of a channel, and not only its latest value.
     *
     * @param sender  name or path.
     * @param channel of the sender.
     * @return true for one receiver or more.
     */
    public boolean hasMessages(final String sender, final String channel) {
        return inputs.values().stream().anyMatch(links -> links.stream().anyMatch(link ->
            link.sender().equals(sender) && link.channel().equals(channel) && link.delivery() != Delivery.LATEST));
    }

    /**
     * This plan with what crosses the border to the parent: the parent receives like an asset, of the name
     * {@link Paths#UP}.
     *
     * @param crossing as the parent has told it.
     * @return another plan.
     */
    public MessagePlan with(final Reply.Crossing crossing) {
        final Map<String, List<OutputSpec>> allOutputs = new LinkedHashMap<>(outputs);
        final Map<String, List<InputSpec>> allInputs = new LinkedHashMap<>(inputs);
        final List<InputSpec> above = new ArrayList<>();
        for (final Reply.CrossingLog up : crossing.up()) {
            allOutputs.merge(up.sender(), specs(up), MessagePlan::largestOf);
            for (final Reply.CrossingChannel channel : up.channels()) {
                if (channel.messages()) {
                    above.add(InputSpec.gated(channel.channel(), up.sender()));
                }
                if (channel.latest() != null) {
                    above.add(InputSpec.latest(channel.channel(), up.sender()));
                }
            }
        }
        final Map<Reply.Sent, Reply.Sent> allCarried = new LinkedHashMap<>(carried);
        allInputs.put(Paths.UP, above);
        crossing.down().forEach(down -> allOutputs.put(down.sender(), specs(down)));
        for (final Reply.CrossingLink link : crossing.links()) {
            final List<InputSpec> links = new ArrayList<>(allInputs.getOrDefault(link.receiver(), List.of()));
            links.add(link.spec());
            if (link.told() != null) {
                allCarried.put(new Reply.Sent(link.channel(), link.sender()), link.told());
            }
            allInputs.put(link.receiver(), links);
        }
        return new MessagePlan(seed, allOutputs, allInputs, checked, allCarried);
    }

    private static List<OutputSpec> specs(final Reply.CrossingLog log) {
        return log.channels().stream()
            .map(channel -> new OutputSpec(channel.channel(), channel.maxBytes(), channel.values())).toList();
    }

    private static List<OutputSpec> largestOf(final List<OutputSpec> some, final List<OutputSpec> others) {
        final Map<String, OutputSpec> all = new LinkedHashMap<>();
        some.forEach(each -> all.put(each.channel(), each));
        others.forEach(each -> all.merge(each.channel(), each,
            (one, other) -> one.maxBytes(Math.max(one.maxBytes(), other.maxBytes()))
                .values(one.values().isSaid() ? one.values() : other.values())));
        return List.copyOf(all.values());
    }
}
