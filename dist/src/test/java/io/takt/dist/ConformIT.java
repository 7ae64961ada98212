package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code takt conform} beside programs in Java and Python, and beside some that are no assets; of the C library see
 * conform.
 */
@Tag("long")
class ConformIT extends HubTest {
    private static final List<String> SOME = List.of("declaration", "reset-in-step", "attach", "order", "full",
        "other-order");

    private TaktProcess conform(final String... args) throws Exception {
        final List<String> all = new ArrayList<>(List.of("conform"));
        all.addAll(List.of(args));
        return TaktProcess.run(folder, base, all.toArray(String[]::new));
    }

    private void compileReflect() throws IOException {
        final String jars;
        try (Stream<Path> lib = Files.list(TaktProcess.HOME.resolve("dist/target/lib"))) {
            jars = lib.map(Path::toString).filter(name -> name.endsWith(".jar")).collect(Collectors.joining(":"));
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), "-cp", jars,
            TaktProcess.HOME.resolve("examples/reflect/Reflect.java").toString())).isZero();
    }

    @Test
    void theJavaRuntimeKeepsTheRules() throws Exception {
        compileReflect();
        requireKept(TaktProcess.HOME.resolve("takt").toString(), "java", "-cp", folder.toString(), "Reflect");
    }

    @Test
    void thePythonPackageKeepsTheRules() throws Exception {
        requireKept(PythonTools.withTakt(folder).toString(),
            TaktProcess.HOME.resolve("bindings/python/examples/reflect.py").toString());
    }

    private void requireKept(final String... program) throws Exception {
        final List<String> args = new ArrayList<>(List.of("conform", "--json", "--seed", "3", "--patience", "30"));
        for (final String rule : Boolean.getBoolean("takt.slow") ? List.<String>of() : SOME) {
            args.addAll(List.of("--rule", rule));
        }
        args.add("--");
        args.addAll(List.of(program));
        try (TaktProcess takt = TaktProcess.start(folder, base, args.toArray(String[]::new))) {
            takt.awaitEnd(600);
            final JsonNode judgement = takt.json();
            assertThat(judgement.get("rules")).hasSizeGreaterThanOrEqualTo(SOME.size()).allSatisfy(rule ->
                assertThat(rule.get("verdict").textValue()).as(rule.toString()).isEqualTo("passed"));
            assertThat(judgement.get("seed").longValue()).isEqualTo(3);
            assertThat(takt.exitCode()).isZero();
        }
    }

    @Test
    void aProgramThatIsNoAssetIsToldInOneLine() throws Exception {
        final TaktProcess takt = conform("--rule", "join", "--", "sh", "-c", "echo no asset; exit 7");
        assertThat(takt.exitCode()).isEqualTo(1);
        assertThat(takt.out())
            .startsWith("BROKEN join                 the program ended with exit code 7; its last line was: no asset |")
            .contains(" | expected: ").contains("0 of 1 rules kept, 1 broken, 0 left out; --seed ");
    }

    @Test
    void badCommandLinesAreToldBeforeAnythingStarts() throws Exception {
        assertThat(conform().exitCode()).isEqualTo(2);
        final TaktProcess unknown = conform("--rule", "joi", "--", "sh");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("there is no rule 'joi'; see 'takt conform --list'");
        final TaktProcess missing = conform("--", "./no-such-program");
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).contains("'./no-such-program' cannot be started");
    }

    @Test
    void anyAssetIsJudgedAsFarAsItGoes() throws Exception {
        final TaktProcess takt = conform("--plain", "--rule", "order", "--rule", "steps", "--",
            TaktProcess.HOME.resolve("takt").toString(), "metronome");
        assertThat(takt.out()).contains("ok     steps ").contains("-      order ");
        assertThat(takt.exitCode()).isZero();
    }
}
