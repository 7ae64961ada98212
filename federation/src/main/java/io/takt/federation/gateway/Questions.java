package io.takt.federation.gateway;

/**
 * Decides whether a child itself is to say how it stands, and not only this end how the link is: over a slow link
 * unanswered questions would pile up before the lines of its run, and one that is down carries none. Owned by the
 * gateway's thread.
 */
final class Questions {
    /** A question that has no answer for so long has got lost. */
    static final long LOST_AFTER_NS = 10_000_000_000L;

    private boolean isOpen;
    private long askedAtNs;

    /** Whether to ask the child now; then it owes an answer. */
    boolean asks(final boolean isUp, final long nowNs) {
        // A link that goes down loses the question with it.
        isOpen &= isUp;
        if (!isUp || isOpen && nowNs - askedAtNs < LOST_AFTER_NS) {
            return false;
        }
        isOpen = true;
        askedAtNs = nowNs;
        return true;
    }

    void answered() {
        isOpen = false;
    }
}
