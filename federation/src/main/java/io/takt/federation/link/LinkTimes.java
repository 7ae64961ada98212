package io.takt.federation.link;

import java.util.concurrent.TimeUnit;

/**
 * How long the two ends of a link wait, in wall time.
 *
 * @param heartbeatNs    a clock is told so often when nothing else is to be said.
 * @param silentNs       without a clock for so long the parent says that nothing comes from its child.
 * @param deafNs         without a clock for so long the child tries another connection beside the one that it has.
 * @param graceNs        so long the process of a closed connection may take to come back.
 * @param proofWithinNs  so long the parent waits for the proof of a new connection.
 * @param answerWithinNs so long the child waits for an answer to a try; less, so that it is the first to tell.
 * @param firstPauseNs   between two tries of the child; doubled from try to try.
 * @param longestPauseNs between two tries of the child.
 */
public record LinkTimes(long heartbeatNs, long silentNs, long deafNs, long graceNs, long proofWithinNs,
    long answerWithinNs, long firstPauseNs, long longestPauseNs) {
    /** As documented. */
    public static final LinkTimes DEFAULT = new LinkTimes(ms(100), ms(1_000), ms(3_000), ms(1_000), ms(5_000),
        ms(4_500), ms(200), ms(2_000));

    /**
     * Without a whole record over TCP for so long an open connection passes nothing, even if datagrams are heard.
     * Longer than {@link #deafNs}: a clock goes that way only each ten heartbeats, and may wait there behind messages.
     *
     * @return wall time.
     */
    public long swallowedNs() {
        return 2 * deafNs;
    }

    private static long ms(final long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }
}
