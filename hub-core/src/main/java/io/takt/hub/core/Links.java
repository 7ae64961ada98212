package io.takt.hub.core;

import io.takt.asset.JoinRefusedException;
import io.takt.asset.RefusalCode;
import io.takt.asset.TaktException;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.event.TappedJoin;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.plan.Paths;
import io.takt.hub.core.status.ShortList;
import io.takt.hub.core.world.JoinFile;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.ListenerSlots;
import io.takt.shm.message.LogChannels;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MessageStore;
import io.takt.shm.message.MirrorPresence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The links between assets: their logs, and the receivers' slots in them. A sender's log is made for its first reader
 * or writer, so a receiver need not be told when a sender comes or goes: it sees that by the frontier in the log. Owned
 * by the hub's thread.
 */
final class Links {
    private static final long CROSSED_PRIME = 1_000_003;

    private final MessagePlan configured;
    private MessagePlan plan;
    private PlanIndex index;
    private final Seed seed;
    private final MessageStore store;
    private final Epoch epoch;
    private final Members members;
    private final Listeners listeners;
    private final Threads threads;
    private final Slots slots;
    private final Borders borders;
    private final ChannelTerms terms;
    private final LogResets resets;
    private final Map<String, MessageLog> logs = new LinkedHashMap<>();
    /** Senders that are there, or have been. */
    private final Set<String> senders = new TreeSet<>();
    /** For each log, the way back to its state before the join that was opened last. */
    private final Map<MessageLog, Runnable> opening = new HashMap<>();
    private boolean expecting;

    Links(final HubPlan plan, final MessageStore store, final Epoch epoch, final Members members,
        final Listeners listeners, final Threads threads, final Seed seed) {
        this.seed = seed;
        this.epoch = epoch;
        this.configured = plan.messages();
        this.plan = configured;
        this.index = new PlanIndex(configured);
        this.slots = new Slots(threads);
        this.borders = new Borders(this, store, epoch, members, listeners, slots);
        this.terms = new ChannelTerms(this, store, epoch, members);
        this.resets = new LogResets(this, members, borders, slots);
        this.store = store;
        this.members = members;
        this.listeners = listeners;
        this.threads = threads;
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

    ChannelTerms terms() {
        return terms;
    }

    Borders borders() {
        return borders;
    }

    /** The files that {@link #open} asks for. */
    List<JoinFile> files(final Request.Join join) {
        return index.isChildHub(join.asset()) ? borders.files(join.asset())
            : NeededFiles.of(join.asset(), plan.outputs(join.asset(), join.outputs()),
                terms.inputs(join.asset(), join.inputs()), this);
    }

    /** Whether a receiver of a channel's latest value is configured, or has been there. */
    boolean isLatestWanted(final String sender, final String channel) {
        final MessageLog log = logs.get(sender);
        final int known = log == null ? -1 : log.indexOf(channel);
        return index.isLatestWanted(sender, channel) || known >= 0 && log.isLatestWanted(known);
    }

    /** The channels of a member that joins; throws {@link TaktException} without room. */
    MemberChannels open(final Request.Join join) {
        return open(join.asset(), plan.outputs(join.asset(), join.outputs()),
            terms.inputs(join.asset(), join.inputs()));
    }

    /** Opens the log of an asset that is expected to come. */
    MemberChannels open(final String asset) {
        return open(asset, plan.outputs(asset, List.of()), terms.inputs(asset, List.of()));
    }

    private MemberChannels open(final String asset, final List<OutputSpec> outputs, final List<InputSpec> specs) {
        opening.clear();
        if (index.isChildHub(asset)) {
            return new MemberChannels(borders.open(asset));
        }
        if (outputs.isEmpty() && specs.isEmpty()) {
            return MemberChannels.NONE;
        }
        final List<MemberChannels.Input> inputs = new ArrayList<>();
        try {
            final MessageLog log = log(asset, NeededFiles.largest(outputs));
            for (final OutputSpec output : outputs) {
                final int channel = channel(log, output);
                if (isLatestWanted(asset, output.channel())) {
                    // Values that are sent before a receiver is there count, too.
                    keepLatest(log, channel, output);
                }
            }
            for (final InputSpec spec : specs) {
                inputs.add(input(asset, spec));
            }
            return new MemberChannels(log, outputs, inputs, seed.value(), store);
        } catch (final TaktException e) {
            undo(inputs);
            throw e;
        }
    }

    /**
     * The join that was opened last is refused after all: the slots that were taken for it are free again, those from
     * before are kept, and so it is with channels.
     */
    void undo(final MemberChannels opened) {
        borders.undo(opened.border().reads());
        undo(opened.inputs());
    }

    private void undo(final List<MemberChannels.Input> opened) {
        opened.stream().filter(MemberChannels.Input::isNew).forEach(input -> slots.free(input.log(), input.slot()));
        opening.values().forEach(Runnable::run);
        opening.clear();
    }

    private MessageLog log(final String sender, final int maxBytes) {
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
        opening.computeIfAbsent(log, LogChannels::undo);
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

    /** The run has begun, with the assets that are there, or goes on. */
    void start() {
        logs.values().forEach(this::forgetMissingReaders);
        threads.ringAll();
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

    private static int channel(final MessageLog log, final OutputSpec output) {
        final int channel = LogChannels.add(log, output.channel(), output.maxBytes());
        if (channel < 0) {
            throw new JoinRefusedException(RefusalCode.NO_ROOM,
                "asset '" + log.sender() + "' has too many channels; the log has no room for '"
                + output.channel() + "'");
        }
        return channel;
    }

    /** A sender's log, with channels that cross a border. */
    MessageLog logWithChannels(final String sender, final List<OutputSpec> outputs) {
        final MessageLog log = log(sender, NeededFiles.largest(outputs));
        for (final OutputSpec output : outputs) {
            final int channel = channel(log, output);
            if (isLatestWanted(sender, output.channel())) {
                keepLatest(log, channel, output);
            }
        }
        return log;
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

    private MemberChannels.Input input(final String receiver, final InputSpec spec) {
        final List<OutputSpec> outputs = outputsOf(spec.sender());
        final OutputSpec output = output(spec, outputs);
        refuseMistaken(spec, outputs, output);
        final MessageLog log = log(spec.sender(), Math.max(output.maxBytes(), NeededFiles.largest(outputs)));
        final int channel = channel(log, output);
        if (spec.delivery() == Delivery.LATEST) {
            keepLatest(log, channel, output);
            return new MemberChannels.Input(spec, plan.told(spec), log, channel, -1, false);
        }
        final boolean isNew = log.slots().of(receiver) < 0;
        final int slot = slots.take(log, receiver, !epoch.hasBegun());
        if (slot < 0) {
            throw new JoinRefusedException(RefusalCode.NO_ROOM,
                "asset '" + spec.sender() + "' has too many receivers; its log has no room for '"
                + receiver + "'");
        }
        return new MemberChannels.Input(spec, plan.told(spec), log, channel, slot, isNew);
    }

    /** A log that was made as configured has no room for the channel: then its name is most likely a mistake. */
    private void refuseMistaken(final InputSpec spec, final List<OutputSpec> outputs, final OutputSpec output) {
        final String sender = spec.sender();
        if (terms.isConfigured(sender) && !ChannelTerms.names(outputs, spec.channel()) && store.hasLog(sender)
            && !store.log(sender, 0).isLargeEnoughFor(output.maxBytes())) {
            throw new JoinRefusedException(RefusalCode.BAD_CHANNEL,
                "it receives channel '" + spec.channel() + "' from '" + sender + "', which sends "
                + ShortList.of(outputs.stream().map(OutputSpec::channel).toList()) + " by the configuration;"
                + " if '" + sender + "' declares more, let it join first, or declare that in the configuration");
        }
    }

    /** A channel that its sender has not declared yet, or declares no more. */
    private OutputSpec asInLog(final InputSpec spec) {
        final MessageLog log = store.hasLog(spec.sender()) ? store.log(spec.sender(), 0) : null;
        final int channel = log == null ? -1 : log.indexOf(spec.channel());
        final OutputSpec usual = OutputSpec.named(spec.channel());
        return channel < 0 ? usual : usual.maxBytes(log.maxBytes(channel));
    }

    private void keepLatest(final MessageLog log, final int channel, final OutputSpec output) {
        if (store.latest(log.sender(), output.channel(), output.maxBytes()).maxBytes() < output.maxBytes()) {
            throw new JoinRefusedException(RefusalCode.BAD_CHANNEL,
                "the latest value of channel '" + output.channel() + "' of asset '" + log.sender()
                + "' was made for smaller messages than " + output.maxBytes() + " bytes, when a receiver of it"
                + " joined; let '" + log.sender() + "' join first, or declare the channel in the configuration");
        }
        LogChannels.wantLatest(log, channel);
    }

    /** Another process is about to hear of its log, and perhaps one that writes no checks. */
    void beginProcess(final Member member) {
        final MessageLog log = member.channels().log();
        if (log != null) {
            log.askForChecks(plan.checked());
        }
        member.channels().border().mirrors().forEach(mirror -> mirror.askForChecks(plan.checked()));
    }

    /**
     * A member has a process behind it, which starts at its clock's time: others wait for what it sends. The one before
     * it may have died when it was about to wake them for that time.
     */
    void begin(final Member member) {
        final MessageLog log = member.channels().log();
        if (log != null) {
            senders.add(member.name());
            // A simulator that is back at its start has published nothing of the time at which its clock stands.
            log.expect(member.isBackAtStart() ? 0 : member.clocks().time().read());
            threads.ringReadersOf(log);
        }
        // One that would repeat itself makes all begin anew: that reset is one for its mirrors, too.
        final List<MessageLog> mirrors = member.channels().border().mirrors();
        if (member.beginsAnew() && !member.wouldRepeatItself() && !mirrors.isEmpty()) {
            member.catchUp();
        }
        mirrors.forEach(member.catchesUp() ? MirrorPresence::expectBack
            : member.beginsAnew() ? MirrorPresence::expectInRun : MirrorPresence::expect);
    }

    /** A child hub that began anew is back at its start: from now on its mirrors have each reset with it. */
    void onBack(final Member child) {
        child.channels().border().mirrors().forEach(MirrorPresence::onBack);
    }

    /**
     * A member begins at a time of its own, perhaps where another of its name was, which is no more. It is not bound by
     * what that one has promised, and gets nothing of what was sent to it.
     */
    void beginAnew(final Member member, final Member before) {
        if (before != null) {
            if (before.channels().log() != null) {
                senderHasGone(before);
            }
            before.channels().border().mirrors().forEach(this::linkHasGone);
            freeUnread(member);
            if (epoch.hasBegun()) {
                member.channels().border().reads().forEach(read -> slots.skipToEnd(read.log(), read.slot()));
                member.channels().inputs().stream().filter(input -> input.slot() >= 0)
                    .forEach(input -> slots.skipToEnd(input.log(), input.slot()));
            }
        }
        if (member.channels().log() != null) {
            member.channels().log().forgetPredecessor();
        }
    }

    /** A member takes its place again, and may read less there than it did. */
    void freeUnread(final Member member) {
        slots.freeUnread(member.name(), member.channels()::reads, logs);
    }

    /** A member is there no more: no asset waits for it, be it at a gate or for room, and it reads nothing. */
    void end(final Member member) {
        member.channels().border().mirrors().forEach(this::linkHasGone);
        member.channels().border().reads().forEach(read -> slots.free(read.log(), read.slot()));
        if (member.channels().log() == null) {
            return;
        }
        senderHasGone(member);
        member.channels().inputs().stream().filter(input -> input.slot() >= 0)
            .forEach(input -> slots.free(input.log(), input.slot()));
    }

    private void senderHasGone(final Member member) {
        final MessageLog log = member.channels().log();
        borders.senderHasGone(log, member.clocks().time().read());
        threads.ringReadersOf(log);
    }

    private void linkHasGone(final MessageLog mirror) {
        borders.linkHasGone(mirror);
        threads.ringReadersOf(mirror);
    }

    /** The assets that are there are about to be told to put their simulators back. */
    void beginReset() {
        resets.begin(logs.values());
    }

    /**
     * Whether a sender was put back, and its receivers still wait for the end of that reset, for which the hub before
     * this one has not lived long enough. Of what comes from above the parent says it.
     */
    boolean isResetUnfinished() {
        return logs.values().stream().anyMatch(log -> log.isInReset() && !isFromAbove(log));
    }

    /** The mirror of a sender above is about to be put back, before all that is here is. */
    void beginsAnew(final MessageLog mirror) {
        resets.beginsAnew(mirror);
    }

    /** Whether the mirror of a sender above was put back in the reset under way. */
    boolean isPutBack(final MessageLog log) {
        return resets.isPutBack(log);
    }

    /** Why the reset under way will never be over, in one line; null as long as it may. To be asked now and then. */
    String endlessReset() {
        return resets.endless();
    }

    /** All simulators that are there are back at their starts; a parent may be told. */
    void putBackMissing() {
        resets.putBackMissing(logs.values());
    }

    /** All simulators are back at their starts, or will begin there when a process comes for them. */
    void reset() {
        resets.end(logs.values());
        threads.ringAll();
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

    /** The news of a member's join for the recorder in the hub's process; null without one. */
    TappedJoin told(final Member member) {
        return listeners.told(member);
    }
}
