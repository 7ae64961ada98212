package io.takt.hub.core;

import io.takt.asset.JoinRefusedException;
import io.takt.asset.RefusalCode;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.plan.Paths;
import io.takt.hub.core.world.JoinFile;
import io.takt.shm.control.Reply;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MessageStore;
import io.takt.shm.message.MirrorPresence;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The channels that cross the borders between this hub and others of its tree: which logs are mirrors, and in which
 * ones the parent and child hubs read. A link carries each channel once, however many receive it: it reads by one slot,
 * which bears the name of the child hub, or {@link Paths#UP}. Owned by the hub's thread.
 */
final class Borders {
    private final Logs logs;
    private final LogResets resets;
    private final MessageStore store;
    private final Epoch epoch;
    private final Members members;
    private final Listeners listeners;
    private final Slots slots;

    Borders(final Logs logs, final LogResets resets, final MessageStore store, final Epoch epoch,
        final Members members, final Listeners listeners, final Slots slots) {
        this.slots = slots;
        this.epoch = epoch;
        this.logs = logs;
        this.resets = resets;
        this.store = store;
        this.members = members;
        this.listeners = listeners;
    }

    /** The channels across the border to a child hub that joins, or is expected; throws as {@link Links#open} does. */
    Border open(final String child) {
        final MessagePlan plan = logs.plan();
        final List<MessageLog> mirrors = new ArrayList<>();
        final List<Border.Read> reads = new ArrayList<>();
        final List<Reply.CrossingLog> up = new ArrayList<>();
        final List<Reply.CrossingLog> down = new ArrayList<>();
        final List<Reply.CrossingLink> told = new ArrayList<>();
        try {
            for (final String sender : plan.sendersBelow(child)) {
                final MessageLog mirror = log(sender);
                mirrors.add(mirror);
                up.add(new Reply.CrossingLog(Paths.rest(sender), store.logName(sender), -1,
                    channels(sender, plan.outputs(sender, List.of()))));
            }
            for (final String sender : plan.sendersFor(child)) {
                final MessageLog log = log(sender);
                final boolean isNew = log.slots().of(child) < 0;
                final int slot = slot(log, child);
                reads.add(new Border.Read(log, slot, isNew));
                down.add(new Reply.CrossingLog(Paths.fromBelow(sender), store.logName(sender), slot,
                    channelsFor(child, sender)));
            }
        } catch (final RuntimeException e) {
            undo(reads);
            throw e;
        }
        plan.inputs().forEach((receiver, inputs) -> {
            if (Paths.isBelow(receiver, child)) {
                inputs.forEach(input -> told.add(new Reply.CrossingLink(Paths.rest(receiver), input.channel(),
                    Paths.fromBelow(input.sender()), input.delivery(), input.delayNs(), input.jitterNs(),
                    input.loss(), input.values().orNull(),
                    plan.carried().get(new Reply.Sent(input.channel(), input.sender())))));
            }
        });
        return mirrors.isEmpty() && reads.isEmpty() ? Border.NONE
            : new Border(mirrors, reads, new Reply.Crossing(up, down, told));
    }

    void undo(final List<Border.Read> reads) {
        reads.stream().filter(Border.Read::isNew).forEach(read -> slots.free(read.log(), read.slot()));
    }

    /** The files that {@link #open} asks for. */
    List<JoinFile> files(final String child) {
        final List<JoinFile> files = new ArrayList<>();
        logs.plan().sendersBelow(child).forEach(sender -> addFiles(files, sender));
        logs.plan().sendersFor(child).forEach(sender -> addFiles(files, sender));
        return files;
    }

    private void addFiles(final List<JoinFile> files, final String sender) {
        final List<OutputSpec> outputs = logs.outputsOf(sender);
        files.add(new JoinFile(sender, null, NeededFiles.largest(outputs)));
        outputs.stream().filter(output -> logs.isLatestWanted(sender, output.channel()))
            .forEach(output -> files.add(new JoinFile(sender, output.channel(), output.maxBytes())));
    }

    /** The files that {@link #cross} asks for, once {@link Logs#plan} knows of the crossing. */
    List<JoinFile> files(final Reply.Crossing crossing) {
        final List<JoinFile> files = new ArrayList<>();
        crossing.up().forEach(log -> addFiles(files, log.sender()));
        crossing.down().forEach(log -> addFiles(files, log.sender()));
        return files;
    }

    /** Why this hub cannot do its part of what its parent wants to cross; null when it can. */
    String refusal(final Reply.Crossing crossing) {
        for (final Reply.CrossingLog up : crossing.up()) {
            final String first = Paths.first(up.sender());
            if (members.planned(first) == null && members.named(first) == null) {
                return "its channels are to come from '" + up.sender() + "', and this hub's configuration has no '"
                    + first + "'; name it there, or correct the parent's channels";
            }
            for (final Reply.CrossingChannel channel : up.channels()) {
                final OutputSpec own = logs.plan().outputs(up.sender(), List.of()).stream()
                    .filter(output -> output.channel().equals(channel.channel())).findFirst().orElse(null);
                if (own != null && own.maxBytes() > channel.maxBytes()) {
                    return "channel '" + channel.channel() + "' of '" + up.sender() + "' has maxBytes "
                        + channel.maxBytes() + " there, and " + own.maxBytes() + " here; write the larger one in both";
                }
                if (own != null && !own.values().agreesWith(channel.values())) {
                    return "channel '" + channel.channel() + "' of '" + up.sender() + "' has another type or unit there"
                        + " than here; write the same in both";
                }
            }
        }
        for (final Reply.CrossingLink link : crossing.links()) {
            final String first = Paths.first(link.receiver());
            if (members.planned(first) == null && members.named(first) == null) {
                return "channel '" + link.channel() + "' is to go to '" + link.receiver()
                    + "', and this hub's configuration has no '" + first + "'; name it there, or correct the parent's"
                    + " channels";
            }
        }
        return null;
    }

    /**
     * This hub's ends of what crosses the border to its parent.
     *
     * @param isAnew  whether what has come from above is of an epoch that is over.
     * @param isReset whether the reset under way here is over there, so that its end was missed.
     */
    ToParent.Cross cross(final Reply.Crossing crossing, final boolean isAnew, final boolean isReset) {
        final List<Reply.CrossingLog> up = new ArrayList<>();
        final List<Reply.CrossingLog> down = new ArrayList<>();
        for (final Reply.CrossingLog each : crossing.up()) {
            final MessageLog log = log(each.sender());
            expect(log);
            up.add(new Reply.CrossingLog(each.sender(), store.logName(each.sender()), slot(log, Paths.UP),
                ends(each)));
        }
        for (final Reply.CrossingLog each : crossing.down()) {
            final MessageLog mirror = log(each.sender());
            if (isAnew) {
                resets.beginsAnew(mirror);
            }
            if (isAnew || isReset) {
                // A reset that came before this hub was lost in it is had already: once more is one too many.
                if (isAnew ? !mirror.isInReset() : !resets.isPutBack(mirror)) {
                    logs.reset(mirror);
                }
                mirror.allAreReset();
                MirrorPresence.expectInRun(mirror);
            } else {
                MirrorPresence.expect(mirror);
            }
            down.add(new Reply.CrossingLog(each.sender(), store.logName(each.sender()), -1, ends(each)));
        }
        return new ToParent.Cross(up, down);
    }

    private void expect(final MessageLog log) {
        if (!logs.isMissing(log) || !logs.isAwaited(log)) {
            return;
        }
        if (Paths.isElsewhere(log.sender())) {
            MirrorPresence.expect(log);
        } else {
            log.expect(0);
        }
    }

    /** The same channels, with the latest values of this hub. */
    private List<Reply.CrossingChannel> ends(final Reply.CrossingLog of) {
        return of.channels().stream().map(channel -> new Reply.CrossingChannel(channel.channel(), channel.maxBytes(),
            channel.messages(), channel.latest() == null ? null : store.latestName(of.sender(), channel.channel()),
            channel.values())).toList();
    }

    private List<Reply.CrossingChannel> channels(final String sender, final List<OutputSpec> outputs) {
        return outputs.stream().map(output -> new Reply.CrossingChannel(output.channel(), output.maxBytes(),
            logs.plan().hasMessages(sender, output.channel()),
            logs.isLatestWanted(sender, output.channel()) ? store.latestName(sender, output.channel()) : null,
            output.values().orNull())).toList();
    }

    private List<Reply.CrossingChannel> channelsFor(final String child, final String sender) {
        final Set<String> messages = logs.plan().channelsFor(child, sender, false);
        final Set<String> latest = logs.plan().channelsFor(child, sender, true);
        return logs.outputsOf(sender).stream()
            .filter(output -> messages.contains(output.channel()) || latest.contains(output.channel()))
            .map(output -> new Reply.CrossingChannel(output.channel(), output.maxBytes(),
                messages.contains(output.channel()),
                latest.contains(output.channel()) ? store.latestName(sender, output.channel()) : null,
                output.values().orNull())).toList();
    }

    /** With all of its channels. */
    private MessageLog log(final String sender) {
        final MessageLog log = logs.log(sender, logs.outputsOf(sender));
        if (Paths.isElsewhere(sender)) {
            listeners.mirrored(log);
        }
        return log;
    }

    private int slot(final MessageLog log, final String reader) {
        final int slot = slots.take(log, reader, !epoch.hasBegun());
        if (slot < 0) {
            throw new JoinRefusedException(RefusalCode.NO_ROOM, "asset '" + log.sender()
                + "' has too many receivers; its log has no room for '" + reader + "'");
        }
        return slot;
    }
}
