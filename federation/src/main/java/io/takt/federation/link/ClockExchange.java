package io.takt.federation.link;

/**
 * One end of a link: when it tells the other end its clock, and its knowledge of the other's.
 *
 * <p>A frame goes out
 * <ul>
 * <li>when the own time has come to the one that the other end waits for, as far as is known here;
 * <li>when it is a {@code quantum} beyond what was told last, so that the other end can run on meanwhile; but no more
 * often than each {@link #LEAST_GAP_NS}, for a frame costs as much as dozens of count-ups;
 * <li>when this end begins to wait for another time; but while the other end waits for this one, so that its clock
 * stands, the frame that ends its wait says so, too;
 * <li>when the other end says that it waits for a time which was told a round trip ago: that frame was lost;
 * <li>again while this end waits: after twice the round trip, then half as often each time, up to a heartbeat;
 * <li>as a heartbeat, when nothing else was to be said for so long.
 * </ul>
 *
 * <p>So only the end that waits repeats itself, and a link at rest carries two frames in each heartbeat. Times of an
 * older epoch are passed over; one of a newer epoch waits until this end is there, too. Old readings are safe (S4): the
 * rules compare with the known time, which is never later than the true one.
 *
 * <p>Pure state; the wall clock comes in from outside, and need not be that of the other end. Owned by one thread.
 */
final class ClockExchange {
    /** The first repetition comes no sooner, whatever the round trip. */
    static final long LEAST_REPEAT_NS = 1_000_000L;

    /** A frame that is not waited for comes no sooner after the last one. */
    static final long LEAST_GAP_NS = 20_000L;

    /** Epoch of frames that say only that this end is there; runs are numbered by the wall clock, far beyond it. */
    static final long NO_RUN = 1;

    private static final long NEVER = Long.MIN_VALUE;

    /** Bounds how long a link can be silent where nothing is to be said, and keeps a NAT from forgetting it. */
    private final long heartbeatNs;

    private long quantumNs;
    private long epoch = NO_RUN;
    private long ownNs;
    private long toldNs = NEVER;
    private long lookAtNs;
    private long awaitedNs = ClockFrame.NOTHING;
    private long otherNs;
    private long otherAwaitsNs = ClockFrame.NOTHING;
    private boolean isDue = true;
    private long sentAtNs = NEVER;
    private long repeatNs = LEAST_REPEAT_NS;
    private long newestSentNs = ClockFrame.NOTHING;
    private long heardAtNs = NEVER;
    private long roundTripNs;

    /**
     * An end that has told and heard nothing.
     *
     * @param quantumNs   simulation time after which a frame goes out even if the other end is not known to wait.
     * @param heartbeatNs wall time after which a frame goes out in any case.
     */
    ClockExchange(final long quantumNs, final long heartbeatNs) {
        this.quantumNs = quantumNs;
        this.heartbeatNs = heartbeatNs;
    }

    /** A run begins at a time of this end and one of the other. */
    void begin(final long newEpoch, final long newOwnNs, final long newOtherNs) {
        epoch = newEpoch;
        ownNs = newOwnNs;
        otherNs = newOtherNs;
        toldNs = NEVER;
        lookAtNs = newOwnNs;
        awaitedNs = ClockFrame.NOTHING;
        otherAwaitsNs = ClockFrame.NOTHING;
        repeatNs = LEAST_REPEAT_NS;
        isDue = true;
    }

    /** From now on a frame goes out after so much simulation time. */
    void quantum(final long newQuantumNs) {
        quantumNs = newQuantumNs;
    }

    /**
     * There is another connection: the last clock that was told may have been lost, and the other end's wall clock is
     * new.
     */
    void connect() {
        newestSentNs = ClockFrame.NOTHING;
        heardAtNs = NEVER;
        toldNs = NEVER;
        isDue = true;
    }

    /** A frame is due. */
    void hurry() {
        isDue = true;
    }

    /** The own time has come to be this. */
    void onOwnTime(final long timeNs, final long nowNs) {
        ownNs = timeNs;
        isDue |= toldNs == NEVER || otherAwaitsNs <= ownNs && toldNs < otherAwaitsNs
            || isFarBeyondTold() && nowNs - sentAtNs >= LEAST_GAP_NS;
        lookAtNs = aQuantumAfter(ownNs);
    }

    private boolean isFarBeyondTold() {
        return toldNs != NEVER && ownNs - toldNs >= quantumNs;
    }

    private long aQuantumAfter(final long timeNs) {
        return timeNs > Long.MAX_VALUE - quantumNs ? Long.MAX_VALUE : timeNs + quantumNs;
    }

    /** From which own time on {@link #onOwnTime} may find a frame to be due. */
    long tellFromNs() {
        return toldNs == NEVER ? ownNs : Math.min(otherAwaitsNs > toldNs ? otherAwaitsNs : Long.MAX_VALUE, lookAtNs);
    }

    /** This end waits for a time of the other, or with {@link ClockFrame#NOTHING} for none. */
    void await(final long timeNs) {
        if (timeNs != awaitedNs) {
            awaitedNs = timeNs;
            repeatNs = LEAST_REPEAT_NS;
            // The next frame says that a time is not waited for any more.
            isDue |= isWaiting() && !isAwaited();
        }
    }

    /** The other end stands still until the own time has come to one that is still ahead. */
    private boolean isAwaited() {
        return otherAwaitsNs != ClockFrame.NOTHING && otherAwaitsNs > ownNs;
    }

    private boolean isWaiting() {
        return awaitedNs != ClockFrame.NOTHING && otherNs < awaitedNs;
    }

    /**
     * A frame of the other end has come.
     *
     * @return whether the other's time is later than was known.
     */
    boolean onFrame(final ClockFrame frame, final long nowNs) {
        heardAtNs = nowNs;
        if (newestSentNs == ClockFrame.NOTHING || frame.sentNs() - newestSentNs > 0) {
            newestSentNs = frame.sentNs();
            if (frame.echoNs() != ClockFrame.NOTHING) {
                noteRoundTrip(nowNs - frame.echoNs() - frame.heldNs());
            }
            otherAwaitsNs = frame.epoch() == epoch ? frame.awaitedNs() : ClockFrame.NOTHING;
            isDue |= otherAwaitsNs <= ownNs && (toldNs < otherAwaitsNs || hasHadTimeToCome(nowNs));
        }
        if (frame.epoch() != epoch || frame.timeNs() <= otherNs) {
            return false;
        }
        otherNs = frame.timeNs();
        return true;
    }

    /** The other's time is known without a frame; returns whether it is later than was known. */
    boolean onTime(final long timeNs) {
        final boolean isLater = timeNs > otherNs;
        otherNs = Math.max(otherNs, timeNs);
        return isLater;
    }

    /** Whether what was told last would have come by now; until then it may be under way. */
    private boolean hasHadTimeToCome(final long nowNs) {
        return nowNs - sentAtNs > Math.max(roundTripNs, LEAST_REPEAT_NS / 2);
    }

    /** Smoothed as by TCP (RFC 6298); a clock that the other end has made up is passed over. */
    private void noteRoundTrip(final long measuredNs) {
        if (measuredNs >= 0 && measuredNs < 100 * heartbeatNs) {
            roundTripNs = roundTripNs == 0 ? measuredNs : roundTripNs + (measuredNs - roundTripNs) / 8;
        }
    }

    /**
     * For how long there is nothing to send.
     *
     * @return wall time in ns; 0 or less when a frame is due.
     */
    long dueInNs(final long nowNs) {
        if (isDue || sentAtNs == NEVER) {
            return 0;
        }
        final long afterNs = isFarBeyondTold() ? LEAST_GAP_NS
            : isWaiting() ? Math.min(heartbeatNs, Math.max(repeatNs, 2 * roundTripNs)) : heartbeatNs;
        return sentAtNs + afterNs - nowNs;
    }

    /** Fills in the frame that is due; it counts as sent. */
    void fill(final ClockFrame frame, final long nowNs) {
        repeatNs = isDue ? LEAST_REPEAT_NS : Math.min(heartbeatNs, 2 * Math.max(repeatNs, 2 * roundTripNs));
        isDue = false;
        toldNs = ownNs;
        lookAtNs = aQuantumAfter(ownNs);
        sentAtNs = nowNs;
        frame.set(epoch, ownNs, isWaiting() ? awaitedNs : ClockFrame.NOTHING);
        // Another thread may have got a frame since this one has read its clock.
        frame.stamp(nowNs, newestSentNs, heardAtNs == NEVER ? 0 : Math.max(0, nowNs - heardAtNs));
    }

    /** The newest time of the other end that is known here. */
    long otherNs() {
        return otherNs;
    }

    /** Smoothed, in ns of wall time; 0 before it was measured. */
    long roundTripNs() {
        return roundTripNs;
    }
}
