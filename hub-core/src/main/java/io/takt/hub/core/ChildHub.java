package io.takt.hub.core;

import io.takt.asset.HubState;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.world.ProcessReading;
import io.takt.rule.Report;

/**
 * The child hub behind a member's clock: the time that it reports, whether anything below it can still step, and how it
 * says that it stands. Made anew for each process that joins, so nothing that one has said counts for the next. Owned
 * by the hub's thread.
 */
final class ChildHub {
    /** How long a child hub's report counts; the hub asks for one at least twice in that time. */
    private static final long TOLD_LATELY_NS = 3_000_000_000L;

    /** An answer that has not come for so long may have been lost. */
    private static final long ANSWER_LOST_AFTER_NS = 10_000_000_000L;

    private final Report report;
    private boolean settled;
    /** It owes the answer whether anything below it can step. */
    private boolean isAsked;
    /** It is to be asked once more then: that answer may be of before it has heard all. */
    private boolean isOutdated;
    private boolean owesReport;
    private long askedAtNs;
    private HubNode.Link link;
    private HubNode below;
    private long belowAtNs;

    ChildHub(final Report report) {
        this.report = report;
    }

    Report report() {
        return report;
    }

    /** Whether nothing below it can step any more. */
    boolean hasSettled() {
        return settled;
    }

    /** What it has said of that does not count any more. */
    void settleAnew() {
        settled = false;
    }

    /**
     * It is to say whether anything below it can step. It owes one answer at a time: else that to an earlier question
     * would be taken for one to this.
     *
     * @return whether to ask it now.
     */
    boolean asksToSettle() {
        isOutdated = isAsked;
        isAsked = true;
        return !isOutdated;
    }

    /**
     * It has answered that nothing can. Without a question that says nothing.
     *
     * @return whether that is outdated, so that it is to be asked once more.
     */
    boolean onSettled() {
        final boolean wasOutdated = isOutdated;
        settled |= isAsked && !isOutdated;
        isAsked = false;
        isOutdated = false;
        return wasOutdated;
    }

    /** In a new epoch it owes no answer. */
    void onReset() {
        settled = false;
        isAsked = false;
        isOutdated = false;
    }

    /**
     * It is to be asked how it stands, if it does not owe that: while it is stopped, unanswered questions would pile up
     * before the lines of its run. Over a link the other end of the connection, in this process, keeps count, and
     * always answers how the link is.
     */
    boolean ask(final long nowNs) {
        final boolean asks = link != null || !owesReport || nowNs - askedAtNs >= ANSWER_LOST_AFTER_NS;
        if (asks) {
            owesReport = true;
            askedAtNs = nowNs;
        }
        return asks;
    }

    /** It has told how it stands; without a node that is as it was. */
    void told(final HubNode.Link newLink, final HubNode node, final long nowNs) {
        owesReport = false;
        link = newLink;
        if (node != null) {
            below = node;
            belowAtNs = nowNs;
        }
    }

    /** Its process is gone: how that stood says nothing. */
    void leaveBehind() {
        link = null;
        below = null;
    }

    /** Null on the same host. */
    HubNode.Link link() {
        return link;
    }

    /** As it has told of itself, but not older than its clock here: simulations are quicker than reports. */
    HubNode below(final long timeNs) {
        return below == null ? null : below.notBefore(timeNs);
    }

    /** Whether it has said lately that it waits, in this state, for an asset of its own. */
    boolean waits(final HubState inState, final long nowNs) {
        return below != null && nowNs - belowAtNs < TOLD_LATELY_NS && below.held() != null
            && below.held().reason() != HoldReason.PARENT && below.state() == inState;
    }

    /** Why it holds the core of a hub in a state, apart from what its process does; null when that is the reason. */
    HoldReason reason(final HubState inState, final ProcessReading sight, final long nowNs) {
        return link != null && !link.up() ? HoldReason.LINK
            : waits(inState, nowNs) && !sight.state().isHeld() ? HoldReason.BELOW : null;
    }
}
