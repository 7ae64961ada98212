package io.takt.hub.core;

import io.takt.asset.JoinRefusedException;
import io.takt.asset.RefusalCode;
import io.takt.asset.TaktException;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.event.TappedJoin;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.status.ShortList;
import io.takt.hub.core.world.JoinFile;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MessageStore;
import io.takt.shm.message.MirrorPresence;
import java.util.ArrayList;
import java.util.List;

/**
 * The links between assets: the channels of a join, and the readers and writers of {@link Logs} as members come and go.
 * Owned by the hub's thread.
 *
 * <pre>
 *  Links ──► Borders ──► LogResets ──► Logs ──► Slots
 *    └─────► ChannelTerms ──────────────┘
 * </pre>
 */
final class Links {
    private final Seed seed;
    private final MessageStore store;
    private final Epoch epoch;
    private final Members members;
    private final Listeners listeners;
    private final Threads threads;
    private final Slots slots;
    private final Logs logs;
    private final LogResets resets;
    private final Borders borders;
    private final ChannelTerms terms;

    Links(final HubPlan plan, final MessageStore store, final Epoch epoch, final Members members,
        final Listeners listeners, final Threads threads, final Seed seed) {
        this.seed = seed;
        this.store = store;
        this.epoch = epoch;
        this.members = members;
        this.listeners = listeners;
        this.threads = threads;
        this.slots = new Slots(threads);
        this.logs = new Logs(plan.messages(), store, epoch, members, listeners, slots);
        this.resets = new LogResets(logs, members, slots);
        this.borders = new Borders(logs, resets, store, epoch, members, listeners, slots);
        this.terms = new ChannelTerms(logs, store, epoch, members);
    }

    Logs logs() {
        return logs;
    }

    LogResets resets() {
        return resets;
    }

    ChannelTerms terms() {
        return terms;
    }

    Borders borders() {
        return borders;
    }

    /** The files that {@link #open} asks for. */
    List<JoinFile> files(final Request.Join join) {
        return logs.index().isChildHub(join.asset()) ? borders.files(join.asset())
            : NeededFiles.of(join.asset(), logs.plan().outputs(join.asset(), join.outputs()),
                terms.inputs(join.asset(), join.inputs()), logs);
    }

    /** The channels of a member that joins; throws {@link TaktException} without room. */
    MemberChannels open(final Request.Join join) {
        return open(join.asset(), logs.plan().outputs(join.asset(), join.outputs()),
            terms.inputs(join.asset(), join.inputs()));
    }

    /** Opens the log of an asset that is expected to come. */
    MemberChannels open(final String asset) {
        return open(asset, logs.plan().outputs(asset, List.of()), terms.inputs(asset, List.of()));
    }

    private MemberChannels open(final String asset, final List<OutputSpec> outputs, final List<InputSpec> specs) {
        logs.beginOpening();
        if (logs.index().isChildHub(asset)) {
            return new MemberChannels(borders.open(asset));
        }
        if (outputs.isEmpty() && specs.isEmpty()) {
            return MemberChannels.NONE;
        }
        final List<MemberChannels.Input> inputs = new ArrayList<>();
        try {
            final MessageLog log = logs.log(asset, outputs);
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
        logs.undo();
    }

    /** The run has begun, with the assets that are there, or goes on. */
    void start() {
        logs.forgetMissingReaders();
        threads.ringAll();
    }

    private MemberChannels.Input input(final String receiver, final InputSpec spec) {
        final List<OutputSpec> outputs = logs.outputsOf(spec.sender());
        final OutputSpec output = logs.output(spec, outputs);
        refuseMistaken(spec, outputs, output);
        final MessageLog log = logs.log(spec.sender(), Math.max(output.maxBytes(), NeededFiles.largest(outputs)));
        final int channel = Logs.channel(log, output);
        if (spec.delivery() == Delivery.LATEST) {
            logs.keepLatest(log, channel, output);
            return new MemberChannels.Input(spec, logs.plan().told(spec), log, channel, -1, false);
        }
        final boolean isNew = log.slots().of(receiver) < 0;
        final int slot = slots.take(log, receiver, !epoch.hasBegun());
        if (slot < 0) {
            throw new JoinRefusedException(RefusalCode.NO_ROOM,
                "asset '" + spec.sender() + "' has too many receivers; its log has no room for '"
                + receiver + "'");
        }
        return new MemberChannels.Input(spec, logs.plan().told(spec), log, channel, slot, isNew);
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

    /** Another process is about to hear of its log, and perhaps one that writes no checks. */
    void beginProcess(final Member member) {
        final MessageLog log = member.channels().log();
        if (log != null) {
            log.askForChecks(logs.plan().checked());
        }
        member.channels().border().mirrors().forEach(mirror -> mirror.askForChecks(logs.plan().checked()));
    }

    /**
     * A member has a process behind it, which starts at its clock's time: others wait for what it sends. The one before
     * it may have died when it was about to wake them for that time.
     */
    void begin(final Member member) {
        final MessageLog log = member.channels().log();
        if (log != null) {
            logs.noteSender(member.name());
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
        slots.freeUnread(member.name(), member.channels()::reads, logs.bySender());
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
        if (logs.isAwaitedAbove(log)) {
            log.expectAnother();
        } else {
            log.senderHasGone(member.clocks().time().read());
        }
        threads.ringReadersOf(log);
    }

    private void linkHasGone(final MessageLog mirror) {
        if (!logs.isAwaitedAbove(mirror)) {
            MirrorPresence.linkHasGone(mirror);
        }
        threads.ringReadersOf(mirror);
    }

    /** All simulators are back at their starts, or will begin there when a process comes for them. */
    void reset() {
        resets.end();
        threads.ringAll();
    }

    /** The news of a member's join for the recorder in the hub's process; null without one. */
    TappedJoin told(final Member member) {
        return listeners.told(member);
    }
}
