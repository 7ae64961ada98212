package io.takt.hub.tap;

import io.takt.asset.HubLostException;
import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.LeftClocksReader;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Event;
import io.takt.shm.control.FromHub;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.host.HubLock;
import io.takt.shm.host.LiveProcesses;
import io.takt.shm.message.LogTap;
import io.takt.shm.message.MappedMessageFiles;
import io.takt.shm.message.MessageLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The tap's connection to its hub: learns the links of all assets, and opens the logs of new assets.
 *
 * <pre>
 *  LISTENING ── the run has ended ──────────────────────────────► ENDED
 *   ▲     │
 *   │     └──── killed ──► ORPHANED ── none of its assets lives ─► KILLED
 *   └────── another hub ──────┘
 * </pre>
 *
 * <p>Owned by one thread, which never waits for the hub; the connection's thread only leaves messages.
 */
final class TapLink implements AutoCloseable {
    /** Where it stands. */
    enum State { LISTENING, ORPHANED, ENDED, KILLED }

    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    private static final long CONNECT_EVERY_NS = Duration.ofMillis(200).toNanos();

    /** A hub that ends takes two seconds until nothing of it is left, and longer on a busy host. */
    private static final long GONE_WITHIN_NS = Duration.ofSeconds(5).toNanos();
    private static final long LOOK_EVERY_NS = Duration.ofMillis(5).toNanos();

    private final HubDirectory directory;
    private final TapOrder order;
    private final Consumer<String> notices;
    private final MappedMessageFiles files = new MappedMessageFiles();
    private final Map<String, Object> fileKeys = new HashMap<>();
    private Link link;
    private State state = State.LISTENING;
    private LeftClocks left;
    private boolean fromStart;
    private long triedAtNs;
    private String ending;

    /** A connection, and the messages that its thread has left. */
    private static final class Link implements HubControl.Listener {
        private final Queue<FromHub> told = new ConcurrentLinkedQueue<>();
        private ControlClient client;

        @Override
        public void onEvent(final Event event) {
            told.add(event);
        }

        @Override
        public void onEnd() {
            // Seen when it is looked at.
        }
    }

    /**
     * Connects to a hub. One that ends meanwhile is no failure: the first look tells how it ended.
     *
     * @param notices takes lines for a person.
     * @throws TaktException when there is none, or it does not answer.
     */
    TapLink(final HubDirectory directory, final TapFilter filter, final TapOrder order,
        final Consumer<String> notices) {
        this.directory = directory;
        this.order = order;
        this.notices = notices;
        this.link = connect(directory);
        boolean isDone = false;
        try {
            open(filter);
            isDone = true;
        } catch (final HubLostException e) {
            seeHowItEnded();
        } finally {
            if (!isDone) {
                link.client.close();
            }
        }
    }

    private void open(final TapFilter filter) {
        final HubStatus status = StatusJson.read(link.client.ask(Request.Status::new, ANSWER_WITHIN).status());
        take(status);
        if (ending != null) {
            // Its logs may be gone already, and nothing will be written to them any more.
            return;
        }
        // No asset has done a step: all messages so far are of the dawn of time.
        fromStart = status.coreTimeNs() == 0;
        order.ask();
        final Reply reply = link.client.ask(id -> new Request.Tap(id, false), ANSWER_WITHIN);
        take(reply);
        fromStart = true;
        filter.unknown(directory.hub(), reply.tapped()).forEach(notices);
    }

    /**
     * The hub has hung up before it had answered. One that ends in order removes its directory and then gives up its
     * lock; of one that was killed both are left, with the number of a process that is no more.
     */
    private void seeHowItEnded() {
        final long startNs = System.nanoTime();
        state = State.KILLED;
        ending = "hub '" + directory.hub() + "' has hung up while the tap was beginning; nothing tells how it ended";
        while (System.nanoTime() - startNs < GONE_WITHIN_NS && !Thread.currentThread().isInterrupted()) {
            final long holder = HubLock.holder(directory);
            if (holder == HubLock.NO_PROCESS && Files.notExists(directory.path())) {
                state = State.ENDED;
                ending = "hub '" + directory.hub() + "' ended in order while the tap was beginning; it could not tell"
                    + " any more why";
                return;
            }
            // Asked for twice: it may have ended in order between the two looks.
            if (holder != HubLock.NO_PROCESS && !LiveProcesses.isAlive(holder, LiveProcesses.startTime(holder))
                && HubLock.holder(directory) == holder) {
                ending = killed();
                return;
            }
            LockSupport.parkNanos(LOOK_EVERY_NS);
        }
    }

    private String killed() {
        return "hub '" + directory.hub() + "' is gone: it was killed, or has crashed";
    }

    private static Link connect(final HubDirectory directory) {
        final Link link = new Link();
        link.client = ControlClient.connect(directory, link);
        return link;
    }

    /** How the hub has ended, in words; null while it has not. */
    String ending() {
        return ending;
    }

    /** Takes the messages of the hub, or looks for another hub. */
    State doWork(final long nowNs) {
        if (state == State.LISTENING) {
            listen(nowNs);
        } else if (state == State.ORPHANED && nowNs - triedAtNs >= CONNECT_EVERY_NS) {
            triedAtNs = nowNs;
            seekAnother();
        }
        return state;
    }

    private void listen(final long nowNs) {
        // First: the messages of before the end are taken.
        final boolean hasEnded = link.client.hasEnded();
        for (FromHub next = link.told.poll(); next != null; next = link.told.poll()) {
            take(next);
        }
        if (ending != null) {
            state = State.ENDED;
            link.client.close();
        } else if (hasEnded) {
            onKilled(nowNs);
        } else if (!order.isAsked() && order.wantsAnswer()) {
            ask();
        }
    }

    private void ask() {
        order.ask();
        link.client.begin(id -> new Request.Tap(id, false), link.told::add);
    }

    private void take(final FromHub told) {
        if (told instanceof Event.State change) {
            take(change.state(), change.reason());
        } else if (told instanceof Event.Tapped joined) {
            openIfNew(joined.asset());
            order.links(joined.asset());
        } else if (told instanceof Reply reply) {
            take(reply);
        }
    }

    private void take(final Reply reply) {
        if (!reply.ok()) {
            throw new TaktException("hub '" + directory.hub() + "': " + reply.error());
        }
        if (reply.status() != null) {
            take(StatusJson.read(reply.status()));
        } else {
            reply.tapped().forEach(this::openIfNew);
            order.answer(reply.tapped());
        }
    }

    private void take(final HubStatus status) {
        order.maxDelay(status.maxDelayNs());
        take(status.state(), status.reason());
    }

    private void take(final HubState hub, final String reason) {
        if (hub.isEnd()) {
            ending = "hub '" + directory.hub() + "' " + hub + (reason == null ? "" : ": " + reason);
        }
    }

    private void openIfNew(final Reply.TappedAsset asset) {
        if (!order.has(asset.asset())) {
            open(asset);
        }
    }

    private void open(final Reply.TappedAsset asset) {
        final LogTap tap;
        try {
            final Object fileKey = fileKey(asset.log());
            final MessageLog log = files.log(asset.log());
            tap = fromStart ? LogTap.untethered(log, asset.since()) : LogTap.untethered(log);
            fileKeys.put(asset.log(), fileKey);
        } catch (final TaktException e) {
            // The hub is gone, or about to be: that is told by its connection.
            notices.accept("the messages of asset '" + asset.asset() + "' were gone before they could be read");
            return;
        }
        order.add(asset.asset(), new TappedLog.Feed() {
            @Override
            public int poll(final LogTap.Listener listener, final int limit) {
                return tap.poll(listener, limit);
            }

            @Override
            public String channel(final int index) {
                return tap.channel(index);
            }
        });
    }

    /** A key that differs between two files of the same name; null where the file system has none. */
    private static Object fileKey(final String file) {
        try {
            return Files.readAttributes(Path.of(file), BasicFileAttributes.class).fileKey();
        } catch (final IOException e) {
            return null;
        }
    }

    private void onKilled(final long nowNs) {
        order.hubIsGone(true);
        left = LeftClocksReader.read(directory.cncFile(), directory.hub());
        ending = killed();
        triedAtNs = nowNs;
        if (!isAnyAssetLeft()) {
            state = State.KILLED;
            return;
        }
        state = State.ORPHANED;
        notices.accept(ending + "; its assets are there still, and another hub may take over");
    }

    private boolean isAnyAssetLeft() {
        return left != null
            && left.assets().stream().anyMatch(asset -> LiveProcesses.isAlive(asset.pid(), asset.startTime()));
    }

    private void seekAnother() {
        try {
            link = connect(directory);
        } catch (final TaktException e) {
            if (!isAnyAssetLeft()) {
                state = State.KILLED;
            }
            return;
        }
        state = State.LISTENING;
        ending = null;
        notices.accept("another hub '" + directory.hub() + "' is there");
        if (!fileKeys.entrySet().stream().allMatch(known -> Objects.equals(known.getValue(), fileKey(known.getKey()))
            && known.getValue() != null)) {
            // It has begun from 0.
            fileKeys.clear();
            order.clear();
        }
        order.hubIsGone(false);
        link.client.begin(Request.Status::new, link.told::add);
        ask();
    }

    @Override
    public void close() {
        link.client.close();
    }
}
