package io.takt.proofs.links;

/**
 * The faults that the network adds to datagrams; a fault that happens once in so many times happens never for 0.
 *
 * @param leastNs       a packet takes at least so long, in wall time.
 * @param mostNs        and no longer than this, but for those that are late.
 * @param lateOneIn     so often a packet takes up to a hundred times as long.
 * @param loseOneIn     so often a datagram is lost.
 * @param doubleOneIn   so often it comes twice.
 * @param damageOneIn   so often it is changed on the way.
 * @param breakOneIn    so often a connection breaks when something is sent over it.
 */
record Weather(long leastNs, long mostNs, int lateOneIn, int loseOneIn, int doubleOneIn, int damageOneIn,
    int breakOneIn) {
    /** Nothing goes wrong. */
    static final Weather FAIR = new Weather(20_000, 30_000, 0, 0, 0, 0, 0);

    /** All goes wrong, now and then. */
    static final Weather HOSTILE = new Weather(1_000, 3_000_000, 10, 4, 5, 30, 150);

    long delayNs(final Choices choices) {
        final long usualNs = leastNs + choices.below((int) (mostNs - leastNs + 1));
        return choices.oneIn(lateOneIn) ? usualNs * (1 + choices.below(100)) : usualNs;
    }
}
