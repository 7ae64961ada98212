package io.takt.hub.core;

import io.takt.asset.SimTime;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.event.TappedJoin;
import io.takt.rule.GateRule;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.Clock;
import io.takt.shm.control.Reply;
import io.takt.shm.message.Copies;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MessageStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outputs and inputs of one member: its own log, and its slots in the logs of others. Owned by the hub's thread.
 */
final class MemberChannels {
    /** The channels of an asset that neither sends nor receives. */
    static final MemberChannels NONE = new MemberChannels(null, List.of(), List.of(), 0, null);

    private final MessageLog log;
    private final long since;
    private final List<OutputSpec> outputs;
    private final List<String> channels;
    private final List<Input> inputs;
    private final Map<String, List<Input>> bySender;
    /** The senders in whose logs it has slots. */
    private final Set<String> read;
    private final long seed;
    private final MessageStore store;
    private final Border border;

    /**
     * A link at its receiver.
     *
     * @param told  the link as the receiver is told of it.
     * @param slot  -1 where only the latest value is wanted.
     * @param isNew whether the slot was taken for it, and not there before.
     */
    record Input(InputSpec spec, InputSpec told, MessageLog log, int channel, int slot, boolean isNew) {
        /** Whether a step from a time waits for the sender, which has published everything up to its frontier. */
        boolean holds(final long timeNs, final long stepNs, final long frontierNs) {
            if (!spec.delivery().isGated()) {
                return false;
            }
            final long wantedNs = spec.delivery() == Delivery.GATED ? timeNs : timeNs + stepNs;
            return !GateRule.opens(wantedNs, frontierNs, spec.delayNs())
                && !GateRule.opensByPromise(wantedNs, log.promiseNs(channel), spec.delayNs());
        }
    }

    /** Log and store are null for {@link #NONE}. */
    MemberChannels(final MessageLog log, final List<OutputSpec> outputs, final List<Input> inputs, final long seed,
        final MessageStore store) {
        this(log, outputs, inputs, seed, store, Border.NONE);
    }

    /** The channels of a child hub. */
    MemberChannels(final Border border) {
        this(null, List.of(), List.of(), 0, null, border);
    }

    private MemberChannels(final MessageLog log, final List<OutputSpec> outputs, final List<Input> inputs,
        final long seed, final MessageStore store, final Border border) {
        this.border = border;
        this.log = log;
        this.since = log == null ? 0 : log.tail();
        this.outputs = outputs;
        this.channels = outputs.stream().map(OutputSpec::channel).toList();
        this.inputs = inputs;
        this.bySender = inputs.stream().collect(Collectors.groupingBy(input -> input.spec.sender()));
        this.read = Stream.concat(inputs.stream().filter(input -> input.slot >= 0).map(input -> input.spec.sender()),
            border.reads().stream().map(each -> each.log().sender())).collect(Collectors.toSet());
        this.seed = seed;
        this.store = store;
    }

    MessageLog log() {
        return log;
    }

    /** The channels across the border to a child hub. */
    Border border() {
        return border;
    }

    List<Input> inputs() {
        return inputs;
    }

    List<Input> inputsFrom(final String sender) {
        return bySender.getOrDefault(sender, List.of());
    }

    List<OutputSpec> outputs() {
        return outputs;
    }

    List<String> channels() {
        return channels;
    }

    boolean sends(final String channel) {
        return channels.contains(channel);
    }

    boolean receives() {
        return !inputs.isEmpty();
    }

    /** Whether it has a slot in a log. */
    boolean reads(final MessageLog what) {
        return read.contains(what.sender());
    }

    /**
     * The messages that a successor misses.
     *
     * @param beforeNs in steps that begin before that time.
     * @param messages how many are; 0 where its predecessor did not say that, or only its digest lacks some.
     */
    record Missed(String sender, long beforeNs, long messages) {
        @Override
        public String toString() {
            return (messages == 0 ? "messages" : messages == 1 ? "1 message" : messages + " messages") + " from '"
                + sender + "' in steps before " + SimTime.format(beforeNs);
        }
    }

    /** The messages that a successor misses which goes on from a time, by sender. */
    Collection<Missed> missed(final long timeNs) {
        final Map<String, Missed> missed = new LinkedHashMap<>();
        for (final Input input : inputs) {
            final long beforeNs = input.slot < 0 ? 0 : input.log.slots().missedBeforeNs(input.slot);
            if (timeNs < beforeNs) {
                final String sender = input.spec.sender();
                missed.put(sender, new Missed(sender, beforeNs, Copies.of(input.log, input.slot)));
            }
        }
        return missed.values();
    }

    /** Fresh counters of its promises say what it has promised: its process tells only what it promises from now on. */
    void showPromises(final AssetClocks clocks) {
        for (int i = 0; i < outputs.size(); i++) {
            clocks.promises().get(i).publish(log.promiseNs(log.indexOf(outputs.get(i).channel())));
        }
    }

    /** The messages as the member is told of them; null when there is nothing to tell. */
    Reply.Messages told(final AssetClocks clocks) {
        if (log == null) {
            return null;
        }
        final List<Reply.MessageOutput> toldOutputs = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            final String channel = outputs.get(i).channel();
            final Clock promise = clocks.promises().get(i);
            toldOutputs.add(new Reply.MessageOutput(channel, log.indexOf(channel), outputs.get(i).maxBytes(),
                promise.counterId(), store.latestName(log.sender(), channel), outputs.get(i).values().orNull()));
        }
        final List<Reply.MessageInput> toldInputs = new ArrayList<>();
        for (final Input input : inputs) {
            final InputSpec spec = input.spec;
            toldInputs.add(new Reply.MessageInput(input.told.channel(), input.told.sender(), spec.delivery(),
                spec.delayNs(), spec.jitterNs(), spec.loss(), input.channel, store.logName(spec.sender()), input.slot,
                store.latestName(spec.sender(), spec.channel()), spec.values().orNull()));
        }
        return new Reply.Messages(seed, store.logName(log.sender()),
            clocks.digest() == null ? -1 : clocks.digest().counterId(), toldOutputs, toldInputs);
    }

    /** The news for the recorder in the hub's process; the slot is its own. */
    TappedJoin joined(final Member member, final int slot) {
        return new TappedJoin(member.name(), member.steps(), member.clocks().time().read(), member.pid(),
            log == null ? null : store.logName(log.sender()), slot, log == null ? List.of() : channelsOf(log),
            inputs.stream().map(Input::spec).toList(), carried());
    }

    private Map<Integer, Reply.Sent> carried() {
        final Map<Integer, Reply.Sent> carried = new TreeMap<>();
        for (int i = 0; i < inputs.size(); i++) {
            final InputSpec told = inputs.get(i).told;
            if (!told.channel().equals(inputs.get(i).spec.channel())) {
                carried.put(i, new Reply.Sent(told.channel(), told.sender()));
            }
        }
        return carried;
    }

    /** The news for a listener. */
    Reply.TappedAsset tapped(final int slot) {
        return new Reply.TappedAsset(log.sender(), store.logName(log.sender()), slot, since,
            channelsOf(log).stream().map(OutputSpec::channel).toList(),
            inputs.stream().map(input -> tapped(input.spec)).toList());
    }

    /** All channels of a log, by their indices. */
    static List<OutputSpec> channelsOf(final MessageLog log) {
        final List<OutputSpec> channels = new ArrayList<>();
        for (int channel = 0; channel < log.channels(); channel++) {
            channels.add(OutputSpec.named(log.channel(channel)).maxBytes(log.maxBytes(channel)));
        }
        return channels;
    }

    private static Reply.TappedLink tapped(final InputSpec spec) {
        return new Reply.TappedLink(spec.channel(), spec.sender(), spec.delivery(), spec.delayNs(), spec.jitterNs());
    }
}
