package io.takt.hub.tap;

import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Event;
import io.takt.shm.control.FromHub;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.message.LogTap;
import io.takt.shm.message.MappedMessageFiles;
import io.takt.shm.message.MessageLog;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * The tap's connection to its hub: learns the links of all assets, and opens the logs of new assets. It goes with the
 * hub, in order or not.
 *
 * <p>Owned by one thread, which never waits for the hub; the connection's thread only leaves messages.
 */
final class TapLink implements AutoCloseable, HubControl.Listener {
    /** Where it stands. */
    enum State { LISTENING, ENDED, KILLED }

    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    private final HubDirectory directory;
    private final TapOrder order;
    private final Consumer<String> notices;
    private final MappedMessageFiles files = new MappedMessageFiles();
    private final Queue<FromHub> told = new ConcurrentLinkedQueue<>();
    private final ControlClient client;
    private boolean fromStart;
    private String ending;

    /**
     * Connects to a hub.
     *
     * @param notices takes lines for a person.
     * @throws TaktException when there is none, or it does not answer.
     */
    TapLink(final HubDirectory directory, final TapFilter filter, final TapOrder order,
        final Consumer<String> notices) {
        this.directory = directory;
        this.order = order;
        this.notices = notices;
        this.client = ControlClient.connect(directory, this);
        boolean isDone = false;
        try {
            open(filter);
            isDone = true;
        } finally {
            if (!isDone) {
                client.close();
            }
        }
    }

    @Override
    public void onEvent(final Event event) {
        told.add(event);
    }

    @Override
    public void onEnd() {
        // Seen when it is looked at.
    }

    private void open(final TapFilter filter) {
        final HubStatus status = StatusJson.read(client.ask(Request.Status::new, ANSWER_WITHIN).status());
        order.maxDelay(status.maxDelayNs());
        take(status.state(), status.reason());
        if (ending != null) {
            // Its logs may be gone already, and nothing will be written to them any more.
            return;
        }
        // No asset has done a step: all messages so far are of the dawn of time.
        fromStart = status.coreTimeNs() == 0;
        order.ask();
        final Reply reply = client.ask(id -> new Request.Tap(id, false), ANSWER_WITHIN);
        take(reply);
        fromStart = true;
        filter.unknown(directory.hub(), reply.tapped()).forEach(notices);
    }

    /** How the hub has ended, in words; null while it has not. */
    String ending() {
        return ending;
    }

    /** Takes the messages of the hub. */
    State doWork() {
        // First: the messages of before the end are taken.
        final boolean hasEnded = client.hasEnded();
        for (FromHub next = told.poll(); next != null; next = told.poll()) {
            take(next);
        }
        if (ending != null) {
            return State.ENDED;
        }
        if (hasEnded) {
            ending = "hub '" + directory.hub() + "' is gone: it was killed, or has crashed";
            return State.KILLED;
        }
        if (!order.isAsked() && order.wantsAnswer()) {
            order.ask();
            client.begin(id -> new Request.Tap(id, false), told::add);
        }
        return State.LISTENING;
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
        reply.tapped().forEach(this::openIfNew);
        order.answer(reply.tapped());
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
            final MessageLog log = files.log(asset.log());
            tap = fromStart ? LogTap.untethered(log, asset.since()) : LogTap.untethered(log);
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

    @Override
    public void close() {
        client.close();
    }
}
