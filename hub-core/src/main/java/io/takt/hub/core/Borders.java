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
    private final Links links;
    private final MessageStore store;
    private final Epoch epoch;
    private final Members members;
    private final Listeners listeners;
    private final Slots slots;

    Borders(final Links links, final MessageStore store, final Epoch epoch, final Members members,
        final Listeners listeners, final Slots slots) {
        this.slots = slots;
        this.epoch = epoch;
        this.links = links;
        this.store = store;
        this.members = members;
        this.listeners = listeners;
    }

    /** The channels across the border to a child hub that joins, or is expected; throws as {@link Links#open} does. */
    Border open(final String child) {
        final MessagePlan plan = links.plan();
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
        links.plan().sendersBelow(child).forEach(sender -> addFiles(files, sender));
        links.plan().sendersFor(child).forEach(sender -> addFiles(files, sender));
        return files;
    }

    private void addFiles(final List<JoinFile> files, final String sender) {
        final List<OutputSpec> outputs = links.outputsOf(sender);
        files.add(new JoinFile(sender, null, NeededFiles.largest(outputs)));
        outputs.stream().filter(output -> links.isLatestWanted(sender, output.channel()))
            .forEach(output -> files.add(new JoinFile(sender, output.channel(), output.maxBytes())));
    }

    /** The files that {@link #cross} asks for, once {@link Links#plan} knows of the crossing. */
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
                final OutputSpec own = links.plan().outputs(up.sender(), List.of()).stream()
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
                links.beginsAnew(mirror);
            }
            if (isAnew || isReset) {
                // A reset that came before this hub was lost in it is had already: once more is one too many.
                if (isAnew ? !mirror.isInReset() : !links.isPutBack(mirror)) {
                    reset(mirror);
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
        if (!links.isMissing(log) || !awaits(log)) {
            return;
        }
        if (Paths.isElsewhere(log.sender())) {
            MirrorPresence.expect(log);
        } else {
            log.expect(0);
        }
    }

    /**
     * The run here does not begin without some senders, and that above may have begun: in the place of a lost hub. Its
     * receivers wait for them, as they have done since that one was lost.
     */
    private boolean awaits(final MessageLog log) {
        return !epoch.hasBegun() && members.isAwaited(Paths.first(log.sender()));
    }

    /** Whether receivers above wait for the next sender, when the one before has gone. */
    boolean isAwaitedAbove(final MessageLog log) {
        return awaits(log) && log.slots().of(Paths.UP) >= 0;
    }

    /** An asset is there no more, which has come to a time. */
    void senderHasGone(final MessageLog log, final long timeNs) {
        if (isAwaitedAbove(log)) {
            log.expectAnother();
        } else {
            log.senderHasGone(timeNs);
        }
    }

    /** A child hub is there no more, through which a mirror was written. */
    void linkHasGone(final MessageLog mirror) {
        if (!isAwaitedAbove(mirror)) {
            MirrorPresence.linkHasGone(mirror);
        }
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

    /** The same channels, with the latest values of this hub. */
    private List<Reply.CrossingChannel> ends(final Reply.CrossingLog of) {
        return of.channels().stream().map(channel -> new Reply.CrossingChannel(channel.channel(), channel.maxBytes(),
            channel.messages(), channel.latest() == null ? null : store.latestName(of.sender(), channel.channel()),
            channel.values())).toList();
    }

    private List<Reply.CrossingChannel> channels(final String sender, final List<OutputSpec> outputs) {
        return outputs.stream().map(output -> new Reply.CrossingChannel(output.channel(), output.maxBytes(),
            links.plan().hasMessages(sender, output.channel()),
            links.isLatestWanted(sender, output.channel()) ? store.latestName(sender, output.channel()) : null,
            output.values().orNull())).toList();
    }

    private List<Reply.CrossingChannel> channelsFor(final String child, final String sender) {
        final Set<String> messages = links.plan().channelsFor(child, sender, false);
        final Set<String> latest = links.plan().channelsFor(child, sender, true);
        return links.outputsOf(sender).stream()
            .filter(output -> messages.contains(output.channel()) || latest.contains(output.channel()))
            .map(output -> new Reply.CrossingChannel(output.channel(), output.maxBytes(),
                messages.contains(output.channel()),
                latest.contains(output.channel()) ? store.latestName(sender, output.channel()) : null,
                output.values().orNull())).toList();
    }

    /** With all of its channels. */
    private MessageLog log(final String sender) {
        final MessageLog log = links.logWithChannels(sender, links.outputsOf(sender));
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
