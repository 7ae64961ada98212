package io.takt.hub.core;

import io.takt.hub.core.world.ProcessReading;
import java.util.ArrayDeque;

/**
 * Whether an asset that holds the core is silent: its process is stopped or traced, or for a second it has neither
 * moved its clock nor used processor time to speak of, that is less than 5 % of that second. Unknown facts about a
 * process are no sign of life, so for a process that tells nothing of itself only the clock counts. An asset that has
 * an interval may rest for that long as well before it counts as silent.
 *
 * <p>Pure state, owned by the hub's thread: it is told what others have seen, some ten times a second.
 */
final class Silence {
    /** For so long there has to be no sign of life. */
    static final long AFTER_NS = 1_000_000_000L;

    /** A process is alive that uses one part in so many of the time. */
    private static final int IDLE_BELOW = 20;

    private final ArrayDeque<ProcessReading> sights = new ArrayDeque<>();
    private long quietForNs;
    private long aliveNs;
    private boolean silent;
    private boolean held;
    private boolean clockSeen;
    private long assetTimeNs;

    /** The asset begins to hold the core, which is taken for its last sign of life. */
    void begin(final long intervalNs, final long nowNs) {
        quietForNs = intervalNs > Long.MAX_VALUE - AFTER_NS ? Long.MAX_VALUE : AFTER_NS + intervalNs;
        clockSeen = false;
        held = false;
        alive(nowNs);
    }

    boolean isSilent() {
        return silent;
    }

    /** Wall time since its last sign of life; 0 when it is not silent. */
    long forNs(final long nowNs) {
        return silent ? nowNs - aliveNs : 0;
    }

    /** Takes the newest that is known. A sight that was had before the asset began to hold the core says nothing. */
    void look(final long timeNs, final ProcessReading sight, final long nowNs) {
        if (clockSeen && timeNs != assetTimeNs) {
            alive(nowNs);
        }
        clockSeen = true;
        assetTimeNs = timeNs;
        final boolean isNew = sight.atNs() - aliveNs > 0
            && (sights.isEmpty() || sight.atNs() - sights.peekLast().atNs() > 0);
        if (sight.cpuNs() == ProcessReading.NOT_KNOWN && !sight.state().isHeld()) {
            silent |= nowNs - aliveNs >= quietForNs;
        } else if (isNew) {
            look(sight);
        }
    }

    private void look(final ProcessReading sight) {
        if (sight.state().isHeld()) {
            if (!silent && !sights.isEmpty()) {
                aliveNs = sights.peekLast().atNs();
            }
            held = true;
            silent = true;
            return;
        }
        if (held) {
            // It was let go on; it gets its second.
            held = false;
            alive(sight.atNs());
        }
        sights.add(sight);
        ProcessReading first = sights.removeFirst();
        while (!sights.isEmpty() && sight.atNs() - sights.peekFirst().atNs() >= quietForNs) {
            first = sights.removeFirst();
        }
        sights.addFirst(first);
        final long spanNs = sight.atNs() - first.atNs();
        final long usedNs = sight.cpuNs() - first.cpuNs();
        if (usedNs >= Math.max(AFTER_NS, spanNs) / IDLE_BELOW) {
            silent = false;
        } else if (!silent && spanNs >= quietForNs) {
            silent = true;
            aliveNs = first.atNs();
        }
    }

    private void alive(final long nowNs) {
        aliveNs = nowNs;
        silent = false;
        sights.clear();
    }
}
