package io.takt.hub.core;

import io.takt.asset.Steps;
import io.takt.asset.TaktException;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.event.TappedJoin;
import io.takt.hub.core.plan.Paths;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.message.ListenerSlots;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MessageStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;

/**
 * The connections that listen to messages. As long as there is one, assets tell their deliveries, and also write
 * messages that no receiver reads. A mirror of another hub's asset is listened to like an asset that receives nothing:
 * it has those of its messages that cross the border. Owned by the hub's thread.
 */
final class Listeners {
    /** The number of a listener in the hub's own process; no connection has it. */
    private static final int HOST = 0;

    private final Members members;
    private final Events events;
    private final MessageStore store;
    private final Threads threads;
    private final long coreStepNs;
    private final List<MessageLog> logs = new ArrayList<>();
    private final Set<MessageLog> toldMirrors = new HashSet<>();
    private final Set<Integer> connections = new TreeSet<>();
    private final Set<Integer> tethered = new TreeSet<>();

    Listeners(final Members members, final MessageStore store, final Threads threads, final long coreStepNs,
        final Events events) {
        this.store = store;
        this.threads = threads;
        this.coreStepNs = coreStepNs;
        this.members = members;
        this.events = events;
    }

    /** Connections of listeners at other hubs. */
    Set<Integer> connections() {
        final Set<Integer> others = new TreeSet<>(connections);
        others.remove(HOST);
        return others;
    }

    /** A log is there. It may be one that another hub has left behind, with the slots of its listeners. */
    void add(final MessageLog log) {
        logs.add(log);
        ListenerSlots.freeAll(log);
        log.tracing(connections.size());
        tethered.forEach(listener -> ListenerSlots.take(log, listener));
    }

    /**
     * A connection listens from now on, to the assets that are returned. Throws {@link TaktException} when a log has no
     * slot for it.
     */
    List<Reply.TappedAsset> listen(final int connection, final boolean isTethered) {
        final boolean isNew = connections.add(connection);
        if (isTethered) {
            tethered.add(connection);
        }
        trace();
        try {
            return tapped(connection);
        } catch (final TaktException e) {
            if (isNew) {
                listenNoMore(connection);
            }
            throw e;
        }
    }

    private List<Reply.TappedAsset> tapped(final int connection) {
        final List<Reply.TappedAsset> tapped = new ArrayList<>();
        for (final Member member : members.all()) {
            if (member.channels().log() != null) {
                tapped.add(tapped(connection, member));
            }
        }
        for (final MessageLog log : logs) {
            if (Paths.isElsewhere(log.sender())) {
                tapped.add(tapped(connection, log));
            }
        }
        return tapped;
    }

    private Reply.TappedAsset tapped(final int connection, final Member member) {
        return member.channels().tapped(requiredSlot(connection, member.channels().log()));
    }

    private Reply.TappedAsset tapped(final int connection, final MessageLog mirror) {
        return new Reply.TappedAsset(mirror.sender(), store.logName(mirror.sender()), requiredSlot(connection, mirror),
            0, MemberChannels.channelsOf(mirror).stream().map(OutputSpec::channel).toList(), List.of());
    }

    private int requiredSlot(final int connection, final MessageLog log) {
        final int slot = slot(connection, log);
        if (slot < 0 && tethered.contains(connection)) {
            throw new TaktException("the log of asset '" + log.sender() + "' has no room for a listener");
        }
        return slot;
    }

    private int slot(final int connection, final MessageLog log) {
        return tethered.contains(connection) ? ListenerSlots.take(log, connection) : -1;
    }

    /** A process has joined with a member. A listener that is to get everything, and cannot, is told so. */
    void joined(final Member member) {
        if (member.channels().log() == null) {
            return;
        }
        tell(member.channels().log(), connection -> tapped(connection, member));
    }

    /** A mirror is there with all of its channels; told once, for no process joins with it. */
    void mirrored(final MessageLog mirror) {
        if (!toldMirrors.add(mirror)) {
            return;
        }
        tell(mirror, connection -> tapped(connection, mirror));
        if (tethered.contains(HOST)) {
            events.emit(new HubEvent.AssetTapped(new TappedJoin(mirror.sender(), Steps.fixedNs(coreStepNs), 0, 0,
                store.logName(mirror.sender()), ListenerSlots.take(mirror, HOST), MemberChannels.channelsOf(mirror),
                List.of(), Map.of())));
        }
    }

    private void tell(final MessageLog log, final IntFunction<Reply.TappedAsset> asset) {
        for (final int connection : connections()) {
            if (slot(connection, log) < 0 && tethered.contains(connection)) {
                events.emit(new HubEvent.HangUp(connection));
            } else {
                events.send(connection, new Event.Tapped(asset.apply(connection)));
            }
        }
    }

    /** A recorder in the hub's process reads everything, from the first message on; asked before the first join. */
    void keepAll() {
        listen(HOST, true);
    }

    /** The news of a member's join for that recorder; null without one. */
    TappedJoin told(final Member member) {
        final MessageLog log = member.channels().log();
        return !tethered.contains(HOST) ? null
            : member.channels().joined(member, log == null ? -1 : ListenerSlots.take(log, HOST));
    }

    /** A connection has ended; one that did not listen is no error. A sender that waits for its room goes on. */
    void listenNoMore(final int connection) {
        if (connections.remove(connection)) {
            trace();
        }
        if (tethered.remove(connection)) {
            for (final MessageLog log : logs) {
                ListenerSlots.free(log, connection);
                threads.ringWriterOf(log);
            }
        }
    }

    private void trace() {
        logs.forEach(log -> log.tracing(connections.size()));
    }
}
