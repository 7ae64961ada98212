package io.takt.hub.core;

import io.takt.asset.TaktException;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MessageStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who sends to whom. A sender's log is there as soon as somebody is to read or to write it, so a receiver need not be
 * told when a sender comes or goes: it sees that by the frontier in the log. Owned by the hub's thread.
 */
final class Links {
    private final MessagePlan plan;
    private final MessageStore store;
    private final Members members;
    private final Listeners listeners;
    private final Map<String, MessageLog> logs = new LinkedHashMap<>();
    /** Who sends and is there, or has been. */
    private final Set<String> senders = new TreeSet<>();
    private boolean expecting;
    private boolean begun;

    Links(final HubPlan plan, final MessageStore store, final Members members, final Listeners listeners) {
        this.plan = plan.messages();
        this.store = store;
        this.members = members;
        this.listeners = listeners;
    }

    /** Why an asset cannot join with what it declares, in one line; null when it can. */
    String refusal(final Request.Join join) {
        final List<OutputSpec> outputs = plan.outputs(join.asset(), join.outputs());
        for (final InputSpec input : plan.inputs(join.asset(), join.inputs())) {
            final boolean isSent = input.sender().equals(join.asset()) ? names(outputs, input.channel())
                : isSent(input.channel(), input.sender());
            if (!isSent) {
                return "it receives channel '" + input.channel() + "' from '" + input.sender() + "', which "
                    + whatIsSentBy(input.sender(), join.asset(), outputs);
            }
        }
        for (final Member member : members.all()) {
            for (final Correspondence.Input input : member.correspondence().inputs()) {
                if (input.spec().sender().equals(join.asset()) && !names(outputs, input.spec().channel())) {
                    return "asset '" + member.name() + "' receives channel '" + input.spec().channel()
                        + "' from it, and it does not declare that; declare it where it joins, or in the"
                        + " configuration";
                }
            }
        }
        return null;
    }

    private static boolean names(final List<OutputSpec> outputs, final String channel) {
        return outputs.stream().anyMatch(output -> output.channel().equals(channel));
    }

    /** Of an asset that is not there yet and may come, nothing is known before the run begins. */
    private boolean isSent(final String channel, final String sender) {
        final Member member = members.named(sender);
        return names(plan.outputs(sender, List.of()), channel)
            || (member != null ? member.correspondence().sends(channel) : !begun);
    }

    private String whatIsSentBy(final String sender, final String joining, final List<OutputSpec> ownOutputs) {
        final Member member = members.named(sender);
        if (member == null && !sender.equals(joining)) {
            return "is not there; let it join first, or declare the channel in the configuration";
        }
        final List<String> channels = sender.equals(joining) ? ownOutputs.stream().map(OutputSpec::channel).toList()
            : member.correspondence().channels();
        return channels.isEmpty() ? "sends nothing" : "sends " + String.join(", ", channels);
    }

    /** What a member that joins sends and receives; throws {@link TaktException} without room. */
    Correspondence open(final Request.Join join) {
        return open(join.asset(), plan.outputs(join.asset(), join.outputs()),
            plan.inputs(join.asset(), join.inputs()));
    }

    /** The same of one that is expected to come. */
    Correspondence open(final String asset) {
        return open(asset, plan.outputs(asset, List.of()), plan.inputs(asset, List.of()));
    }

    private Correspondence open(final String asset, final List<OutputSpec> outputs, final List<InputSpec> specs) {
        if (outputs.isEmpty() && specs.isEmpty()) {
            return Correspondence.NONE;
        }
        final MessageLog log = log(asset, outputs.stream().mapToInt(OutputSpec::maxBytes).max().orElse(0));
        for (final OutputSpec output : outputs) {
            final int channel = channel(log, output);
            if (plan.isLatestWanted(asset, output.channel())) {
                // What it sends before anybody is there to receive it counts, too.
                keepLatest(log, channel, output);
            }
        }
        final List<Correspondence.Input> inputs = new ArrayList<>();
        for (final InputSpec spec : specs) {
            inputs.add(input(asset, spec));
        }
        return new Correspondence(log, outputs, inputs);
    }

    private MessageLog log(final String sender, final int maxBytes) {
        final MessageLog log = store.log(sender, maxBytes);
        if (logs.put(sender, log) == null) {
            forgetThoseOfAnotherHub(log);
            listeners.add(log);
            expectReaders(log);
        }
        if (!log.isLargeEnoughFor(maxBytes)) {
            throw new TaktException("the log of asset '" + sender + "' was made for smaller messages than " + maxBytes
                + " bytes, when somebody who receives them joined; let '" + sender + "' join first, or declare its"
                + " channels in the configuration");
        }
        return log;
    }

    /** What is sent at the dawn of time is kept for those who are to come. */
    private void expectReaders(final MessageLog log) {
        if (!begun) {
            plan.inputs().forEach((receiver, inputs) -> {
                if (inputs.stream().anyMatch(input -> input.sender().equals(log.sender())
                    && input.delivery() != Delivery.LATEST)) {
                    log.takeSlotFromDawn(receiver);
                }
            });
        }
    }

    /** The run begins, with those who are there. */
    void start() {
        begun = true;
        logs.values().forEach(this::forgetReadersWhoAreNotThere);
    }

    private void forgetReadersWhoAreNotThere(final MessageLog log) {
        log.freeSlotsExcept(reader -> members.named(reader) != null || MessageLog.isListener(reader));
    }

    /** A hub that was killed has left readers, and perhaps a sender, for whom nobody is to wait. */
    private void forgetThoseOfAnotherHub(final MessageLog log) {
        if (!expecting) {
            forgetReadersWhoAreNotThere(log);
            if (members.named(log.sender()) == null) {
                log.nothingWillCome();
            }
        }
    }

    /** Those who took part in the run of a killed hub are being told, one by one. */
    void beginExpecting() {
        expecting = true;
    }

    void endExpecting(final boolean hasBegun) {
        expecting = false;
        begun = hasBegun;
        logs.values().forEach(this::forgetThoseOfAnotherHub);
    }

    private static int channel(final MessageLog log, final OutputSpec output) {
        final int channel = log.addChannel(output.channel(), output.maxBytes());
        if (channel < 0) {
            throw new TaktException("asset '" + log.sender() + "' has too many channels; the log has no room for '"
                + output.channel() + "'");
        }
        return channel;
    }

    private Correspondence.Input input(final String receiver, final InputSpec spec) {
        final Member sender = members.named(spec.sender());
        final List<OutputSpec> outputs = plan.outputs(spec.sender(),
            sender == null ? List.of() : sender.correspondence().outputs());
        final OutputSpec output = outputs.stream().filter(each -> each.channel().equals(spec.channel())).findFirst()
            .orElse(OutputSpec.named(spec.channel()));
        final MessageLog log = log(spec.sender(), Math.max(output.maxBytes(),
            outputs.stream().mapToInt(OutputSpec::maxBytes).max().orElse(0)));
        final int channel = channel(log, output);
        if (spec.delivery() == Delivery.LATEST) {
            keepLatest(log, channel, output);
            return new Correspondence.Input(spec, log, channel, -1);
        }
        final int slot = begun ? log.takeSlot(receiver) : log.takeSlotFromDawn(receiver);
        if (slot < 0) {
            throw new TaktException("asset '" + spec.sender() + "' has too many receivers; its log has no room for '"
                + receiver + "'");
        }
        return new Correspondence.Input(spec, log, channel, slot);
    }

    private void keepLatest(final MessageLog log, final int channel, final OutputSpec output) {
        store.latest(log.sender(), output.channel(), output.maxBytes());
        log.wantLatest(channel);
    }

    /** A member has a process behind it, which starts at its clock's time: others wait for what it sends. */
    void begin(final Member member) {
        final MessageLog log = member.correspondence().log();
        if (log != null) {
            senders.add(member.name());
            log.expect(member.clocks().time().read());
        }
    }

    /** A member is there no more: nobody waits for it, and it reads nothing. */
    void end(final Member member) {
        if (member.correspondence().log() != null) {
            member.correspondence().log().nothingWillCome();
        }
        for (final Correspondence.Input input : member.correspondence().inputs()) {
            if (input.slot() >= 0) {
                input.log().freeSlot(input.slot());
            }
        }
    }

    /** All simulators are back at their starts, or will begin there when a process comes for them. */
    void reset() {
        begun = false;
        for (final MessageLog log : logs.values()) {
            final Member sender = members.named(log.sender());
            if (sender == null || sender.isAway()) {
                log.reset();
            }
            if (sender == null) {
                log.nothingWillCome();
            }
        }
        for (final Member member : members.all()) {
            if (member.isAway()) {
                member.correspondence().inputs().stream().filter(input -> input.slot() >= 0)
                    .forEach(input -> input.log().skipToReset(input.slot()));
            }
        }
    }

    Reply.Messages told(final Correspondence correspondence, final AssetClocks clocks) {
        return correspondence.told(clocks, plan.seed(), store);
    }

    /** From whom somebody receives who is there, and of whom only that somebody has told: the run begins with them. */
    Set<String> missingSenders() {
        final Set<String> missing = new LinkedHashSet<>();
        members.forEach(member -> member.correspondence().inputs().stream().map(input -> input.spec().sender())
            .filter(sender -> !senders.contains(sender) && !members.isPlanned(sender)).forEach(missing::add));
        return missing;
    }

    /** What whoever reads everything in the hub's process is told of a member that has joined; null for nobody. */
    TappedJoin told(final Member member) {
        return listeners.told(member);
    }
}
