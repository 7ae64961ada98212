package io.takt.steward.replay;

import io.takt.steward.Cell;
import io.takt.steward.EventException;
import io.takt.steward.Physics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * All that came of one run of an event or a predictor.
 *
 * @param reads   in the order of the first reading.
 * @param writes  in the order of the first writing.
 * @param asked   what was asked for; true to predict, false to cancel.
 * @param said    what a predictor said; null if nothing.
 * @param failure null if it did not fail.
 */
record Outcome(
    Map<Cell<?>, Object> reads, Map<Cell<?>, Object> writes, Map<State.Slot, Boolean> asked, State.Pending said,
    EventException failure) {
    private static final String NOTHING = "nothing more";

    /** Has another object where one is. */
    void putBack(final Object changed, final Object was) {
        reads.replaceAll((cell, value) -> value == changed ? was : value);
        writes.replaceAll((cell, value) -> value == changed ? was : value);
    }

    /** The first difference, for a person; null if there is none. Values are compared as they are written. */
    String difference(final Outcome other, final Ledger ledger) {
        final String read = firstDifference("read", new ArrayList<>(reads.keySet()),
            new ArrayList<>(other.reads.keySet()), cell -> cell);
        if (read != null) {
            return read;
        }
        if (failure != null || other.failure != null) {
            return failure != null && other.failure != null ? null
                : "first " + failed(failure) + ", then " + failed(other.failure);
        }
        final String wrote = firstDifference("wrote", new ArrayList<>(writes.entrySet()),
            new ArrayList<>(other.writes.entrySet()), write -> List.of(write.getKey(), bytes(write, ledger)));
        if (wrote != null) {
            return wrote;
        }
        final String asks = firstDifference("asked for", new ArrayList<>(asked.entrySet()),
            new ArrayList<>(other.asked.entrySet()), ask -> ask);
        return asks != null ? asks : saidDifference(other, ledger);
    }

    private String saidDifference(final Outcome other, final Ledger ledger) {
        if (said == null && other.said == null) {
            return null;
        }
        final boolean same = said != null && other.said != null && said.at().equals(other.said.at())
            && said.canaries().equals(other.said.canaries())
            && Arrays.equals(ledger.bytes(said.event()), ledger.bytes(other.said.event()));
        return same ? null : "first it predicted " + name(said) + ", then " + name(other.said);
    }

    private static Object bytes(final Map.Entry<Cell<?>, Object> write, final Ledger ledger) {
        return Arrays.toString(ledger.bytes(write.getKey(), write.getValue()));
    }

    private static String failed(final EventException failure) {
        return failure == null ? "it did not fail" : "it failed (" + failure.getMessage() + ")";
    }

    private static <T> String firstDifference(
        final String verb, final List<T> one, final List<T> other, final Function<T, Object> key) {
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            final T here = i < one.size() ? one.get(i) : null;
            final T there = i < other.size() ? other.get(i) : null;
            if (here == null || there == null || !key.apply(here).equals(key.apply(there))) {
                return "first it " + verb + " " + name(here) + ", then " + name(there);
            }
        }
        return null;
    }

    private static String name(final Object what) {
        if (what instanceof State.Pending) {
            final State.Pending pending = (State.Pending) what;
            return pending.event() + " for " + pending.at() + " with the canaries " + pending.canaries();
        }
        if (what instanceof Map.Entry) {
            final Map.Entry<?, ?> entry = (Map.Entry<?, ?>) what;
            if (entry.getKey() instanceof State.Slot) {
                final State.Slot slot = (State.Slot) entry.getKey();
                return (Boolean.TRUE.equals(entry.getValue()) ? "" : "no ") + Physics.name(slot.predictor()) + " about "
                    + slot.subject();
            }
            return entry.getKey() + " = " + entry.getValue();
        }
        return what == null ? NOTHING : what.toString();
    }
}
