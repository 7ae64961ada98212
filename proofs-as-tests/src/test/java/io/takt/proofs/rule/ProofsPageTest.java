package io.takt.proofs.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** {@code docs/explanation/proofs.md} names tests that exist, and all of this package, and the mutants as they are. */
class ProofsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "explanation", "proofs.md");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*(?:Test|Stress))(?:#(\\w+))?`");
    private static final Pattern STATEMENT =
        Pattern.compile("([a-egp]\\d|s4|l\\dv?|start|join|leave|alone|stop)[A-Z].*");
    private static final Pattern MUTANT =
        Pattern.compile("^\\| `([A-Z_]+)` \\|.*\\| `(\\w+#\\w+)` \\|$", Pattern.MULTILINE);

    @Test
    void everyTestThatIsNamedExists() throws IOException, URISyntaxException {
        final List<Class<?>> tests = tests();
        final List<MatchResult> named = TEST.matcher(Files.readString(PAGE)).results().toList();
        assertThat(named).hasSizeGreaterThan(30);
        for (final MatchResult name : named) {
            final List<Class<?>> classes =
                tests.stream().filter(test -> test.getSimpleName().equals(name.group(1))).toList();
            assertThat(classes).as("class of %s", name.group()).hasSize(1);
            if (name.group(2) != null) {
                assertThat(classes.get(0).getDeclaredMethods()).extracting(Method::getName)
                    .as("methods of %s", name.group(1)).contains(name.group(2));
            }
        }
    }

    @Test
    void everyPropertyThatIsNamedByAStatementIsNamedThere() throws IOException, URISyntaxException {
        final String page = Files.readString(PAGE);
        int properties = 0;
        for (final Class<?> test : tests()) {
            for (final Method method : test.getDeclaredMethods()) {
                if (isProperty(method) && STATEMENT.matcher(method.getName()).matches()) {
                    assertThat(page).contains("`" + test.getSimpleName() + "#" + method.getName() + "`");
                    properties++;
                }
            }
        }
        assertThat(properties).isGreaterThan(30);
    }

    @Test
    void theTableOfMutantsIsThatOfTheCode() throws IOException {
        final List<String> inPage = MUTANT.matcher(Files.readString(PAGE)).results()
            .map(row -> row.group(1) + " " + row.group(2)).toList();
        assertThat(inPage).containsExactly(Arrays.stream(Mutant.values())
            .map(mutant -> mutant + " " + mutant.caughtBy()).toArray(String[]::new));
    }

    @Test
    void theStaircaseIsTheOneThatIsPrinted() throws IOException {
        final Mutant mutant = Mutant.DEPARTED_STILL_BOUNDS;
        assertThat(Files.readString(PAGE))
            .contains(Launched.with(mutant.fault(), mutant.caughtBy()).failure().orElseThrow());
    }

    private static boolean isProperty(final Method method) {
        return method.isAnnotationPresent(Property.class) || method.isAnnotationPresent(Example.class);
    }

    private static List<Class<?>> tests() throws IOException, URISyntaxException {
        final Path root = Path.of(ProofsPageTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        final List<Class<?>> tests = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root.resolve("io/takt/proofs"))) {
            for (final Path file : (Iterable<Path>) files::iterator) {
                final String name = root.relativize(file).toString().replace(file.getFileSystem().getSeparator(), ".");
                if (name.matches("[^$]*(Test|Stress)\\.class")) {
                    tests.add(load(name.substring(0, name.lastIndexOf('.'))));
                }
            }
        }
        return tests;
    }

    private static Class<?> load(final String name) {
        try {
            return Class.forName(name, false, ProofsPageTest.class.getClassLoader());
        } catch (final ClassNotFoundException e) {
            throw new AssertionError(name, e);
        }
    }
}
