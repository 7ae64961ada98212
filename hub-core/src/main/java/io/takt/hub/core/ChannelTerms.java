package io.takt.hub.core;

import io.takt.asset.RefusalCode;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.plan.Paths;
import io.takt.hub.core.status.ShortList;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageStore;
import java.util.List;

/** On which terms an asset may join, by the channels that it declares. Owned by the hub's thread. */
final class ChannelTerms {
    private final Logs logs;
    private final MessageStore store;
    private final Epoch epoch;
    private final Members members;

    ChannelTerms(final Logs logs, final MessageStore store, final Epoch epoch, final Members members) {
        this.logs = logs;
        this.store = store;
        this.epoch = epoch;
        this.members = members;
    }

    /** The inputs of an asset; a sender by the name that it has at its own hub is found where there is one such. */
    List<InputSpec> inputs(final String asset, final List<InputSpec> declared) {
        return logs.plan().inputs(asset,
            declared.isEmpty() ? declared : declared.stream().map(this::found).toList());
    }

    private InputSpec found(final InputSpec input) {
        final List<String> paths = pathsTo(input.sender());
        return paths.size() != 1 ? input : InputSpec.of(input.channel(), paths.get(0), input.delivery())
            .delayNs(input.delayNs()).jitterNs(input.jitterNs()).loss(input.loss());
    }

    /** The senders at other hubs that are of a name; none where an asset of this hub is. */
    private List<String> pathsTo(final String sender) {
        return Paths.isElsewhere(sender) || members.planned(sender) != null || members.named(sender) != null ? List.of()
            : logs.index().pathsTo(sender);
    }

    /** Why an asset cannot join with what it declares; null when it can. */
    Refusal refusal(final Request.Join join) {
        final List<OutputSpec> outputs = logs.plan().outputs(join.asset(), join.outputs());
        for (final InputSpec input : inputs(join.asset(), join.inputs())) {
            final List<String> paths = pathsTo(input.sender());
            if (paths.size() > 1) {
                return new Refusal(RefusalCode.BAD_CHANNEL, "it receives channel '" + input.channel() + "' from '"
                    + input.sender() + "', and there are " + ShortList.of(paths) + "; name one by its path");
            }
            final boolean isSent = input.sender().equals(join.asset()) ? names(outputs, input.channel())
                : isSent(input.channel(), input.sender(), join.asset());
            if (!isSent) {
                return new Refusal(RefusalCode.BAD_CHANNEL, "it receives channel '" + input.channel() + "' from '"
                    + input.sender() + "', which " + whatIsSentBy(input.sender(), join.asset(), outputs));
            }
        }
        for (final Member member : members.receiversFrom(join.asset())) {
            final InputSpec missed = missed(member, join.asset(), outputs);
            if (missed != null && !isConfigured(join.asset())) {
                return new Refusal(RefusalCode.BAD_CHANNEL, "asset '" + member.name() + "' receives channel '"
                    + missed.channel() + "' from it, and it does not declare that; declare it where it joins, or in"
                    + " the configuration");
            }
        }
        return null;
    }

    /** The first input of a member by its own account that an asset which joins does not send; null for none. */
    private static InputSpec missed(final Member member, final String sender, final List<OutputSpec> outputs) {
        return member.channels().inputsFrom(sender).stream().map(MemberChannels.Input::spec)
            .filter(input -> !names(outputs, input.channel())).findFirst().orElse(null);
    }

    /** Whether the configuration names an asset's outputs: then a receiver of another channel is mistaken. */
    boolean isConfigured(final String sender) {
        return !logs.plan().outputs(sender, List.of()).isEmpty();
    }

    /** Why a member should not have been let in, now that another has joined; null when nothing speaks against it. */
    Refusal refusalSince(final Member member, final Request.Join join) {
        final InputSpec missed = missed(member, join.asset(), logs.plan().outputs(join.asset(), join.outputs()));
        return missed == null ? null : new Refusal(RefusalCode.BAD_CHANNEL, "it receives channel '" + missed.channel()
            + "' from '" + join.asset() + "', which " + whatIsSentBy(join.asset(), member.name(), List.of()));
    }

    static boolean names(final List<OutputSpec> outputs, final String channel) {
        return outputs.stream().anyMatch(output -> output.channel().equals(channel));
    }

    /**
     * Whether a channel is sent, as far as is known. Before the run begins nothing is known of an asset that is not
     * there, and any channel is believed. A successor receives as its predecessor did, even from an asset that has
     * left; the channels of an asset that is away may be known by its log alone, which outlives a hub.
     */
    private boolean isSent(final String channel, final String sender, final String receiver) {
        if (Paths.isElsewhere(sender)) {
            return names(logs.plan().outputs(sender, List.of()), channel);
        }
        final Member member = members.named(sender);
        final boolean isAway = members.named(receiver) != null || member != null && member.isAway();
        return names(logs.plan().outputs(sender, List.of()), channel)
            || (member != null ? member.channels().sends(channel) : !epoch.hasBegun())
            || isAway && store.hasLog(sender) && store.log(sender, 0).indexOf(channel) >= 0;
    }

    private String whatIsSentBy(final String sender, final String joining, final List<OutputSpec> ownOutputs) {
        final Member member = members.named(sender);
        if (member == null && !sender.equals(joining)) {
            return "is not there; let it join first, or declare the channel in the configuration";
        }
        final List<String> channels = sender.equals(joining) ? ownOutputs.stream().map(OutputSpec::channel).toList()
            : member.channels().channels();
        return channels.isEmpty() ? "sends nothing" : "sends " + ShortList.of(channels);
    }
}
