package io.takt.hub.core;

import io.takt.asset.JoinRefusedException;
import io.takt.asset.RefusalCode;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.plan.Paths;
import io.takt.shm.control.Reply;
import io.takt.shm.message.ListenerSlots;
import io.takt.shm.message.LogChannels;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MessageStore;
import io.takt.shm.message.MirrorPresence;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The logs of senders, mirrors among them, with their channels. A log is made for its first reader or writer, with
 * slots for the receivers that the run begins with; so a receiver need not be told when a sender comes or goes: it sees
 * that by the frontier in the log. Owned by the hub's thread.
 */
final class Logs {
    private static final long CROSSED_PRIME = 1_000_003;

    private final MessagePlan configured;
    private MessagePlan plan;
    private PlanIndex index;
    private final MessageStore store;
    private final Epoch epoch;
    private final Members members;
    private final Listeners listeners;
    private final Slots slots;
    private final Map<String, MessageLog> logs = new LinkedHashMap<>();
    /** Senders that are there, or have been. */
    private final Set<String> senders = new TreeSet<>();
    /** By sender: the way back to the channels that its log had before the join that was opened last. */
    private final Map<String, Runnable> opening = new HashMap<>();
    private boolean expecting;

    Logs(final MessagePlan configured, final MessageStore store, final Epoch epoch, final Members members,
        final Listeners listeners, final Slots slots) {
        this.configured = configured;
        this.plan = configured;
        this.index = new PlanIndex(configured);
        this.store = store;
        this.epoch = epoch;
        this.members = members;
        this.listeners = listeners;
        this.slots = slots;
    }

    /** The channels that the configuration names, and those that cross the border to the parent. */
    MessagePlan plan() {
        return plan;
    }

    /** Knows what crosses the border to the parent; null for nothing. */
    void know(final Reply.Crossing crossing) {
        plan = crossing == null ? configured : configured.with(crossing);
        index = new PlanIndex(plan);
    }

    /** Finds in that plan. */
    PlanIndex index() {
        return index;
    }

    Collection<MessageLog> all() {
        return Collections.unmodifiableCollection(logs.values());
    }

    /** By sender. */
    Map<String, MessageLog> bySender() {
        return Collections.unmodifiableMap(logs);
    }

    /** A join is about to be opened, which {@link #undo} takes back. */
    void beginOpening() {
        opening.clear();
    }

    /** The channels that came with the join that was opened last are gone. */
    void undo() {
        opening.values().forEach(Runnable::run);
        opening.clear();
    }

    /** A sender has a process behind it. */
    void noteSender(final String sender) {
        senders.add(sender);
    }

    /** Whether a receiver of a channel's latest value is configured, or has been there. */
    boolean isLatestWanted(final String sender, final String channel) {
        final MessageLog log = logs.get(sender);
        final int known = log == null ? -1 : log.indexOf(channel);
        return index.isLatestWanted(sender, channel) || known >= 0 && log.isLatestWanted(known);
    }

    /** A sender's log, with channels. Values that are sent before a receiver is there count, too. */
    MessageLog log(final String sender, final List<OutputSpec> outputs) {
        final MessageLog log = log(sender, NeededFiles.largest(outputs));
        for (final OutputSpec output : outputs) {
            final int channel = channel(log, output);
            if (isLatestWanted(sender, output.channel())) {
                keepLatest(log, channel, output);
            }
        }
        return log;
    }

    /** A sender's log, for messages of so many bytes. */
    MessageLog log(final String sender, final int maxBytes) {
        final MessageLog log = store.log(sender, maxBytes);
        if (logs.put(sender, log) == null) {
            slots.add(log);
            forgetThoseOfAnotherHub(log);
            listeners.add(log);
            expectReaders(log);
            if (epoch.hasBegun() || log.hasHadSender()) {
                // At a hub before this one; in a run that goes on, such a sender has had its part in any case.
                senders.add(sender);
            }
        }
        opening.computeIfAbsent(sender, name -> LogChannels.undo(log));
        if (!log.isLargeEnoughFor(maxBytes)) {
            throw new JoinRefusedException(RefusalCode.BAD_CHANNEL,
                "the log of asset '" + sender + "' was made for smaller messages than " + maxBytes
                + " bytes, when a receiver of them joined; let '" + sender + "' join first, or declare its"
                + " channels in the configuration");
        }
        return log;
    }

    /**
     * Messages of the dawn of time are kept for the assets with which the run begins; assets that may come, or
     * not, are not waited for. A killed hub has done that already.
     */
    private void expectReaders(final MessageLog log) {
        if (!epoch.hasBegun() && !expecting) {
            index.receiversOf(log.sender()).stream().filter(receiver -> isExpected(receiver, log))
                .forEach(receiver -> slots.take(log, receiver, true));
        }
    }

    private boolean isExpected(final String receiver, final MessageLog log) {
        return !epoch.hasBegun() && index.receiversOf(log.sender()).contains(receiver)
            && (receiver.equals(Paths.UP) || members.isAwaited(receiver));
    }

    /** The run has begun: nothing is kept for readers that are not there, and are not expected. */
    void forgetMissingReaders() {
        logs.values().forEach(this::forgetMissingReaders);
    }

    private void forgetMissingReaders(final MessageLog log) {
        // The parent says again what it reads when it is joined; until then a hub that goes on does not know.
        log.slots().freeExcept(reader -> ListenerSlots.isListener(reader) || reader.equals(Paths.UP)
            || isExpected(reader, log)
            || members.named(reader) != null && mayRead(members.named(reader), log));
    }

    /** The inputs of an asset that is away are known for certain only when its place is taken. */
    private static boolean mayRead(final Member member, final MessageLog log) {
        return member.isAway() || member.channels().reads(log);
    }

    /** A hub that was killed has left readers, and perhaps a sender, for which no asset is to wait. */
    private void forgetThoseOfAnotherHub(final MessageLog log) {
        if (!expecting) {
            forgetMissingReaders(log);
            if (isMissing(log)) {
                log.nothingWillCome();
            }
        }
    }

    /** The asset that writes a log, or the child hub from which it comes; null for none, and for the parent. */
    Member writer(final MessageLog log) {
        return members.named(Paths.first(log.sender()));
    }

    /** Whether nothing writes a log; of what comes from above only the parent knows. */
    boolean isMissing(final MessageLog log) {
        return writer(log) == null && !isFromAbove(log);
    }

    static boolean isFromAbove(final MessageLog log) {
        return Paths.first(log.sender()).equals(Paths.UP);
    }

    /** The assets that took part in the run of a killed hub are being told, one by one. */
    void beginExpecting() {
        expecting = true;
        // Also logs of senders that had left before that hub died: all logs are put back together.
        store.senders().forEach(sender -> log(sender, 0));
    }

    void endExpecting() {
        expecting = false;
        logs.values().forEach(this::forgetThoseOfAnotherHub);
    }

    static int channel(final MessageLog log, final OutputSpec output) {
        final int channel = LogChannels.add(log, output.channel(), output.maxBytes());
        if (channel < 0) {
            throw new JoinRefusedException(RefusalCode.NO_ROOM,
                "asset '" + log.sender() + "' has too many channels; the log has no room for '"
                + output.channel() + "'");
        }
        return channel;
    }

    void keepLatest(final MessageLog log, final int channel, final OutputSpec output) {
        if (store.latest(log.sender(), output.channel(), output.maxBytes()).maxBytes() < output.maxBytes()) {
            throw new JoinRefusedException(RefusalCode.BAD_CHANNEL,
                "the latest value of channel '" + output.channel() + "' of asset '" + log.sender()
                + "' was made for smaller messages than " + output.maxBytes() + " bytes, when a receiver of it"
                + " joined; let '" + log.sender() + "' join first, or declare the channel in the configuration");
        }
        LogChannels.wantLatest(log, channel);
    }

    /** Outputs as they are configured, and as the sender has declared them, if it is there. */
    List<OutputSpec> outputsOf(final String sender) {
        final Member member = members.named(sender);
        return plan.outputs(sender, member == null ? List.of() : member.channels().outputs());
    }

    OutputSpec output(final InputSpec spec, final List<OutputSpec> outputs) {
        return outputs.stream().filter(each -> each.channel().equals(spec.channel())).findFirst()
            .orElseGet(() -> asInLog(spec));
    }

    /** A channel that its sender has not declared yet, or declares no more. */
    private OutputSpec asInLog(final InputSpec spec) {
        final MessageLog log = store.hasLog(spec.sender()) ? store.log(spec.sender(), 0) : null;
        final int channel = log == null ? -1 : log.indexOf(spec.channel());
        final OutputSpec usual = OutputSpec.named(spec.channel());
        return channel < 0 ? usual : usual.maxBytes(log.maxBytes(channel));
    }

    /**
     * The run here does not begin without some senders, and that above may have begun: in the place of a lost hub. Its
     * receivers wait for them, as they have done since that one was lost.
     */
    boolean isAwaited(final MessageLog log) {
        return !epoch.hasBegun() && members.isAwaited(Paths.first(log.sender()));
    }

    /** Whether receivers above wait for the next sender, when the one before has gone. */
    boolean isAwaitedAbove(final MessageLog log) {
        return isAwaited(log) && log.slots().of(Paths.UP) >= 0;
    }

    /** Nothing has been sent there. */
    void reset(final MessageLog log) {
        if (Paths.isElsewhere(log.sender())) {
            MirrorPresence.putBack(log);
        } else {
            log.reset();
        }
        for (int channel = 0; channel < log.channels(); channel++) {
            if (log.isLatestWanted(channel)) {
                store.latest(log.sender(), log.channel(channel), log.maxBytes(channel)).reset();
            }
        }
    }

    /** Senders that only their receivers have named: the run begins with them. */
    Set<String> missingSenders() {
        final Set<String> missing = new LinkedHashSet<>();
        for (final Member member : members.all()) {
            for (final MemberChannels.Input input : member.channels().inputs()) {
                final String sender = input.spec().sender();
                if (!senders.contains(sender) && members.planned(sender) == null && !Paths.isElsewhere(sender)) {
                    missing.add(sender);
                }
            }
        }
        return missing;
    }

    /** Changes with all that has been sent where anything crosses a border; the same when nothing has. */
    long crossed() {
        long sum = 0;
        for (final MessageLog log : index.hasChildHubs() ? logs.values() : List.<MessageLog>of()) {
            sum = sum * CROSSED_PRIME + log.tail();
            sum = sum * CROSSED_PRIME + log.frontierNs();
            for (int channel = 0; channel < log.channels(); channel++) {
                sum = sum * CROSSED_PRIME + log.promiseNs(channel);
            }
        }
        return sum;
    }
}
