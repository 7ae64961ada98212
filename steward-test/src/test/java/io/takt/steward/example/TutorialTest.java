package io.takt.steward.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Steward;
import io.takt.steward.check.RetroactivityCheck;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of the tutorial compiles as it stands on the page, is short, and prints what the page says. */
class TutorialTest {
    private static final int MOST_LINES = 45;
    private static final Path PAGE = Path.of("../docs/tutorial/steward.md");
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);
    private static final String END_OF_MAIN = "    }\n}\n";

    @TempDir
    private Path folder;

    @Test
    void theProgramIsShort() throws IOException {
        assertThat(blocks("java").get(0).lines().count()).isLessThanOrEqualTo(MOST_LINES);
    }

    @Test
    void theProgramPrintsWhatThePageSaysAfterEachStep() throws Exception {
        final List<String> steps = blocks("java");
        final List<String> outputs = blocks("text");
        assertThat(steps).hasSameSizeAs(outputs).hasSizeGreaterThan(1);
        String program = steps.get(0);
        final StringBuilder expected = new StringBuilder();
        for (int i = 0; i < steps.size(); i++) {
            if (i > 0) {
                assertThat(program).endsWith(END_OF_MAIN);
                program = program.substring(0, program.length() - END_OF_MAIN.length()) + steps.get(i) + END_OF_MAIN;
            }
            expected.append(outputs.get(i));
            assertThat(run(program, "step" + i)).isEqualTo(expected.toString());
        }
    }

    @Test
    void thePointsAreWhereTheyAreTickByTick() throws IOException {
        assertThat(blocks("text").get(0).lines())
            .containsExactly("at 900: " + place(900, 0, 0), "kicked: " + place(900, 100, 11));
    }

    /** The blocks of the page in a language, in order. */
    private static List<String> blocks(final String language) throws IOException {
        return BLOCK.matcher(Files.readString(PAGE)).results().filter(found -> found.group(1).equals(language))
            .map(found -> found.group(2)).toList();
    }

    /** The output of the program, compiled and run in this process. */
    private String run(final String program, final String step) throws Exception {
        final Path classes = Files.createDirectory(folder.resolve(step));
        final Path source = Files.writeString(classes.resolve("BouncingPoints.java"), program);
        final ByteArrayOutputStream messages = new ByteArrayOutputStream();
        final int result = ToolProvider.getSystemJavaCompiler().run(null, messages, messages, "-Xlint:all", "-Werror",
            "-cp", origin(Steward.class) + File.pathSeparator + origin(RetroactivityCheck.class),
            "-d", classes.toString(), source.toString());
        assertThat(result).as(messages.toString(StandardCharsets.UTF_8)).isZero();
        final PrintStream before = System.out;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader =
            new URLClassLoader(new URL[] {classes.toUri().toURL()}, TutorialTest.class.getClassLoader())) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            loader.loadClass("BouncingPoints").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    /** The folder or jar that a class comes from. */
    private static String origin(final Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }

    /** Where the first point is, tick by tick: it turns before it would leave the line. */
    private static long place(final long time, final long kickedAt, final long kick) {
        long place = 500;
        long speed = 30;
        for (long now = 0; now < time; now++) {
            speed = kick != 0 && now == kickedAt ? kick : speed;
            speed = place + speed > 1_000 || place + speed < 0 ? -speed : speed;
            place += speed;
        }
        return place;
    }
}
