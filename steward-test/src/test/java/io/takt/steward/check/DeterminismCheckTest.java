package io.takt.steward.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Autosave;
import io.takt.steward.Steward;
import io.takt.steward.check.right.Fine;
import io.takt.steward.check.rooted.Circle;
import io.takt.steward.check.rooted.Root;
import io.takt.steward.check.wrong.Calls;
import io.takt.steward.check.wrong.Globals;
import io.takt.steward.check.wrong.Orders;
import io.takt.steward.log.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeterminismCheckTest {
    /**
     * Parts that no event calls: threads whose results are taken over only if their readings still hold, a thread that
     * writes a file, checks, which read class files and choose by chance from a seed, and codecs that are derived from
     * the components of records.
     */
    private static final Set<String> AROUND = new TreeSet<>(List.of(
        Workers.class.getName(), Autosave.class.getName(), ClassPool.class.getName(), Chance.class.getName(),
        DeterminismCheck.class.getName(), "io.takt.steward.DerivedCodec", "io.takt.steward.RecordCodec"));

    @Test
    void every_forbidden_call_is_found() {
        final TreeMap<String, String> found = found(Calls.class);
        final TreeMap<String, String> expected = new TreeMap<>();
        expected.put("sine", "java.lang.Math.sin");
        expected.put("power", "java.lang.Math.pow");
        expected.put("mathRandom", "java.lang.Math.random");
        expected.put("reference", "java.lang.Math.cos");
        expected.put("lambda", "java.lang.Math.exp");
        expected.put("clock", "java.lang.System.nanoTime");
        expected.put("instant", "java.time.Instant.now");
        expected.put("date", "java.util.Date.<init>");
        expected.put("random", "java.util.Random.<init> java.util.Random.nextInt");
        expected.put("splittable", "java.util.SplittableRandom.<init> java.util.SplittableRandom.nextLong");
        expected.put("threadRandom", "java.util.concurrent.ThreadLocalRandom.current"
            + " java.util.concurrent.ThreadLocalRandom.nextInt");
        expected.put("uuid", "java.util.UUID.randomUUID");
        expected.put("shuffle", "java.util.Collections.shuffle");
        expected.put("identity", "java.lang.System.identityHashCode");
        expected.put("objectHash", "java.lang.Object.hashCode");
        expected.put("enumHash", Calls.class.getName() + "$Colour.hashCode");
        expected.put("recordHash", Calls.class.getName() + "$Point.hashCode");
        expected.put("inheritedHash", "java.lang.Object.hashCode");
        expected.put("arrayHash", "java.lang.Object.hashCode");
        expected.put("parallel", "java.util.stream.DoubleStream.parallel");
        expected.put("parallelCollection", "java.util.List.parallelStream");
        expected.put("anyOf", "java.util.stream.IntStream.findAny");
        expected.put("thread", "java.lang.Thread.<init> java.lang.Thread.start");
        expected.put("pool", "java.util.concurrent.ForkJoinPool.commonPool java.util.concurrent.ForkJoinPool.execute");
        expected.put("property", "java.lang.System.getProperty");
        expected.put("environment", "java.lang.System.getenv");
        expected.put("flag", "java.lang.Boolean.getBoolean");
        expected.put("processors", "java.lang.Runtime.availableProcessors java.lang.Runtime.getRuntime");
        expected.put("file", "java.nio.file.Files.exists java.nio.file.Path.of");
        expected.put("format", "java.lang.String.format");
        expected.put("lower", "java.lang.String.toLowerCase");
        expected.put("locale", "java.util.Locale.getDefault");
        expected.put("bytes", "java.lang.String.getBytes");
        expected.put("reflection", "java.lang.Class.getDeclaredMethods");
        expected.put("toSet", "java.util.stream.Collectors.toSet");
        expected.put("grouping", "java.util.stream.Collectors.groupingBy");
        expected.put("weak", "java.lang.ref.WeakReference.<init>");
        expected.put("collect", "java.lang.System.gc");
        expected.put("inSet", "java.util.Set.iterator");
        assertThat(found).containsExactlyEntriesOf(expected);
    }

    @Test
    void every_place_where_a_hash_order_shows_is_found() {
        final TreeMap<String, String> expected = new TreeMap<>();
        expected.put("iterates", "java.util.Set.iterator");
        expected.put("declared", "java.util.HashSet.forEach");
        expected.put("throughField", "java.util.Set.iterator");
        expected.put("throughResult", "java.util.Set.stream");
        expected.put("shows", "java.util.Collection.toArray");
        expected.put("copied", "java.util.ArrayList.<init>");
        expected.put("copiedLater", "java.util.List.addAll");
        expected.put("text", "java.lang.String.valueOf");
        expected.put("captured", "java.util.Set.forEach");
        expected.put("identity", "java.util.Collection.stream");
        assertThat(found(Orders.class)).isEqualTo(expected);
    }

    @Test
    void everything_static_that_changes_is_found() {
        final String globals = Globals.class.getName();
        final TreeMap<String, String> expected = new TreeMap<>();
        expected.put("writes", globals + ".count");
        expected.put("reads", globals + ".count");
        expected.put("puts", globals + ".MAP");
        expected.put("stores", globals + ".NUMBERS");
        expected.put("counts", globals + ".COUNTER");
        expected.put("changesInstance", globals + ".INSTANCE");
        expected.put("outside", globals + ".outside");
        assertThat(found(Globals.class)).isEqualTo(expected);
    }

    @Test
    void correct_code_is_not_reported() {
        assertThat(DeterminismCheck.of(Fine.class).findings()).isEmpty();
        assertThatCode(DeterminismCheck.of(Fine.class)::verify).doesNotThrowAnyException();
    }

    @Test
    void calls_are_followed_from_given_classes() {
        assertThat(DeterminismCheck.of(Root.class).startingAt(Root.class).findings())
            .extracting(Finding::what)
            .containsExactly("java.lang.Math.cbrt", "java.lang.System.nanoTime", "java.lang.Math.tan");
        assertThat(DeterminismCheck.of(Root.class).findings()).extracting(Finding::what)
            .contains("java.lang.Math.log", "java.lang.String.format");
        assertThatThrownBy(() -> DeterminismCheck.of(Root.class).startingAt(Fine.class).findings())
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Fine is not in the packages");
    }

    @Test
    void a_finding_is_one_line_with_class_method_line_and_what_to_do_instead() {
        final Finding finding = DeterminismCheck.of(Circle.class).startingAt(Circle.class).findings().get(0);
        assertThat(finding).hasToString(Circle.class.getName() + ".area(Circle.java:7) java.lang.Math.cbrt:"
            + " may differ from machine to machine; use StrictMath.cbrt");
        assertThat(finding.className()).isEqualTo(Circle.class.getName());
        assertThat(finding.method()).isEqualTo("area");
        assertThat(finding.line()).isEqualTo(7);
        assertThatThrownBy(DeterminismCheck.of(Circle.class).startingAt(Circle.class)::verify)
            .isInstanceOf(AssertionError.class).hasMessageContaining("Circle.java:7) java.lang.Math.cbrt")
            .hasMessageContaining("Circle.java:11) java.lang.Math.log");
    }

    @Test
    void an_allowed_call_is_not_reported_and_a_needless_allowance_is_an_error() {
        final String circle = Circle.class.getName();
        final DeterminismCheck check = DeterminismCheck.of(Circle.class).startingAt(Circle.class)
            .allow(circle + ".area", "java.lang.Math.cbrt");
        assertThat(check.findings()).extracting(Finding::what).containsExactly("java.lang.Math.log");
        assertThat(check.allow(circle, "java.lang.Math.log").findings()).isEmpty();
        assertThatThrownBy(check.allow(circle, "java.lang.Math.sin")::findings)
            .isInstanceOf(IllegalStateException.class).hasMessageContaining("java.lang.Math.sin in " + circle);
    }

    @Test
    void classes_are_read_from_jars(@TempDir final Path directory) throws IOException {
        final Path jar = directory.resolve("game.jar");
        final String name = Circle.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry(name));
            out.write(Circle.class.getClassLoader().getResourceAsStream(name).readAllBytes());
            out.closeEntry();
        }
        final ClassPool pool = new ClassPool();
        pool.read(jar, List.of("io.takt.steward.check.rooted"));
        assertThat(pool.all()).extracting(node -> node.name).containsExactly("io/takt/steward/check/rooted/Circle");
    }

    @Test
    void this_library_is_right() {
        final DeterminismCheck check = DeterminismCheck.of(Steward.class).and(DeterminismCheck.class);
        // For another thread, which reads a snapshot; no value depends on it.
        allow(check, "log.LogSnapshot", "java.lang.invoke.VarHandle.fullFence");
        // Refuses what comes from another thread.
        allow(check, "log.Runner", "java.lang.Thread.currentThread");
        allow(check, "log.ActionView", "java.lang.Thread.currentThread");
        allow(check, "replay.ReplaySteward", "java.lang.Thread.currentThread");
        allow(check, "replay.ReplayView", "java.lang.Thread.currentThread");
        // Sorted afterwards, put into a set, or done to each by itself.
        allow(check, "replay.ReplaySnapshot.cells", "java.util.ArrayList.<init>");
        allow(check, "replay.ReplaySteward.addPresentTo", "java.util.Collection.forEach");
        allow(check, "replay.State.putBack", "java.util.Map.replaceAll");
        allow(check, "replay.Ledger.keep", "java.util.Map.forEach");
        final Set<String> around = new TreeSet<>();
        final List<Finding> left = new ArrayList<>();
        for (final Finding finding : check.findings()) {
            if (AROUND.contains(finding.className())) {
                around.add(finding.className());
            } else {
                left.add(finding);
            }
        }
        assertThat(left).isEmpty();
        assertThat(around).isEqualTo(AROUND);
    }

    private static void allow(final DeterminismCheck check, final String where, final String... whats) {
        for (final String what : whats) {
            check.allow(Steward.class.getPackageName() + "." + where, what);
        }
    }

    /** The findings in each method of a class. */
    private static TreeMap<String, String> found(final Class<?> type) {
        final TreeMap<String, String> found = new TreeMap<>();
        for (final Finding finding : DeterminismCheck.of(type).findings()) {
            if (finding.className().equals(type.getName())) {
                found.merge(finding.method(), finding.what(), (one, other) -> one + " " + other);
            }
        }
        return found;
    }
}
