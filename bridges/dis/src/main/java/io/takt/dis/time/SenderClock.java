package io.takt.dis.time;

/**
 * The clock of one sender, as its stamps and their arrivals show it: the time of a PDU on the receiver's clock. The
 * least delay from stamp to arrival, over the last 10 to 20 s, is the offset between both clocks: the delay of the
 * network cannot be told from it, and is as short as it was at the best of these times. For one thread.
 */
public final class SenderClock {
    private static final long WINDOW_NS = 10_000_000_000L;
    /** PDUs of one frame of a simulator have the same stamp; a stamp that is longer the same does not run. */
    private static final long MOST_SAME_NS = 250_000_000L;
    private static final long NONE = -1;

    private final long believedNs;
    private boolean isKnown;
    private boolean isAbsolute;
    /** The last stamp, unsigned, and when it came first. */
    private long stamp = NONE;
    private long stampSinceNs;
    /** Of the last PDU, by the sender's clock. */
    private long sentNs;
    /** Since when delays are collected, and the least of them; the least of the window before. */
    private long sinceNs;
    private long leastNs;
    private long leastBeforeNs;

    /**
     * Of a sender that is not known yet.
     *
     * @param believedNs by how much an absolute stamp may differ from the receiver's clock and be taken as it is, 0 or
     *                   more; beyond that, the sender's clock is wrong, and its offset is estimated like a relative
     *                   one's.
     */
    public SenderClock(final long believedNs) {
        this.believedNs = believedNs;
    }

    /**
     * The time at which a PDU was made. Of a relative clock, and of an absolute one that is not believed, it is never
     * later than the arrival. Where stamps do not run, it is the arrival.
     *
     * @param newStamp  of the PDU. An absolute clock may differ from the receiver's by half an hour.
     * @param arrivalNs by the receiver's clock, at which full hours are multiples of {@link DisStamp#HOUR_NS}; not
     *                  before that of the last call.
     * @return in nanoseconds, by the receiver's clock.
     */
    public long timeNs(final int newStamp, final long arrivalNs) {
        if (Integer.toUnsignedLong(newStamp) != stamp) {
            stamp = Integer.toUnsignedLong(newStamp);
            stampSinceNs = arrivalNs;
        } else if (arrivalNs - stampSinceNs > MOST_SAME_NS) {
            isKnown = false;
            return arrivalNs;
        }
        final boolean absolute = DisStamp.isAbsolute(newStamp);
        final boolean isNew = !isKnown || absolute != isAbsolute;
        isKnown = true;
        isAbsolute = absolute;
        // After a silence the hour may be wrong; the offset, which is found anew then, makes up for it.
        sentNs = DisStamp.nearestNs(newStamp, absolute || isNew ? arrivalNs : sentNs);
        final long delayNs = arrivalNs - sentNs;
        if (isNew || arrivalNs - sinceNs >= 2 * WINDOW_NS) {
            sinceNs = arrivalNs;
            leastNs = delayNs;
            leastBeforeNs = delayNs;
        } else if (arrivalNs - sinceNs >= WINDOW_NS) {
            sinceNs = arrivalNs;
            leastBeforeNs = leastNs;
            leastNs = delayNs;
        } else {
            leastNs = Math.min(leastNs, delayNs);
        }
        final long offsetNs = Math.min(leastNs, leastBeforeNs);
        return absolute && Math.abs(offsetNs) <= believedNs ? sentNs : sentNs + offsetNs;
    }
}
