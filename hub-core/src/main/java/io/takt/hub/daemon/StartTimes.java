package io.takt.hub.daemon;

import java.util.function.LongUnaryOperator;

/**
 * When the processes of joins started. One program may ask for thousands of joins at once, and to read a file for each
 * of them takes longer than all else that a join costs the thread that reads requests. Owned by that thread.
 */
final class StartTimes implements LongUnaryOperator {
    private final LongUnaryOperator ofSystem;
    private long pid;
    private long startTime;

    /** Looks at a process by that operator, which is given its number. */
    StartTimes(final LongUnaryOperator ofSystem) {
        this.ofSystem = ofSystem;
    }

    /** More requests have come: a number may be that of another process by now. */
    void forget() {
        pid = 0;
    }

    @Override
    public long applyAsLong(final long ofPid) {
        if (ofPid != pid || pid == 0) {
            startTime = ofSystem.applyAsLong(ofPid);
            pid = ofPid;
        }
        return startTime;
    }
}
