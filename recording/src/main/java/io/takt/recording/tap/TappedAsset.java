package io.takt.recording.tap;

import io.takt.asset.TaktException;
import io.takt.hub.core.TappedJoin;
import io.takt.recording.format.Records;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.message.LogTap;
import io.takt.shm.message.MappedMessageFiles;
import io.takt.shm.message.MessageLog;
import org.agrona.DirectBuffer;

/** One asset that is heard. Owned by the tap's thread. */
final class TappedAsset implements LogTap.Listener {
    /** Nothing is known yet, not even of the dawn of time. */
    private static final long NOTHING = -1;

    /** A sender who is not there has this frontier. */
    private static final long NOBODY = Long.MAX_VALUE;

    private final int number;
    private final Records records;
    /** Null while it neither sends nor receives. */
    private MessageLog log;
    private LogTap tap;
    private long frontierNs = NOTHING;
    private boolean wasReset;

    TappedAsset(final int number, final Records records) {
        this.number = number;
        this.records = records;
    }

    int number() {
        return number;
    }

    /** The log outlives the asset's process, so there is only one for each name. */
    void open(final TappedJoin join, final ClockFile clocks) {
        if (log == null) {
            if (join.slot() < 0) {
                throw new TaktException("the log of asset '" + join.asset() + "' has no room for another reader");
            }
            log = new MappedMessageFiles().log(join.log());
            tap = LogTap.tethered(log, join.slot(), clocks::ring);
        }
    }

    /** Tells what is new. Says how many messages were sent or delivered. */
    int hear() {
        if (log == null) {
            return 0;
        }
        // The frontier comes first: what it speaks of is in the log by then.
        final long frontierNow = log.frontierNs();
        wasReset = false;
        final int heard = tap.poll(this, Integer.MAX_VALUE);
        if (!wasReset && frontierNow > frontierNs && frontierNow != NOBODY) {
            frontierNs = frontierNow;
            records.onFrontier(number, frontierNow);
        }
        return heard;
    }

    @Override
    public void onSent(final int channel, final long stampNs, final long sequence, final DirectBuffer buffer,
        final int index, final int length) {
        records.onSent(number, channel, stampNs, sequence, buffer, index, length);
    }

    @Override
    public void onDelivered(final int input, final long deliveryNs, final long sequence, final long stepEndNs) {
        records.onDelivered(number, input, deliveryNs, sequence, stepEndNs);
    }

    @Override
    public void onVoid(final long stampNs) {
        records.onVoid(number, stampNs);
    }

    @Override
    public void onReset() {
        // Which frontier was read, that before or that after, nobody knows.
        wasReset = true;
        frontierNs = NOTHING;
        records.onReset(number);
    }

    @Override
    public void onMissed(final long messages) {
        throw new TaktException(messages + " messages of asset '" + log.sender() + "' were overwritten unheard");
    }
}
