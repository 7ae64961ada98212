package io.takt.steward.check.right;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Code that looks like a mistake and is none. */
public final class Fine {
    private static final Map<String, Integer> TABLE = Map.of("a", 1, "b", 2);
    private static final double[] NUMBERS = {1, 2, 3};
    private static final Comparator<String> ORDER = Comparator.comparing(String::length);

    private enum Colour { RED, GREEN }

    private record Point(double x, double y) {
        double length() {
            return Math.sqrt(x * x + y * y);
        }

        Point turned(final double angle) {
            return new Point(
                x * StrictMath.cos(angle) - y * StrictMath.sin(angle),
                x * StrictMath.sin(angle) + y * StrictMath.cos(angle));
        }
    }

    private final Map<String, Integer> seen = new HashMap<>();
    private Fine next;

    double arithmetic(final double a) {
        return Math.max(Math.abs(a), Math.floor(a)) + Math.fma(a, a, a) + NUMBERS[1] + new Point(a, a).length();
    }

    Object turns() {
        return new Point(1, 2).turned(1);
    }

    int looksUp(final String key) {
        seen.putIfAbsent(key, 3);
        seen.merge(key, 1, Integer::sum);
        return TABLE.getOrDefault(key, 0) + seen.get(key) + (seen.containsKey("x") ? 1 : seen.size());
    }

    boolean remembers(final Collection<String> keys) {
        final Set<String> known = new HashSet<>(keys);
        return known.add("x") && known.containsAll(keys) && !known.isEmpty();
    }

    int sorted(final Collection<String> keys) {
        int sum = 0;
        for (final String key : new TreeSet<>(new HashSet<>(keys))) {
            sum = sum * 31 + key.length() + key.hashCode();
        }
        final Map<String, Integer> map = new TreeMap<>(seen);
        for (final Map.Entry<String, Integer> entry : map.entrySet()) {
            sum += entry.getValue();
        }
        for (final String key : new LinkedHashMap<>(map).keySet()) {
            sum += key.length();
        }
        final EnumMap<Colour, Integer> colours = new EnumMap<>(Colour.class);
        colours.put(Colour.GREEN, 1);
        return sum + colours.values().iterator().next() + Set.of(7).iterator().next();
    }

    Object streams(final List<String> list) {
        return list.stream().sorted(ORDER).filter(one -> one.length() > 1)
            .collect(Collectors.toMap(Function.identity(), String::length, Integer::sum, TreeMap::new));
    }

    String texts() {
        return String.format(Locale.ROOT, "%d", 1) + "I".toLowerCase(Locale.ROOT)
            + new String("x".getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    List<String> local() {
        final List<String> list = new ArrayList<>(List.of("b", "a"));
        final double[] copy = NUMBERS.clone();
        copy[0] = 5;
        Arrays.sort(copy);
        list.sort(ORDER);
        next = new Fine();
        next.seen.clear();
        return list;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Fine && seen.equals(((Fine) other).seen);
    }

    @Override
    public int hashCode() {
        return Objects.hash(seen, next) + seen.hashCode();
    }
}
