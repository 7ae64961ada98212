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
     * @param mirror the log.
     */
    public static void expect(final MessageLog mirror) {
        if (mirror.isGone()) {
            if (mirror.voidUntil() == 0) {
                mirror.frontier(GateRule.NOTHING_PUBLISHED);
            }
            mirror.comes();
        }
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
