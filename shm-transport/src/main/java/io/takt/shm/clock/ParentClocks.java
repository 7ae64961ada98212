package io.takt.shm.clock;

/**
 * The counters of a child hub, beside those that every hub has. At every moment T_c of the child is not after
 * {@code time}, and its T_i in the parent not after {@code report}.
 *
 * @param time   T_c of the parent, as the child knows it.
 * @param report what the child reports to the parent.
 */
public record ParentClocks(Clock time, Clock report) {
}
