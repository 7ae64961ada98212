package io.takt.hub.core;

import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.world.ProcessReading;

/**
 * The asset for which the hub waits: since when, and why. Every status looks at it again; readings
 * of the process come from outside. Owned by the hub's thread.
 */
class Hold {
    private final Silence silence = new Silence();
    private Member by;
    private HoldReason reason;
    private long sinceNs;
    private boolean isByParent;

    /** Null when no asset is waited for. */
    final Member by() {
        return by;
    }

    /** Null when no asset is waited for. */
    final HoldReason reason() {
        return reason;
    }

    /** From now on the hub waits for this asset, which counts as its last sign of life. */
    void begin(final Member member, final long nowNs) {
        by = member;
        isByParent = false;
        sinceNs = nowNs;
        reason = member.reasonWhenAlive();
        silence.begin(member.restNs(), nowNs);
    }

    /** From now on the hub waits for its parent. */
    final void beginByParent(final long nowNs) {
        by = null;
        isByParent = true;
        sinceNs = nowNs;
        reason = null;
    }

    /** Whether the parent hub is waited for. */
    final boolean isByParent() {
        return isByParent;
    }

    /** Neither an asset nor the parent is waited for any more. */
    void end(final long nowNs) {
        by = null;
        isByParent = false;
        reason = null;
    }

    /**
     * Judges anew why it holds the hub up. An asset that waits for messages of another is not to blame, and counts as
     * alive.
     */
    void look(final ProcessReading sight, final boolean isHeld, final long nowNs) {
        if (isHeld && by != null) {
            silence.begin(by.restNs(), nowNs);
            reason = HoldReason.INPUT;
        } else if (by != null) {
            silence.look(by.clocks().time().read(), sight, nowNs);
            final HoldReason ofFederate = by.reasonOfFederate(sight, nowNs);
            reason = ofFederate != null ? ofFederate
                : silence.isSilent() ? HoldReason.SILENT : by.reasonWhenAlive();
        }
    }

    /** Wall time for which the hub waits for it; 0 when no asset is waited for. */
    final long forNs(final long nowNs) {
        return by == null && !isByParent ? 0 : nowNs - sinceNs;
    }

    /** Wall time since the last sign of life of a member, if it is waited for and silent; else 0. */
    final long silentForNs(final Member member, final long nowNs) {
        return member == by && reason == HoldReason.SILENT ? silence.forNs(nowNs) : 0;
    }
}
