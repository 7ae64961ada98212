package io.takt.proofs.links;

import java.util.function.BooleanSupplier;

/** A loop of a process: it takes turns, and sleeps in between when it says so. */
final class Task {
    /** Where a loop sleeps. */
    interface Bed {
        /** Whether it was woken, or would not sleep at all. */
        boolean isAwake(long nowNs);

        /** When that may change by itself; {@link Long#MAX_VALUE} when nothing is under way. */
        long wakesAtNs(long nowNs);
    }

    private final String name;
    private final BooleanSupplier turn;
    private Bed bed;
    private long untilNs;
    private long standsUntilNs = Long.MIN_VALUE;
    private boolean isOver;

    Task(final String name, final BooleanSupplier turn) {
        this.name = name;
        this.turn = turn;
    }

    String name() {
        return name;
    }

    void sleep(final Bed where, final long until) {
        bed = where;
        untilNs = until;
    }

    Bed bed() {
        return bed;
    }

    /** Its process is stopped until then. */
    void stand(final long until) {
        standsUntilNs = until;
    }

    boolean canRun(final long nowNs) {
        return !isOver && nowNs >= standsUntilNs && (bed == null || nowNs >= untilNs || bed.isAwake(nowNs));
    }

    /** When it can, if nothing happens before. */
    long canRunAtNs(final long nowNs) {
        return isOver ? Long.MAX_VALUE
            : Math.max(standsUntilNs, bed == null ? nowNs : Math.min(untilNs, bed.wakesAtNs(nowNs)));
    }

    void run() {
        bed = null;
        isOver = !turn.getAsBoolean() || isOver;
    }

    void end() {
        isOver = true;
    }

    boolean isOver() {
        return isOver;
    }
}
