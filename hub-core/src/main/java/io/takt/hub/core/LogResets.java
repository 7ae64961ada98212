package io.takt.hub.core;

import io.takt.hub.core.plan.Paths;
import io.takt.shm.message.DawnWatch;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.RoomWait;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A reset, as far as logs go: an asset that is there resets its own log, and the hub does it for one that is away.
 * Owned by the hub's thread.
 */
final class LogResets {
    /** So many looks in a row, about five seconds, a sender is seen to wait for a reader that is away. */
    static final int LOOKS_AT_A_WAIT = 50;

    private final Logs logs;
    private final Members members;
    private final Slots slots;
    /** In a reset, by sender: of those that were there when it began, and those above. */
    private final Map<String, DawnWatch> dawns = new HashMap<>();
    /** The senders whose logs the hub has put back in this reset. */
    private final Set<String> putBack = new HashSet<>();
    private MessageLog waiting;
    private long waitingTail;
    private int looks;

    LogResets(final Logs logs, final Members members, final Slots slots) {
        this.logs = logs;
        this.members = members;
        this.slots = slots;
    }

    /**
     * A mirror of a sender above is about to be put back for a reset that has not begun here: it is over there, and
     * what comes from now on is of the run that begins.
     */
    void beginsAnew(final MessageLog mirror) {
        dawns.put(mirror.sender(), new DawnWatch(mirror));
    }

    /** The assets that are there are about to be told. */
    void begin() {
        putBack.clear();
        sees(null);
        for (final MessageLog log : logs.all()) {
            if (Logs.isFromAbove(log)) {
                dawns.putIfAbsent(log.sender(), new DawnWatch(log));
            } else if (isThere(log)) {
                dawns.put(log.sender(), new DawnWatch(log));
            }
        }
    }

    /** Whether a process may write a log; of the parent that is not known. */
    private boolean isThere(final MessageLog log) {
        final Member sender = logs.writer(log);
        return Logs.isFromAbove(log) || sender != null && !sender.isAway();
    }

    /**
     * Puts the logs back for those that are not there. A parent is told only then that all below are back: its own
     * receivers begin the next run at once, and would read times of the last one in a mirror that is not put back.
     */
    void putBackMissing() {
        for (final MessageLog log : logs.all()) {
            final Member sender = logs.writer(log);
            final boolean isAway = sender != null && sender.isAway() && !stays(log);
            if ((isAway || logs.isMissing(log)) && putBack.add(log.sender())) {
                logs.reset(log);
            }
        }
    }

    /**
     * To be called now and then in a reset. A reader that is away needs nothing of the run before, so its room goes to
     * a sender that waits for some. If that sender still waits, its dawn does not fit into the log; the reader's
     * successor is let in only after the reset, which would never be over. A sender that has room again and is stopped,
     * or was killed while it waited, looks the same: so it counts only after several looks.
     *
     * @return why it will not, in one line; null as long as it may.
     */
    String endless() {
        MessageLog found = null;
        String reader = null;
        for (final DawnWatch watch : dawns.values()) {
            final MessageLog log = watch.log();
            final String name = RoomWait.reader(log);
            if (name != null && isAway(name)) {
                final int slot = log.slots().of(name);
                slots.skipRunBefore(log, slot, watch::isPutBack);
                if (watch.isPutBack() && isThere(log) && !RoomWait.isRoomBehind(log, slot)) {
                    found = log;
                    reader = name;
                }
            }
        }
        looks = found == null || found != waiting || found.tail() != waitingTail ? 0 : looks + 1;
        sees(found);
        return looks < LOOKS_AT_A_WAIT ? null : "asset '" + found.sender() + "' sends more at the dawn of time than its"
            + " log takes, and '" + reader + "', which receives it, is away and can come only after this reset; reset"
            + " when it is there, or send less before the first step";
    }

    /** Or it has never been there: one with which the run begins has its slot from the dawn of time. */
    private boolean isAway(final String reader) {
        final Member member = members.named(reader);
        return member == null ? members.isAwaited(reader) : member.isAway();
    }

    /** The log whose sender waits for ever, as it seems; null for none. */
    private void sees(final MessageLog log) {
        waiting = log;
        waitingTail = log == null ? 0 : log.tail();
        looks = log == null ? 0 : looks;
    }

    /**
     * Whether a sender was put back, and its receivers still wait for the end of that reset, for which the hub before
     * this one has not lived long enough. Of what comes from above the parent says it.
     */
    boolean isUnfinished() {
        return logs.all().stream().anyMatch(log -> log.isInReset() && !Logs.isFromAbove(log));
    }

    /** All simulators are back at their starts, or will begin there when a process comes for them. */
    void end() {
        putBackMissing();
        for (final MessageLog log : logs.all()) {
            end(log);
            log.slots().skipToReset(this::isAway);
        }
        dawns.clear();
        for (final Member member : members.all()) {
            member.channels().showPromises(member.clocks());
        }
    }

    private void end(final MessageLog log) {
        if (logs.isMissing(log) && !logs.isAwaitedAbove(log)) {
            log.nothingWillCome();
        }
        if (!Logs.isFromAbove(log)) {
            // The parent's run tells of its own resets, of which the mirror may have had the next one already.
            log.allAreReset();
        }
    }

    /** Whether the mirror of a sender above was put back in the reset that has begun. */
    boolean isPutBack(final MessageLog log) {
        return dawns.containsKey(log.sender()) && dawns.get(log.sender()).isPutBack();
    }

    /**
     * Whether the log of a sender that has gone in this reset stays as it is. It has sent all of its dawn, which some
     * may have been handed already, and the process that takes its place does not send it again. Or it is one below a
     * child hub, whose next link goes on exactly there; a parent may have been told already that all are back.
     */
    private boolean stays(final MessageLog log) {
        final DawnWatch watch = dawns.get(log.sender());
        return watch != null && (Paths.isElsewhere(log.sender()) ? watch.isPutBack() : watch.isSent());
    }
}
