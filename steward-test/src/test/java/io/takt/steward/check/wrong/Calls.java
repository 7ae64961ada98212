package io.takt.steward.check.wrong;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One mistake in each method: its name says which. */
public class Calls {
    private enum Colour { RED }

    private record Point(int x, int y) {
    }

    private static final class Nameless {
    }

    double sine() {
        return Math.sin(1);
    }

    double power() {
        return Math.pow(2, 0.5);
    }

    double mathRandom() {
        return Math.random();
    }

    DoubleUnaryOperator reference() {
        return Math::cos;
    }

    DoubleUnaryOperator lambda() {
        return x -> x + Math.exp(x);
    }

    long clock() {
        return System.nanoTime();
    }

    Object instant() {
        return Instant.now();
    }

    Object date() {
        return new Date();
    }

    int random() {
        return new Random(5).nextInt();
    }

    long splittable() {
        return new SplittableRandom().nextLong();
    }

    int threadRandom() {
        return ThreadLocalRandom.current().nextInt();
    }

    Object uuid() {
        return UUID.randomUUID();
    }

    void shuffle(final List<String> list) {
        Collections.shuffle(list);
    }

    int identity() {
        return System.identityHashCode(this);
    }

    int objectHash(final Object any) {
        return any.hashCode();
    }

    int enumHash() {
        return Colour.RED.hashCode();
    }

    int recordHash() {
        return new Point(1, 2).hashCode();
    }

    int inheritedHash() {
        return new Nameless().hashCode();
    }

    int arrayHash(final int[] numbers) {
        return numbers.hashCode();
    }

    double parallel(final double[] numbers) {
        return Arrays.stream(numbers).parallel().sum();
    }

    long parallelCollection(final List<String> list) {
        return list.parallelStream().count();
    }

    Object anyOf() {
        return IntStream.range(0, 9).findAny();
    }

    void thread() {
        new Thread(this::clock).start();
    }

    void pool() {
        ForkJoinPool.commonPool().execute(this::clock);
    }

    Object property() {
        return System.getProperty("user.name");
    }

    Object environment() {
        return System.getenv("HOME");
    }

    Object flag() {
        return Boolean.getBoolean("fast");
    }

    int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    boolean file() {
        return Files.exists(Path.of("x"));
    }

    String format() {
        return String.format("%d", 1);
    }

    String lower() {
        return "I".toLowerCase();
    }

    Object locale() {
        return Locale.getDefault();
    }

    byte[] bytes() {
        return "x".getBytes();
    }

    Object reflection() {
        return Calls.class.getDeclaredMethods();
    }

    Object toSet(final List<String> list) {
        return list.stream().collect(Collectors.toSet());
    }

    Object grouping(final List<String> list) {
        return list.stream().collect(Collectors.groupingBy(String::length));
    }

    Object weak() {
        return new java.lang.ref.WeakReference<>(this);
    }

    void collect() {
        System.gc();
    }

    Object inSet() {
        return Set.of(1, 2).iterator().next();
    }
}
