package io.takt.shm.message;

import org.agrona.DirectBuffer;

/**
 * News of an original log for its mirror, in this order: news that make it conservative first, then records, and
 * conclusions that readers may draw last. Channels go by their number among those that are mirrored.
 */
public interface MirrorListener {
    /**
     * A message was sent.
     *
     * @param channel  its number.
     * @param stampNs  when.
     * @param sequence its number at its sender.
     * @param buffer   that holds it, during this call.
     * @param index    of its first byte.
     * @param length   in bytes.
     * @return false when there is no room; then it is to be told again.
     */
    boolean onMessage(int channel, long stampNs, long sequence, DirectBuffer buffer, int index, int length);

    /**
     * The sender has been replaced: earlier messages with a later stamp do not count.
     *
     * @param stampNs the time.
     * @return false when there is no room; then it is to be told again.
     */
    boolean onVoid(long stampNs);

    /**
     * All records before a position in the original have been told.
     *
     * @param position the position.
     */
    void onPosition(long position);

    /**
     * There is a newer latest value.
     *
     * @param channel  its number.
     * @param stampNs  when it was sent.
     * @param sequence its number at its sender.
     * @param buffer   that holds it, during this call.
     * @param index    of its first byte.
     * @param length   in bytes.
     */
    void onLatest(int channel, long stampNs, long sequence, DirectBuffer buffer, int index, int length);

    /**
     * The sender has promised something; the records that were sent before have been told.
     *
     * @param channel its number.
     * @param timeNs  before which nothing will be sent; 0 for nothing promised.
     */
    void onPromise(int channel, long timeNs);

    /**
     * All records up to a time have been told.
     *
     * @param timeNs the time; -1 before the dawn of time is.
     */
    void onFrontier(long timeNs);

    /**
     * There is no sender now.
     *
     * @param voidAfterNs what has been told, with stamps after this, is void; the largest long when nothing is.
     */
    void onGone(long voidAfterNs);

    /**
     * There is a sender again, or the first one.
     *
     * @param timeNs its frontier.
     */
    void onPresent(long timeNs);

    /**
     * The sender has been put back to its start: nothing that was told before counts.
     *
     * @param position where it was in the original.
     */
    void onReset(long position);

    /**
     * All others at the original's hub have been put back, too, since the reset that was told last: its run begins. A
     * sender may be put back again before receivers at the mirror's hub have begun theirs.
     */
    void onResetOver();

    /** Readers that wait for anything that has been told are to be woken. */
    void onTold();
}
