package io.takt.hub.core;

import io.takt.hub.core.status.HubStatus;

/**
 * Whether the core goes, and the account of it: how often it has counted up and how long it has gone, in this epoch and
 * in those before. Owned by the hub's thread.
 */
final class RunAccount {
    private boolean goes;
    private long goesSinceNs;
    private long wentNs;
    private long progress;
    private long startNs;
    private long resets;
    private long earlierProgress;
    private long earlierRetains;
    private long earlierWentNs;

    /** T_c begins there. */
    void startAt(final long timeNs) {
        startNs = timeNs;
    }

    void start(final long nowNs) {
        goes = true;
        goesSinceNs = nowNs;
    }

    void stand(final long nowNs) {
        wentNs = wallNs(nowNs);
        goes = false;
    }

    /** A new epoch from 0; the core stands. */
    void reset(final long retains) {
        resets++;
        earlierProgress += progress;
        earlierRetains += retains;
        earlierWentNs += wentNs;
        progress = 0;
        wentNs = 0;
        startNs = 0;
    }

    boolean goes() {
        return goes;
    }

    void progressed() {
        progress++;
    }

    /** How often T_c has counted up in this epoch. */
    long progress() {
        return progress;
    }

    /** For how long the core has gone in this epoch. */
    long wallNs(final long nowNs) {
        return wentNs + (goes ? nowNs - goesSinceNs : 0);
    }

    /** Simulated time per wall time in this epoch. */
    double speedRatio(final long coreTimeNs, final long nowNs) {
        final long goneNs = wallNs(nowNs);
        return goneNs == 0 ? 0 : (double) (coreTimeNs - startNs) / goneNs;
    }

    long resets() {
        return resets;
    }

    /** The counts of the epochs before this one. */
    HubStatus.Earlier earlier() {
        return new HubStatus.Earlier(earlierProgress, earlierRetains, earlierWentNs);
    }
}
