package io.takt.proofs.links;

import java.util.function.BooleanSupplier;

/** A loop of a process: it takes turns, and sleeps in between when it says so. */
final class Task {
    /** Where a loop sleeps. */
    interface SleepPlace {
        /** Whether it was woken, or would not sleep at all. */
        boolean isAwake(long nowNs);

        /** When that may change by itself; {@link Long#MAX_VALUE} when nothing is under way. */
        long wakesAtNs(long nowNs);
    }

    private final String name;
    private final BooleanSupplier turn;
    private SleepPlace place;
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

    void sleep(final SleepPlace where, final long until) {
        place = where;
        untilNs = until;
    }

    SleepPlace place() {
        return place;
    }

    /** Its process is stopped until then. */
    void stand(final long until) {
        standsUntilNs = until;
    }

    boolean canRun(final long nowNs) {
        return !isOver && nowNs >= standsUntilNs && (place == null || nowNs >= untilNs || place.isAwake(nowNs));
    }

    /** When it can, if nothing happens before. */
    long canRunAtNs(final long nowNs) {
        return isOver ? Long.MAX_VALUE
            : Math.max(standsUntilNs, place == null ? nowNs : Math.min(untilNs, place.wakesAtNs(nowNs)));
    }

    void run() {
        place = null;
        isOver = !turn.getAsBoolean() || isOver;
    }

    void end() {
        isOver = true;
    }

    boolean isOver() {
        return isOver;
    }
}
