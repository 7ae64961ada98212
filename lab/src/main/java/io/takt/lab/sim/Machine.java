package io.takt.lab.sim;

import java.util.Collections;
import java.util.List;

/**
 * Processors that parties share, and how those pass the time when a rule tells them to wait. All in nanoseconds of wall
 * time.
 *
 * @param processors how many.
 * @param quantumNs  how long a party may keep a processor when another one wants it; more than {@code switchNs}, which
 *                   is part of it.
 * @param switchNs   processor time that it takes to go from one party to another.
 * @param wakeNs     processor time that it takes to sleep and to be woken.
 * @param lookNs     processor time of a look at the others' clocks, with the count-up that may follow.
 * @param waiting    how a party waits.
 * @param periodNs   of the quotas.
 * @param quotasNs   how much processor time a party gets in each period, of the assets and then of the core; 0 for as
 *                   much as it can get. Without any the list may be empty.
 * @param phasesNs   when the periods of each party begin, before {@code periodNs}; as many as there are quotas.
 */
public record Machine(int processors, long quantumNs, long switchNs, long wakeNs, long lookNs, Waiting waiting,
    long periodNs, List<Long> quotasNs, List<Long> phasesNs) {
    /** The way in which a party waits for a clock to move. */
    public enum Waiting {
        /** It looks without end and keeps its processor. */
        SPIN,
        /** It looks, and lets another party run after each look. */
        YIELD,
        /** It gives its processor back and is woken by the count-up that it waits for. */
        SLEEP
    }

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException when one is out of range, or no party could ever do anything.
     */
    public Machine {
        quotasNs = List.copyOf(quotasNs);
        phasesNs = List.copyOf(phasesNs);
        if (processors < 1 || quantumNs <= switchNs || switchNs < 0 || wakeNs < 0 || lookNs < 1 || periodNs < 1
            || quotasNs.size() != phasesNs.size() || quotasNs.stream().anyMatch(quota -> quota < 0)
            || phasesNs.stream().anyMatch(phase -> phase < 0 || phase >= Math.max(1, periodNs))) {
            throw new IllegalArgumentException("no such machine: " + processors + " processors, quantum " + quantumNs
                + ", switch " + switchNs + ", wake " + wakeNs + ", look " + lookNs + ", period " + periodNs
                + ", quotas " + quotasNs + ", phases " + phasesNs);
        }
    }

    /**
     * A machine without quotas.
     *
     * @param processors how many.
     * @param quantumNs  how long a party may keep one.
     * @param switchNs   cost of a switch.
     * @param wakeNs     cost of a sleep.
     * @param lookNs     cost of a look.
     * @param waiting    how a party waits.
     */
    public Machine(final int processors, final long quantumNs, final long switchNs, final long wakeNs,
        final long lookNs, final Waiting waiting) {
        this(processors, quantumNs, switchNs, wakeNs, lookNs, waiting, 1, List.of(), List.of());
    }

    /**
     * The same machine with quotas.
     *
     * @param period how long a period is.
     * @param quotas of the assets and then of the core.
     * @param phases when their periods begin.
     * @return the machine.
     */
    public Machine withQuotas(final long period, final List<Long> quotas, final List<Long> phases) {
        return new Machine(processors, quantumNs, switchNs, wakeNs, lookNs, waiting, period, quotas, phases);
    }

    /**
     * The same machine with the same quota for all, all periods beginning at once.
     *
     * @param period  how long a period is.
     * @param quota   of every party.
     * @param parties how many: the assets and the core.
     * @return the machine.
     */
    public Machine withQuota(final long period, final long quota, final int parties) {
        return withQuotas(period, Collections.nCopies(parties, quota), Collections.nCopies(parties, 0L));
    }
}
