package io.takt.federation.gateway;

/** Whether datagrams get through to a child and back; each change is told to the user once. */
final class UdpReach {
    /** The change to tell. */
    enum News { NONE, BLOCKED, FREE }

    private final long longEnoughNs;
    private boolean isMissed;
    private long missedSinceNs;
    private boolean isBlocked;

    /**
     * Datagrams are taken to get through.
     *
     * @param longEnoughNs for which both ends hear each other, and none does: in less time the first may be on its way.
     */
    UdpReach(final long longEnoughNs) {
        this.longEnoughNs = longEnoughNs;
    }

    /**
     * Called now and then.
     *
     * @param isHeard whether the child is.
     * @param isByUdp whether datagrams have come at both ends of the connection that there is.
     * @param nowNs   wall time.
     */
    News look(final boolean isHeard, final boolean isByUdp, final long nowNs) {
        if (!isHeard || isByUdp) {
            isMissed = false;
            if (isHeard && isBlocked) {
                isBlocked = false;
                return News.FREE;
            }
        } else if (!isMissed) {
            isMissed = true;
            missedSinceNs = nowNs;
        } else if (!isBlocked && nowNs - missedSinceNs >= longEnoughNs) {
            isBlocked = true;
            return News.BLOCKED;
        }
        return News.NONE;
    }
}
