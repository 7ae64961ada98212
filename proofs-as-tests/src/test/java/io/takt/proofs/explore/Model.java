package io.takt.proofs.explore;

import io.takt.hub.core.CoreClockAnywhere;
import io.takt.proofs.rule.Gate;
import io.takt.proofs.rule.GatedParameters;
import io.takt.proofs.rule.Parameters;
import io.takt.rule.AssetClock;
import io.takt.rule.GateRule;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * A small system as a graph: its states and the moves between them. A count-up is one of the core's clock, or
 * of an asset's, as they ship, put to the times of the state; gates are asked by {@link GateRule}. Where an asset joins
 * is up to the {@link Variant}.
 *
 * <p>A state is an array of times, that of the core first; an asset that is not there has none. A move has a number: 0
 * is a count-up of the core; with n assets 1 to n are their count-ups, then follow n joins and n leaves.
 */
final class Model {
    /** Instead of the time of an asset that is not there. */
    static final long AWAY = -1;

    private final Variant variant;
    private final CoreClockAnywhere core;
    private final long coreStepNs;
    private final long maxDelayNs;
    private final long[] stepsNs;
    private final List<Gate> gates;
    private final long base;
    private final long codes;

    Model(final GatedParameters gated, final Variant variant) {
        final Parameters system = gated.clocks();
        this.variant = variant;
        gates = gated.gates();
        coreStepNs = system.coreStepNs();
        maxDelayNs = system.maxDelayNs();
        core = new CoreClockAnywhere(coreStepNs, maxDelayNs);
        stepsNs = system.stepsNs().stream().mapToLong(Long::longValue).toArray();
        base = maxDelayNs + 2;
        codes = Math.round(Math.pow(base, stepsNs.length));
    }

    long[] start() {
        final long[] times = new long[1 + stepsNs.length];
        Arrays.fill(times, variant.fromNs());
        return times;
    }

    int moves() {
        return variant.comeAndGo() ? 1 + 3 * stepsNs.length : countUps();
    }

    /** Of {@link #moves()} the first so many are progresses of a clock. */
    int countUps() {
        return 1 + stepsNs.length;
    }

    /** The state after a move; null where it cannot be made. */
    long[] after(final long[] times, final int move) {
        final int asset = move == 0 ? 0 : (move - 1) % stepsNs.length + 1;
        final boolean isThere = times[asset] != AWAY;
        if (move > 2 * stepsNs.length) {
            return isThere ? with(times, asset, AWAY) : null;
        }
        if (move > stepsNs.length) {
            return isThere ? null : with(times, asset, Math.max(0, times[0] - variant.joinsAtNs()));
        }
        if (move > 0) {
            return isThere ? assetProgresses(times, asset) : null;
        }
        return coreProgresses(times);
    }

    /** Null when it retains. */
    private long[] assetProgresses(final long[] times, final int asset) {
        final AssetClock clock = new AssetClock(times[asset], stepsNs[asset - 1], 0, 0);
        final boolean progresses = anyReading(times[0], clock::progresses)
            && gates.stream().allMatch(gate -> gate.to() != asset - 1 || opens(gate, times));
        if (!progresses) {
            return null;
        }
        clock.progressTo(clock.nextNs(), 0);
        return with(times, asset, clock.timeNs());
    }

    private boolean opens(final Gate gate, final long[] times) {
        final long fromNs = times[gate.to() + 1];
        final long wantedNs = gate.atStepEnd() ? fromNs + stepsNs[gate.to()] : fromNs;
        return anyReading(times[gate.from() + 1],
            frontierNs -> GateRule.opens(wantedNs, frontierNs, gate.delayNs()));
    }

    /**
     * Null when it retains. Each asset is read by itself, so the readings that let the core go may be of any ages at
     * once: those that do, one asset alone, do so together.
     */
    private long[] coreProgresses(final long[] times) {
        if (!isAnyThere(times) || times[0] > variant.untilNs() - coreStepNs) {
            return null;
        }
        final long[] readings = new long[stepsNs.length];
        int there = 0;
        for (int i = 1; i < times.length; i++) {
            if (times[i] != AWAY) {
                readings[there++] = variant.isStale() ? readingThatLetsGo(times[0], times[i]) : times[i];
            }
        }
        final long timeNs = core.countUp(times[0], there, asset -> readings[asset]);
        return timeNs == times[0] ? null : normal(with(times, 0, timeNs));
    }

    /** The newest where none does. */
    private long readingThatLetsGo(final long coreTimeNs, final long newestNs) {
        final long[] letting = {newestNs};
        anyReading(newestNs, readNs -> {
            final boolean lets = core.countUp(coreTimeNs, 1, asset -> readNs) != coreTimeNs;
            letting[0] = lets ? readNs : letting[0];
            return lets;
        });
        return letting[0];
    }

    /** Whether an asset is there. */
    static boolean isAnyThere(final long[] times) {
        for (int i = 1; i < times.length; i++) {
            if (times[i] != AWAY) {
                return true;
            }
        }
        return false;
    }

    /** Whether the newest reading lets a party count up, or, where they may be stale, any that there was before. */
    private boolean anyReading(final long newestNs, final LongPredicate lets) {
        if (!variant.isStale() || lets.test(newestNs)) {
            return lets.test(newestNs);
        }
        // Every nanosecond, so every value that the clock can have had, since the start or as far back as matters.
        final long oldestNs = Math.max(0, newestNs - reachNs());
        for (long readNs = newestNs - 1; readNs >= oldestNs; readNs--) {
            if (lets.test(readNs)) {
                return true;
            }
        }
        return lets.test(0);
    }

    private long reachNs() {
        return 2 * (maxDelayNs + coreStepNs + Arrays.stream(stepsNs).max().getAsLong());
    }

    private static long[] with(final long[] times, final int clock, final long timeNs) {
        final long[] changed = times.clone();
        changed[clock] = timeNs;
        return changed;
    }

    private long[] normal(final long[] times) {
        if (!variant.isTimed()) {
            for (int i = 1; i < times.length; i++) {
                times[i] = times[i] == AWAY ? AWAY : times[i] - coreStepNs;
            }
            times[0] -= coreStepNs;
        }
        return times;
    }

    /** A state that is safe as one number. */
    long codeOf(final long[] times) {
        long code = variant.isTimed() ? (times[0] - variant.fromNs()) / coreStepNs : 0;
        for (int i = 1; i < times.length; i++) {
            code = code * base + (times[i] == AWAY ? base - 1 : times[0] - times[i]);
        }
        return code;
    }

    long[] timesOf(final long code) {
        final long[] times = new long[1 + stepsNs.length];
        times[0] = variant.fromNs() + (variant.isTimed() ? code / codes * coreStepNs : 0);
        long rest = code % codes;
        for (int i = stepsNs.length; i > 0; i--) {
            times[i] = rest % base == base - 1 ? AWAY : times[0] - rest % base;
            rest /= base;
        }
        return times;
    }

    /** Which of (c.1) to (c.5) do not hold in a state; empty when it is safe. */
    String violated(final long[] times) {
        final long coreNs = times[0];
        long leastNs = Long.MAX_VALUE;
        long mostNs = 0;
        boolean isAnyPairTooFarApart = false;
        for (int i = 1; i < times.length; i++) {
            if (times[i] != AWAY) {
                leastNs = Math.min(leastNs, times[i]);
                mostNs = Math.max(mostNs, times[i]);
                for (int j = 1; j < i; j++) {
                    isAnyPairTooFarApart |= times[j] != AWAY && Math.abs(times[i] - times[j]) > maxDelayNs;
                }
            }
        }
        final boolean isAnyAhead = mostNs > coreNs;
        final boolean isAnyTooFarBehind = coreNs - leastNs > maxDelayNs;
        final boolean isSpreadTooWide = mostNs - leastNs > maxDelayNs;
        if (!isAnyAhead && !isAnyTooFarBehind && !isSpreadTooWide && !isAnyPairTooFarApart) {
            return "";
        }
        return (isAnyAhead ? "(c.1) " : "")
            + (isAnyTooFarBehind ? "(c.2) " : "")
            + (isAnyAhead || isAnyTooFarBehind ? "(c.3) " : "")
            + (isSpreadTooWide ? "(c.4) " : "")
            + (isAnyPairTooFarApart ? "(c.5) " : "");
    }

    /** A move, in words. */
    String tell(final int move) {
        final int assets = stepsNs.length;
        if (move == 0) {
            return "core + " + coreStepNs;
        }
        final int asset = (move - 1) % assets;
        return Parameters.nameOf(asset)
            + (move <= assets ? " + " + stepsNs[asset] : move <= 2 * assets ? " joins" : " leaves");
    }
}
