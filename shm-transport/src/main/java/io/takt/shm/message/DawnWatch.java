package io.takt.shm.message;

/**
 * Tells whether a sender that is to be put back has sent the dawn of the run that begins, all of it. Owned by the hub's
 * thread.
 */
public final class DawnWatch {
    private final MessageLog log;
    private final long resetsBefore;
    private final long overBefore;

    /**
     * Watches from now on.
     *
     * @param log of a sender that has not been told yet that it is to be put back.
     */
    public DawnWatch(final MessageLog log) {
        this.log = log;
        this.resetsBefore = log.resets();
        this.overBefore = log.resetsOfAll();
    }

    /** {@return the log that is watched} */
    public MessageLog log() {
        return log;
    }

    /**
     * Whether a sender at another hub was put back, for a reset that is over there or not; perhaps before this hub was
     * told to put its own back.
     *
     * @return false of one that has had no reset since the last one that was over.
     */
    public boolean isPutBack() {
        return log.resets() > overBefore;
    }

    /**
     * Whether all of the dawn is there. A sender that is gone then has a successor that does not send it again.
     *
     * @return false, too, of one that has not been put back, and of one that was in the middle of sending it.
     */
    public boolean isSent() {
        return log.resets() > resetsBefore && log.frontierNs() == 0;
    }
}
