package io.takt.hub.tap;

import io.takt.asset.message.Delivery;
import io.takt.hub.tap.SentMessages.Kept;
import io.takt.hub.tap.TappedLog.NewProcess;
import io.takt.hub.tap.TappedLog.Pending;
import io.takt.hub.tap.TappedLog.Raw;
import io.takt.hub.tap.TappedLog.Ready;
import io.takt.shm.control.Reply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Puts the records of several logs into one order: that of each log, and no delivery before its message was sent. A
 * delivery that was read finds the message in the sender's log when that is read afterwards, for it was published
 * before; so it waits for one round more, and not for longer.
 *
 * <p>Pure: it has neither thread nor clock. Owned by one thread.
 */
final class TapOrder {
    /** Records of one log in a round: others have their turn. */
    static final int RECORDS_AT_ONCE = 1_024;

    private final TapFilter filter;
    private final int mostBytes;
    private final SentMessages sent;
    private final Consumer<TapEvent> sink;
    private final Map<String, TappedLog> logs = new LinkedHashMap<>();
    private final Map<TappedLog, Wait> waits = new HashMap<>();
    private long asked;
    private long answered;
    private boolean isHubGone;
    private boolean hasMore;

    /** A record that waits at the head of a log: until the sender's log was read once more, or for an answer. */
    private record Wait(Pending head, long timesRead, long question) {
    }

    /** Tells at most {@code mostBytes} bytes of each message, and remembers {@code mostRemembered} of all together. */
    TapOrder(final TapFilter filter, final int mostBytes, final long mostRemembered, final Consumer<TapEvent> sink) {
        this.filter = filter;
        this.mostBytes = mostBytes;
        this.sent = new SentMessages(mostRemembered);
        this.sink = sink;
    }

    /** D_max of the hub. */
    void maxDelay(final long maxDelayNs) {
        sent.maxDelay(maxDelayNs);
    }

    boolean has(final String asset) {
        return logs.containsKey(asset);
    }

    void add(final String asset, final TappedLog.Feed feed) {
        logs.put(asset, new TappedLog(asset, feed, filter, mostBytes, sent));
    }

    /** The hub is about to be asked for the links of all assets. */
    void ask() {
        asked++;
    }

    /** Whether a question is under way. */
    boolean isAsked() {
        return asked > answered;
    }

    /** The hub has answered the question that is under way. */
    void answer(final Collection<Reply.TappedAsset> tapped) {
        answered = asked;
        tapped.forEach(this::links);
    }

    /** The hub has told an asset's links; an asset without a log here is passed over. */
    void links(final Reply.TappedAsset asset) {
        if (has(asset.asset())) {
            logs.get(asset.asset()).links(asset.inputs());
        }
        for (final Reply.TappedLink link : asset.inputs()) {
            if (link.delivery() != Delivery.LATEST) {
                sent.underWayFor(link.sender(), link.delayNs() + link.jitterNs());
            }
        }
    }

    /** Whether something waits for the answer to a question that is still to be asked. */
    boolean wantsAnswer() {
        return !isHubGone && waits.values().stream().anyMatch(wait -> wait.question > asked);
    }

    /** The hub answers no more, and nothing waits for that. */
    void hubIsGone() {
        isHubGone = true;
        answered = asked;
    }

    /** Whether a log had more to read than is read in a round. */
    boolean hasMore() {
        return hasMore;
    }

    /** One round: reads all logs, and tells the events that need not wait. Returns how many were read and told. */
    int doWork() {
        int work = 0;
        boolean isAllRead = true;
        hasMore = false;
        for (final TappedLog log : logs.values()) {
            final int records = log.read(RECORDS_AT_ONCE);
            work += records;
            hasMore |= records == RECORDS_AT_ONCE;
            isAllRead &= log.isAtEnd();
        }
        work += tellAll();
        final boolean isAnswerAwaited = waits.values().stream().anyMatch(wait -> wait.head instanceof NewProcess);
        if (work == 0 && !isAnswerAwaited) {
            work = tellFirst();
        }
        if (isAllRead && !isAnswerAwaited) {
            sent.allIsRead();
        }
        return work;
    }

    private int tellAll() {
        final List<TappedLog> waiting = new ArrayList<>(logs.values());
        waiting.removeIf(log -> log.first() == null);
        int told = 0;
        int before;
        do {
            before = told;
            for (final TappedLog log : waiting) {
                told += tell(log);
            }
            waiting.removeIf(log -> log.first() == null);
        } while (told > before && !waiting.isEmpty());
        return told;
    }

    /** Tells the events of one log that need not wait. */
    private int tell(final TappedLog log) {
        int told = 0;
        for (Pending head = log.first(); head != null && tell(log, head); head = log.first()) {
            remove(log);
            told++;
        }
        return told;
    }

    private void remove(final TappedLog log) {
        waits.remove(log);
        log.removeFirst();
    }

    /** Nothing is read any more, and all wait for each other, as they do where a log is damaged. */
    private int tellFirst() {
        for (final TappedLog log : logs.values()) {
            if (log.first() instanceof Raw raw) {
                final Reply.TappedLink link = log.links().get(raw.input());
                final Kept kept = find(raw, link);
                sink.accept(log.delivered(raw, link, kept == null ? null : kept.message()));
                remove(log);
                return 1;
            }
        }
        return 0;
    }

    /** Whether the head of a log has been told. */
    private boolean tell(final TappedLog log, final Pending head) {
        if (head instanceof Ready ready) {
            sink.accept(ready.event());
            return true;
        }
        if (head instanceof Raw raw) {
            return tell(log, raw);
        }
        return isHubGone || answered >= await(log, head, 0).question;
    }

    private boolean tell(final TappedLog log, final Raw raw) {
        if (raw.input() >= log.links().size()) {
            sink.accept(log.missed());
            return true;
        }
        final Reply.TappedLink link = log.links().get(raw.input());
        if (!filter.takesChannel(link.channel(), link.sender())) {
            return true;
        }
        final Kept kept = find(raw, link);
        final TappedLog sender = logs.get(link.sender());
        if (sender != null && (kept == null ? await(log, raw, sender.timesRead()).timesRead == sender.timesRead()
            : !sender.hasTold(kept))) {
            return false;
        }
        sink.accept(log.delivered(raw, link, kept == null ? null : kept.message()));
        return true;
    }

    /** The message under that number, unless its stamp says that it is one from before or after a reset. */
    private Kept find(final Raw raw, final Reply.TappedLink link) {
        final long latestNs = raw.deliveryNs() - link.delayNs();
        return sent.find(link.sender(), raw.sequence(), latestNs - link.jitterNs(), latestNs);
    }

    private Wait await(final TappedLog log, final Pending head, final long timesRead) {
        final Wait known = waits.get(log);
        if (known != null && known.head == head) {
            return known;
        }
        final Wait begun = new Wait(head, timesRead, head instanceof NewProcess ? asked + 1 : 0);
        waits.put(log, begun);
        return begun;
    }
}
