package io.takt.hub.core;

import io.takt.shm.message.DawnWatch;
import io.takt.shm.message.MessageLog;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A reset, as far as logs go: an asset that is there resets its own log, and the hub does it for one that is away.
 * Owned by the hub's thread.
 */
final class LogResets {
    private final Links links;
    private final Members members;
    private final Borders borders;
    /** In a reset, by sender: of the assets that were there when it began. */
    private final Map<String, DawnWatch> dawns = new HashMap<>();
    /** The senders whose logs the hub has put back in this reset. */
    private final Set<String> putBack = new HashSet<>();

    LogResets(final Links links, final Members members, final Borders borders) {
        this.links = links;
        this.members = members;
        this.borders = borders;
    }

    /** The assets that are there are about to be told. */
    void begin(final Collection<MessageLog> logs) {
        putBack.clear();
        for (final MessageLog log : logs) {
            final Member sender = links.writer(log);
            if (sender != null && !sender.isAway()) {
                dawns.put(log.sender(), new DawnWatch(log));
            }
        }
    }

    /**
     * Puts the logs back for those that are not there. A parent is told only then that all below are back: its own
     * receivers begin the next run at once, and would read times of the last one in a mirror that is not put back.
     */
    void putBackMissing(final Collection<MessageLog> logs) {
        for (final MessageLog log : logs) {
            final Member sender = links.writer(log);
            final boolean isAway = sender != null && sender.isAway();
            if (isAway && hasSentDawn(log)) {
                sender.hasSentDawn(true);
            } else if ((isAway || links.isMissing(log)) && putBack.add(log.sender())) {
                borders.reset(log);
            }
        }
    }

    /** All simulators are back at their starts, or will begin there when a process comes for them. */
    void end(final Collection<MessageLog> logs) {
        putBackMissing(logs);
        logs.forEach(this::end);
        dawns.clear();
        for (final Member member : members.all()) {
            if (member.isAway()) {
                member.channels().inputs().stream().filter(input -> input.slot() >= 0)
                    .forEach(input -> input.log().slots().skipToReset(input.slot()));
                member.channels().border().reads().forEach(read -> read.log().slots().skipToReset(read.slot()));
            }
            member.channels().showPromises(member.clocks());
        }
    }

    private void end(final MessageLog log) {
        if (links.isMissing(log)) {
            log.nothingWillCome();
        }
        if (!Links.isFromAbove(log)) {
            // The parent's run tells of its own resets, of which the mirror may have had the next one already.
            log.allAreReset();
        }
    }

    /**
     * Whether a sender has died in this reset when it had sent all of its dawn: that stays, for some may have been
     * handed it already, and the process that takes its place does not send it again.
     */
    private boolean hasSentDawn(final MessageLog log) {
        return dawns.containsKey(log.sender()) && dawns.get(log.sender()).isSent();
    }
}
