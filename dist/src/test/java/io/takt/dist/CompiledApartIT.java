package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The launcher names methods for the JVM to compile apart; one that is renamed would be inlined again unnoticed. */
class CompiledApartIT {
    private static final String COMMAND = "dontinline ";

    @Test
    void everyMethodThatIsNamedIsThere() throws Exception {
        final List<String> named;
        try (var lines = Files.lines(Path.of("src/main/jvm/compiled-apart"))) {
            named = lines.filter(each -> each.startsWith(COMMAND)).map(each -> each.substring(COMMAND.length()))
                .toList();
        }
        assertThat(named).isNotEmpty();
        for (final String each : named) {
            final String[] parts = each.split("::");
            assertThat(Class.forName(parts[0]).getDeclaredMethods()).as(each)
                .anyMatch(method -> method.getName().equals(parts[1]));
        }
    }

    @Test
    void theLauncherPassesItOn() throws Exception {
        final Process java = new ProcessBuilder(Arrays.asList("../takt", "java", "-XX:+PrintFlagsFinal", "-version"))
            .redirectErrorStream(true).start();
        assertThat(new String(java.getInputStream().readAllBytes()))
            .containsPattern("CompileCommandFile +[:]?= .*/dist/src/main/jvm/compiled-apart");
        assertThat(java.waitFor()).isZero();
    }
}
