package io.takt.hub.daemon;

import io.takt.shm.control.Request;
import io.takt.shm.host.LiveProcesses;
import java.util.function.LongUnaryOperator;

/**
 * A request as the hub takes it: a join may name a process by a number that belongs to another one here, because its
 * own is one of a container. That process is passed over, lest it is shown, signalled, or its end taken for the
 * asset's.
 *
 * @param request   what is asked.
 * @param startTime when the process that joins started; 0 when that is not known, or it is no join.
 */
record VerifiedRequest(Request request, long startTime) {
    /**
     * Looks at the process.
     *
     * @param startTimes tells when a process of this host started, as {@link LiveProcesses#startTime}.
     */
    static VerifiedRequest of(final Request request, final LongUnaryOperator startTimes) {
        if (!(request instanceof Request.Join join)) {
            return new VerifiedRequest(request, 0);
        }
        final long startTime = startTimes.applyAsLong(join.pid());
        return join.startTime() == 0 || LiveProcesses.isSameStart(startTime, join.startTime())
            ? new VerifiedRequest(join, startTime) : new VerifiedRequest(join.process(0, 0), 0);
    }
}
