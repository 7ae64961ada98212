package io.takt.proofs.explore;

import io.takt.proofs.rule.GatedParameters;
import io.takt.proofs.rule.Parameters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.Long2LongHashMap;

/**
 * All states that a system can reach, found breadth first, up to the first that is not safe.
 *
 * <p>Questions about the runs through them are answered for the clocks' own moves, without joins and leaves.
 */
final class Explored {
    private static final long NONE = -1;

    private final Parameters system;
    private final Model model;
    /** For each state the one before it and the move between: a shortest way there. */
    private final Long2LongHashMap cameBy = new Long2LongHashMap(NONE);
    private final List<long[]> deadlocks = new ArrayList<>();
    private long countUps;
    private String violation;

    private Explored(final GatedParameters gated, final Variant variant) {
        this.system = gated.clocks();
        this.model = new Model(gated, variant);
    }

    static Explored of(final Parameters system, final Variant variant) {
        return of(new GatedParameters(system, List.of()), variant);
    }

    /** With gates; with these no asset comes or goes. */
    static Explored of(final GatedParameters system, final Variant variant) {
        final Explored explored = new Explored(system, variant);
        explored.exploreAll();
        return explored;
    }

    private void exploreAll() {
        final long start = model.codeOf(model.start());
        final Deque<Long> left = new ArrayDeque<>(List.of(start));
        cameBy.put(start, start * model.moves());
        while (!left.isEmpty() && violation == null) {
            final long code = left.remove();
            final long[] times = model.timesOf(code);
            final long before = countUps;
            for (int move = 0; move < model.moves() && violation == null; move++) {
                final long[] next = model.after(times, move);
                if (next != null) {
                    countUps += move < model.countUps() ? 1 : 0;
                    reach(next, code, move, left);
                }
            }
            if (countUps == before && Model.isAnyThere(times)) {
                deadlocks.add(times);
            }
        }
    }

    private void reach(final long[] next, final long before, final int move, final Deque<Long> left) {
        final String violated = model.violated(next);
        if (!violated.isEmpty()) {
            violation = wayTo(before, move) + "\n  violates " + violated.trim();
            return;
        }
        final long code = model.codeOf(next);
        if (cameBy.putIfAbsent(code, before * model.moves() + move) == NONE) {
            left.add(code);
        }
    }

    int states() {
        return cameBy.size();
    }

    /** How many progresses lead from any of the states to another. */
    long countUps() {
        return countUps;
    }

    /** A shortest way to a state that is not safe, one move a line; null when there is none. */
    String violation() {
        return violation;
    }

    /** Where nothing can move any more, whatever it reads; times as in {@link Model}. */
    List<long[]> deadlocks() {
        return deadlocks;
    }

    boolean hasSameStatesAs(final Explored other) {
        return cameBy.keySet().equals(other.cameBy.keySet());
    }

    /** Whether these states, told apart by T_c, have the same lags as others, which are not. */
    boolean hasSameLagsAs(final Explored lags) {
        final Set<Long> found = new HashSet<>();
        cameBy.keySet().forEach(code -> found.add(lags.model.codeOf(model.timesOf(code))));
        return found.equals(lags.cameBy.keySet());
    }

    /**
     * How many count-ups every run has until it ends: {@link #NONE} when there is a run without end, and an error when
     * not all have as many.
     */
    long lengthOfEveryRun() {
        final Map<Long, Integer> waysIn = new HashMap<>();
        cameBy.keySet().forEach(code -> forEachNext(code, next -> waysIn.merge(next, 1, Integer::sum)));
        final long start = model.codeOf(model.start());
        final Map<Long, Long> depths = new HashMap<>(Map.of(start, 0L));
        final Deque<Long> left = new ArrayDeque<>();
        if (!waysIn.containsKey(start)) {
            left.add(start);
        }
        int done = 0;
        long length = NONE;
        while (!left.isEmpty()) {
            final long code = left.remove();
            done++;
            length = depths.get(code);
            final long depth = length + 1;
            forEachNext(code, next -> {
                final Long before = depths.put(next, depth);
                if (before != null && before != depth) {
                    throw new AssertionError(system + " comes to a state by different lengths");
                }
                if (waysIn.merge(next, -1, Integer::sum) == 0) {
                    left.add(next);
                }
            });
        }
        return done == states() ? length : NONE;
    }

    @FunctionalInterface
    private interface Next {
        void accept(long code);
    }

    private void forEachNext(final long code, final Next action) {
        final long[] times = model.timesOf(code);
        for (int move = 0; move < model.countUps(); move++) {
            final long[] next = model.after(times, move);
            if (next != null) {
                action.accept(model.codeOf(next));
            }
        }
    }

    /** A shortest way to a state, and one more move. */
    private String wayTo(final long state, final int last) {
        final List<Integer> moves = new ArrayList<>(List.of(last));
        for (long code = state; code != cameBy.get(code) / model.moves();) {
            final long by = cameBy.get(code);
            moves.add((int) (by % model.moves()));
            code = by / model.moves();
        }
        Collections.reverse(moves);
        return system + tell(moves);
    }

    /** One line for each move, with times since the start. */
    private String tell(final List<Integer> moves) {
        long[] times = model.start();
        long coreNs = 0;
        final StringBuilder way = new StringBuilder(line("start", coreNs, times));
        for (final int move : moves) {
            times = model.after(times, move);
            coreNs += move == 0 ? system.coreStepNs() : 0;
            way.append(line(model.tell(move), coreNs, times));
        }
        return way.toString();
    }

    private static String line(final String what, final long coreNs, final long[] times) {
        final StringBuilder timesNs = new StringBuilder();
        final StringBuilder lagsNs = new StringBuilder();
        for (int i = 1; i < times.length; i++) {
            final boolean isThere = times[i] != Model.AWAY;
            timesNs.append(String.format("%4s", isThere ? coreNs - times[0] + times[i] : "-"));
            lagsNs.append(String.format("%4s", isThere ? times[0] - times[i] : "-"));
        }
        return String.format("\n  %-14s T_c%4d   T_i%s   lags%s", what, coreNs, timesNs, lagsNs);
    }
}
