package io.takt.hub.tap;

import io.takt.asset.TaktException;
import io.takt.hub.core.HubStatus;
import io.takt.hub.core.StatusJson;
import io.takt.shm.HubDirectory;
import io.takt.shm.LiveProcesses;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.LeftClocksReader;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Event;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The tap's connection to its hub: asks who sends and receives what, now and then, and opens the logs of those who are
 * new.
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
    private static final long ASK_EVERY_NS = Duration.ofSeconds(1).toNanos();
    private static final long CONNECT_EVERY_NS = Duration.ofMillis(200).toNanos();

    private final HubDirectory directory;
    private final TapFilter filter;
    private final TapOrder order;
    private final Consumer<String> notices;
    private final MappedMessageFiles files = new MappedMessageFiles();
    private final Map<String, Object> fileKeys = new HashMap<>();
    private Link link;
    private State state = State.LISTENING;
    private LeftClocks left;
    private boolean isFirst = true;
    private boolean fromStart;
    private long askedAtNs;
    private long triedAtNs;
    private String ending;

    /** A connection, and what its thread has left. */
    private static final class Link implements HubControl.Listener {
        private final AtomicReference<Reply> reply = new AtomicReference<>();
        private final AtomicReference<Reply> status = new AtomicReference<>();
        private final AtomicReference<Event.State> end = new AtomicReference<>();
        private ControlClient client;

        @Override
        public void onEvent(final Event event) {
            if (event instanceof Event.State state && state.state().isEnd()) {
                end.set(state);
            }
        }

        @Override
        public void onEnd() {
            // Seen when it is looked at.
        }
    }

    /**
     * Connects to a hub.
     *
     * @param notices hears what a person may want to know.
     * @throws TaktException when there is none, or it does not answer.
     */
    TapLink(final HubDirectory directory, final TapFilter filter, final TapOrder order,
        final Consumer<String> notices) {
        this.directory = directory;
        this.filter = filter;
        this.order = order;
        this.notices = notices;
        this.link = connect(directory);
        boolean isOpen = false;
        try {
            final HubStatus status = StatusJson.read(link.client.ask(Request.Status::new, ANSWER_WITHIN).status());
            order.maxDelay(status.maxDelayNs());
            // Nobody has done a step: what was sent until now is the dawn of time.
            fromStart = status.coreTimeNs() == 0;
            order.ask();
            take(link.client.ask(id -> new Request.Tap(id, false), ANSWER_WITHIN));
            isOpen = true;
        } finally {
            if (!isOpen) {
                link.client.close();
            }
        }
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

    /** Does what is to be done now. */
    State doWork(final long nowNs) {
        if (state == State.LISTENING) {
            listen(nowNs);
        } else if (state == State.ORPHANED && nowNs - triedAtNs >= CONNECT_EVERY_NS) {
            triedAtNs = nowNs;
            seekAnother(nowNs);
        }
        return state;
    }

    private void listen(final long nowNs) {
        final Reply status = link.status.getAndSet(null);
        if (status != null) {
            order.maxDelay(StatusJson.read(status.status()).maxDelayNs());
        }
        final Reply reply = link.reply.getAndSet(null);
        if (reply != null) {
            take(reply);
        }
        final Event.State end = link.end.get();
        if (end != null) {
            ending = "hub '" + directory.hub() + "' " + end.state()
                + (end.reason() == null ? "" : ": " + end.reason());
            state = State.ENDED;
            link.client.close();
        } else if (link.client.hasEnded()) {
            onKilled(nowNs);
        } else if (!order.isAsked() && (order.wantsAnswer() || nowNs - askedAtNs >= ASK_EVERY_NS)) {
            ask(nowNs);
        }
    }

    private void ask(final long nowNs) {
        askedAtNs = nowNs;
        order.ask();
        final Link asked = link;
        asked.client.begin(id -> new Request.Tap(id, false), asked.reply::set);
    }

    private void take(final Reply reply) {
        if (!reply.ok()) {
            throw new TaktException("hub '" + directory.hub() + "': " + reply.error());
        }
        for (final Reply.TappedAsset asset : reply.tapped()) {
            if (!order.has(asset.asset())) {
                open(asset);
            }
        }
        order.answer(reply.tapped());
        if (isFirst) {
            isFirst = false;
            fromStart = true;
            filter.unknown(directory.hub(), reply.tapped()).forEach(notices);
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

    /** What tells a file from another one of its name; null where nothing does. */
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
        ending = "hub '" + directory.hub() + "' is gone: it was killed, or has crashed";
        triedAtNs = nowNs;
        if (!isAnybodyLeft()) {
            state = State.KILLED;
            return;
        }
        state = State.ORPHANED;
        notices.accept(ending + "; its assets are there still, and another hub may take over");
    }

    private boolean isAnybodyLeft() {
        return left != null
            && left.assets().stream().anyMatch(asset -> LiveProcesses.isAlive(asset.pid(), asset.startTime()));
    }

    private void seekAnother(final long nowNs) {
        try {
            link = connect(directory);
        } catch (final TaktException e) {
            if (!isAnybodyLeft()) {
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
        link.client.begin(Request.Status::new, link.status::set);
        ask(nowNs);
    }

    @Override
    public void close() {
        link.client.close();
    }
}
