package io.takt.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.takt.conform.Judge.Outcome;
import io.takt.conform.Judge.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The C library keeps all rules, and each fault that is put into it breaks one: by default three faults. */
class CLibraryTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int AT_ONCE = 4;
    private static final List<String> BY_DEFAULT =
        List.of("steps early", "numbers by twos", "orders by sender backwards");

    /** To try some alone: {@code -Dtakt.mutants="NAME,NAME"}. */
    private static final List<String> ASKED =
        List.of(System.getProperty("takt.mutants", "").split(",")).stream().filter(name -> !name.isEmpty()).toList();

    private static Path folder;
    private static CPrograms programs;
    private static Path reflect;

    @BeforeAll
    static void compile() throws Exception {
        assumeThat(CPrograms.canCompile()).as("left out: needs a C compiler (Debian: gcc)").isTrue();
        final Path shm = Path.of("/dev/shm");
        folder = Files.isDirectory(shm) ? Files.createTempDirectory(shm, "takt-conform")
            : Files.createTempDirectory("takt-conform");
        programs = new CPrograms(folder);
        reflect = programs.reflect();
    }

    @AfterAll
    static void remove() {
        if (folder != null) {
            IoUtil.delete(folder.toFile(), true);
        }
    }

    static Stream<Mutant> mutants() throws IOException {
        return Mutant.all().stream()
            .filter(each -> Boolean.getBoolean("takt.slow") || ASKED.contains(each.name())
                || ASKED.isEmpty() && BY_DEFAULT.contains(each.name()));
    }

    private static List<Outcome> judge(final Path program, final long patienceNs, final List<Rule> rules)
        throws IOException {
        return new Judge(List.of(program.toString()), Files.createTempDirectory(folder, "t"), patienceNs, 1, true)
            .judge(rules, (rule, number) -> { });
    }

    /** Most trials wait most of the time, so some at once take a fraction of it. */
    private static List<Outcome> judgeAll(final Path program, final boolean reflects) {
        final List<Rule> all = Judge.rules();
        return IntStream.range(0, AT_ONCE).parallel().mapToObj(part -> {
            final List<Rule> some = IntStream.range(0, all.size()).filter(i -> i % AT_ONCE == part)
                .mapToObj(all::get).toList();
            try {
                return new Judge(List.of(program.toString()), Files.createTempDirectory(folder, "t"), 30 * SECOND_NS,
                    part, reflects).judge(some, (rule, number) -> { });
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }).flatMap(List::stream).toList();
    }

    @Test
    @Tag("long")
    void keepsAllRules() {
        assertThat(judgeAll(reflect, true)).hasSizeGreaterThan(80)
            .allSatisfy(outcome -> assertThat(outcome.verdict()).as(outcome.rule().name() + ": " + outcome.seen()
                + "; expected: " + outcome.expected()).isEqualTo(Verdict.PASSED));
    }

    /** Written from the protocol's page alone. */
    @Test
    void theExampleWithoutTheLibraryKeepsAllOfItsKind() throws Exception {
        assertThat(judgeAll(programs.example("asset"), false)).allSatisfy(outcome ->
            assertThat(outcome.verdict()).as(outcome.rule().name() + ": " + outcome.seen() + "; expected: "
                + outcome.expected()).isNotEqualTo(Verdict.FAILED));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void aFaultBreaksItsRule(final Mutant mutant) throws Exception {
        final Path faulty = programs.reflect(mutant);
        final List<Rule> rules = Judge.rules().stream()
            .filter(rule -> rule.name().equals(mutant.rule()) || rule.name().equals(mutant.trial())).toList();
        assertThat(judge(faulty, 3 * SECOND_NS, rules)).filteredOn(outcome -> outcome.verdict() == Verdict.FAILED)
            .extracting(outcome -> outcome.rule().name()).contains(mutant.rule());
    }
}
