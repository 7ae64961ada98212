package io.takt.proofs.rule;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Clocks as stairs: each time that occurs a row, each turn a column, and a mark where a clock stands. */
public final class Stairs {
    private static final long NEAR_THE_END = 1_000_000;
    private static final int COLUMN = 7;

    private Stairs() {
    }

    /** By turn, the first is the start: where each clock stands, by its mark. */
    static String of(final List<Map<String, Long>> turns) {
        return of(turns, 0);
    }

    /** The same from a later turn on. */
    public static String of(final List<Map<String, Long>> turns, final int from) {
        final List<Map<String, Long>> shown = turns.subList(from, turns.size());
        final TreeSet<Long> rows = new TreeSet<>(Collections.reverseOrder());
        shown.forEach(turn -> rows.addAll(turn.values()));
        final int column = Math.max(COLUMN, 2 + shown.stream().mapToInt(Map::size).max().orElse(0));
        final int width = rows.stream().mapToInt(timeNs -> text(timeNs).length()).max().orElse(1);
        final StringBuilder text = new StringBuilder();
        for (final long timeNs : rows) {
            final StringBuilder row = new StringBuilder(String.format("%" + (width + 1) + "s | ", text(timeNs)));
            for (int turn = 0; turn < shown.size(); turn++) {
                final String here = standingAt(shown.get(turn), timeNs);
                final boolean stays = !here.isEmpty() && turn + 1 < shown.size()
                    && standingAt(shown.get(turn + 1), timeNs).chars().anyMatch(mark -> here.indexOf(mark) >= 0);
                row.append(here).append((stays ? "-" : " ").repeat(column - here.length()));
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        final StringBuilder axis = new StringBuilder(" ".repeat(width + 4));
        for (int turn = 0; turn < shown.size(); turn++) {
            axis.append(String.format("%-" + column + "d", from + turn));
        }
        return text.append(axis.toString().stripTrailing()).append('\n').toString();
    }

    private static String standingAt(final Map<String, Long> turn, final long timeNs) {
        return turn.entrySet().stream()
            .filter(clock -> clock.getValue() == timeNs).map(Map.Entry::getKey).collect(Collectors.joining());
    }

    /** The last million nanoseconds before the end of time are counted from there. */
    public static String text(final long timeNs) {
        return timeNs > Long.MAX_VALUE - NEAR_THE_END ? "max-" + (Long.MAX_VALUE - timeNs) : Long.toString(timeNs);
    }
}
