package io.takt.federation.mirror;

import io.takt.asset.TaktException;
import io.takt.rule.GateRule;
import io.takt.shm.message.MirrorListener;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/**
 * Stands before a mirror whose original is at another host: receivers here may rely on it that no stamp is of a time to
 * which no simulator has come.
 */
final class StampGuard implements MirrorListener {
    private final MirrorListener mirror;
    private final String sender;
    private final LongSupplier latestNs;

    StampGuard(final MirrorListener mirror, final String sender, final LongSupplier latestNs) {
        this.mirror = mirror;
        this.sender = sender;
        this.latestNs = latestNs;
    }

    private void require(final long timeNs, final long earliestNs) {
        if (timeNs < earliestNs || timeNs > latestNs.getAsLong()) {
            throw new TaktException("asset '" + sender + "' is said to have sent, or ended a step, at " + timeNs
                + " ns, to which it cannot have come");
        }
    }

    @Override
    public boolean onMessage(final int channel, final long stampNs, final long sequence, final DirectBuffer buffer,
        final int index, final int length) {
        require(stampNs, 0);
        return mirror.onMessage(channel, stampNs, sequence, buffer, index, length);
    }

    @Override
    public boolean onVoid(final long stampNs) {
        require(stampNs, GateRule.NOTHING_PUBLISHED);
        return mirror.onVoid(stampNs);
    }

    @Override
    public void onPosition(final long position) {
        mirror.onPosition(position);
    }

    @Override
    public void onLatest(final int channel, final long stampNs, final long sequence, final DirectBuffer buffer,
        final int index, final int length) {
        require(stampNs, 0);
        mirror.onLatest(channel, stampNs, sequence, buffer, index, length);
    }

    @Override
    public void onPromise(final int channel, final long timeNs) {
        mirror.onPromise(channel, timeNs);
    }

    @Override
    public void onFrontier(final long timeNs) {
        require(timeNs, GateRule.NOTHING_PUBLISHED);
        mirror.onFrontier(timeNs);
    }

    @Override
    public void onGone(final long voidAfterNs) {
        mirror.onGone(voidAfterNs);
    }

    @Override
    public void onPresent(final long timeNs) {
        require(timeNs, GateRule.NOTHING_PUBLISHED);
        mirror.onPresent(timeNs);
    }

    @Override
    public void onReset(final long position) {
        mirror.onReset(position);
    }

    @Override
    public void onResetOver() {
        mirror.onResetOver();
    }

    @Override
    public void onTold() {
        mirror.onTold();
    }
}
