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
        expect(mirror, 0);
    }

    /**
     * Likewise, when both are to be in one run, whatever resets each of them has had: those of the original that are
     * over are all of the mirror's, and the next one is one for both.
     *
     * @param mirror the log.
     */
    public static void expectInRun(final MessageLog mirror) {
        expect(mirror, LogLayout.MEETS_IN_RUN);
    }

    /**
     * Likewise, when the original is to be put back for a reset that the mirror has had without it.
     *
     * @param mirror the log; until {@link #onBack} no such reset counts for it.
     */
    public static void expectBack(final MessageLog mirror) {
        expect(mirror, LogLayout.MEETS_AHEAD);
    }

    private static void expect(final MessageLog mirror, final long meets) {
        mirror.buffer().putLongRelease(LogLayout.MEETS_OFFSET, meets);
        if (mirror.isGone()) {
            if (mirror.voidUntil() == 0) {
                mirror.frontier(GateRule.NOTHING_PUBLISHED);
            }
            mirror.comes();
        }
    }

    /**
     * By the hub of a mirror, while no link writes there: it is put back to its start, and is to have all that the
     * original has sent since its own reset, also what it has had already.
     *
     * @param mirror the log.
     */
    public static void putBack(final MessageLog mirror) {
        mirror.reset();
        for (int pair = 0; pair <= LogLayout.MIRRORED_LENGTH; pair += LogLayout.MIRRORED_LENGTH) {
            mirror.buffer().putLongRelease(LogLayout.MIRRORED_OFFSET + pair + Long.BYTES, 0);
        }
    }

    /**
     * By the hub of a mirror: the original is back from that reset, or the next one begins for both.
     *
     * @param mirror the log.
     */
    public static void onBack(final MessageLog mirror) {
        mirror.buffer().putLongRelease(LogLayout.MEETS_OFFSET, 0);
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
