package io.takt.shm.message;

import io.takt.rule.GateRule;

/** Whether a mirror says that there is a sender, in the place of what a hub says of its own assets. */
public final class MirrorPresence {
    private MirrorPresence() {
    }

    /**
     * By the hub of a mirror, before its link writes there: receivers are to wait for the link's records. Earlier
     * records stay valid.
     *
     * @param mirror  the log.
     * @param isAhead whether the mirror was put back in a reset that the original will have only now.
     */
    public static void expect(final MessageLog mirror, final boolean isAhead) {
        mirror.buffer().putLongRelease(LogLayout.AHEAD_OFFSET, isAhead ? 1 : 0);
        if (mirror.isGone()) {
            if (mirror.voidUntil() == 0) {
                mirror.frontier(GateRule.NOTHING_PUBLISHED);
            }
            mirror.comes();
        }
    }

    /**
     * By the hub of a mirror: the original is back from that reset, or the next one begins for both.
     *
     * @param mirror the log.
     */
    public static void isAheadNoMore(final MessageLog mirror) {
        mirror.buffer().putLongRelease(LogLayout.AHEAD_OFFSET, 0);
    }

    /**
     * By the hub of a mirror, whose link is gone for good: the sender is not to be waited for, and its messages beyond
     * its frontier are void.
     *
     * @param mirror the log.
     */
    public static void linkHasGone(final MessageLog mirror) {
        if (!mirror.isGone()) {
            mirror.senderHasGone(mirror.toldFrontierNs());
        }
    }

    /** There is a sender. Records before its frontier may follow; earlier promises still hold. */
    static void present(final MessageLog mirror, final long timeNs) {
        mirror.frontier(Math.min(timeNs, mirror.toldFrontierNs()));
        mirror.comes();
    }
}
