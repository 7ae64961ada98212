package io.takt.rule;

/**
 * A federate's report to its parent, which takes it for the time of an asset.
 *
 * <p>Either way the report never goes back and is never later than the federate's core time, so the parent's rule (b)
 * keeps the parent's core within its D_max of what is reported. With {@link #CORE} the tree below adds its own delays:
 * an asset may lag the root's core by the sum of D_max along the path. With {@link #SLOWEST} everywhere it adds none:
 * the whole tree stays within the root's D_max.
 */
public enum Report {
    /** The core time. */
    CORE {
        @Override
        public long timeNs(final long coreTimeNs, final long slowestNs) {
            return coreTimeNs;
        }
    },

    /** The time of the slowest member: the least of what the members report, an asset its T_i. */
    SLOWEST {
        @Override
        public long timeNs(final long coreTimeNs, final long slowestNs) {
            return Math.min(coreTimeNs, slowestNs);
        }
    };

    /** Stands for the slowest member of a federate that has none, which reports its core time then. */
    public static final long NO_MEMBERS = Long.MAX_VALUE;

    /**
     * The time to report.
     *
     * @param coreTimeNs T_c of the federate, at which members join.
     * @param slowestNs  the least of what its members report, or any earlier values of it; {@link #NO_MEMBERS} when
     *                   there are none.
     * @return the time that rule (b) of the parent goes by.
     */
    public abstract long timeNs(long coreTimeNs, long slowestNs);
}
