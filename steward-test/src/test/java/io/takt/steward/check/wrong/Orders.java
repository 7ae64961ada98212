package io.takt.steward.check.wrong;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The order of a hash collection shows in each method. */
public class Orders {
    private final Map<String, Integer> field = new HashMap<>();

    int iterates() {
        int sum = 0;
        final Map<String, Integer> map = new HashMap<>();
        for (final Map.Entry<String, Integer> entry : map.entrySet()) {
            sum = sum * 31 + entry.getValue();
        }
        return sum;
    }

    void declared(final HashSet<String> set) {
        set.forEach(String::length);
    }

    Object throughField() {
        return field.keySet().iterator().next();
    }

    Object throughResult() {
        return made().stream().findFirst();
    }

    void throughParameter() {
        shows(Map.of("a", 1, "b", 2));
    }

    private void shows(final Map<String, Integer> map) {
        map.values().toArray();
    }

    Object copied() {
        return new ArrayList<>(new HashSet<>(List.of(1, 2)));
    }

    Object copiedLater(final List<String> list) {
        list.addAll(made());
        return list;
    }

    String text() {
        return "all: " + Set.of(1, 2, 3);
    }

    Runnable captured() {
        final Set<String> set = Collections.unmodifiableSet(new HashSet<>());
        return () -> set.forEach(String::length);
    }

    Object identity() {
        final Map<Object, Integer> map = new IdentityHashMap<>();
        return map.values().stream().findFirst();
    }

    private Set<String> made() {
        return Set.of("a", "b");
    }
}
