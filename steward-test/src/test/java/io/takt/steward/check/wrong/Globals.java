package io.takt.steward.check.wrong;

import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Something static changes in each method. */
public class Globals {
    private static final TreeMap<String, Integer> MAP = new TreeMap<>();
    private static final int[] NUMBERS = {1, 2, 3};
    private static final AtomicLong COUNTER = new AtomicLong();
    private static final Globals INSTANCE = new Globals();
    private static int count;
    private int value;

    void writes() {
        count = 5;
    }

    int reads() {
        return count;
    }

    void puts() {
        MAP.put("a", 1);
    }

    void stores() {
        NUMBERS[1] = 7;
    }

    long counts() {
        return COUNTER.incrementAndGet();
    }

    void changesInstance() {
        INSTANCE.value = 3;
    }

    native int outside();
}
