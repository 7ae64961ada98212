package io.takt.proofs.rule;

import static io.takt.proofs.rule.Stairs.text;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A schedule as a text: a line for every turn, and below them all clocks as stairs, each time that occurs a row and
 * each turn a column. {@code C} is the core, {@code 1} is asset 1. A count-up that reads nothing goes by what was read
 * before.
 *
 * <pre>
 * D_max = 30, ΔT_c = 20, ΔT_1 = 20
 *  1. core: T' = 20, reads T_1 = 0: progresses to 20
 *  2. asset 1: T' = 20, reads T_c = 0 (by now 20): retains 0
 *  3. core: T' = 40, reads T_1 = 0: progresses to 40
 *
 *  40 |                      C
 *  20 |        C------C
 *   0 | C1-----1------1------1
 *       0      1      2      3
 * </pre>
 */
final class Staircase {
    private final String parameters;
    private final List<Entry> entries = new ArrayList<>();

    Staircase(final Federate federate) {
        parameters = "D_max = " + text(federate.maxDelayNs()) + ", ΔT_c = " + text(federate.core().stepNs())
            + federate.assets().stream().map(asset -> ", " + stepOf(asset)).collect(Collectors.joining());
        federate.memory().onRead((number, readNs, isNs) -> {
            final Entry entry = entries.get(entries.size() - 1);
            if (entry.isUnderWay) {
                entry.readings.put(number, new Reading(nameOf(number), readNs, isNs));
            }
        });
        add("").ended(false, federate);
    }

    /** One turn; the first is the start. */
    static final class Entry {
        private final Clock clock;
        private final Map<Integer, Reading> readings = new TreeMap<>();
        private final String otherwise;
        private final long fromNs;
        private boolean isUnderWay = true;
        private boolean progressed;
        private final Map<String, Long> byMark = new LinkedHashMap<>();

        private Entry(final Clock clock, final String otherwise) {
            this.clock = clock;
            this.otherwise = otherwise;
            fromNs = clock == null ? 0 : clock.timeNs();
        }

        /** Notes what came of it and where all clocks stand, and returns the former. */
        boolean ended(final boolean hasProgressed, final Federate federate) {
            isUnderWay = false;
            progressed = hasProgressed;
            byMark.put(mark(CounterMemory.CORE), federate.core().timeNs());
            federate.assets().forEach(asset -> byMark.put(mark(asset.number()), asset.timeNs()));
            return progressed;
        }

        @Override
        public String toString() {
            if (clock == null) {
                return otherwise;
            }
            final BigInteger next = BigInteger.valueOf(fromNs).add(BigInteger.valueOf(clock.stepNs()));
            final String nextText = next.bitLength() < Long.SIZE ? text(next.longValue()) : "beyond the largest long";
            return (clock.number() == CounterMemory.CORE ? "core" : "asset " + clock.number()) + ": T' = " + nextText
                + (readings.isEmpty() ? "" : ", reads ")
                + readings.values().stream().map(Object::toString).collect(Collectors.joining(", "))
                + (progressed
                    ? ": progresses to " + text(byMark.get(mark(clock.number()))) : ": retains " + text(fromNs));
        }
    }

    private record Reading(String name, long readNs, long isNs) {
        @Override
        public String toString() {
            return name + " = " + text(readNs) + (readNs == isNs ? "" : " (by now " + text(isNs) + ")");
        }
    }

    /** A count-up; the readings that it makes are noted until the next turn. */
    Entry countUp(final Clock clock) {
        return add(new Entry(clock, ""));
    }

    Entry joined(final Clock asset) {
        return add("asset " + asset.number() + " joins at " + text(asset.timeNs()) + ", " + stepOf(asset));
    }

    Entry leaves(final Clock asset) {
        return add("asset " + asset.number() + " leaves at " + text(asset.timeNs()));
    }

    Entry reset() {
        return add("all clocks are put back to 0");
    }

    /** An event that is neither a count-up nor a join, a departure or a reset. */
    Entry add(final String text) {
        return add(new Entry(null, text));
    }

    private Entry add(final Entry entry) {
        entries.add(entry);
        return entry;
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(parameters).append('\n');
        for (int turn = 1; turn < entries.size(); turn++) {
            text.append(String.format("%2d. %s%n", turn, entries.get(turn)));
        }
        return text.append('\n').append(Stairs.of(entries.stream().map(entry -> entry.byMark).toList())).toString();
    }

    private static String mark(final int number) {
        return number == CounterMemory.CORE ? "C"
            : String.valueOf(Character.forDigit(number % Character.MAX_RADIX, Character.MAX_RADIX));
    }

    private static String nameOf(final int number) {
        return number == CounterMemory.CORE ? "T_c" : "T_" + number;
    }

    private static String stepOf(final Clock asset) {
        return "ΔT_" + asset.number() + " = " + text(asset.stepNs());
    }
}
