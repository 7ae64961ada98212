package io.takt.hakoniwa.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
    private static final Path SHELL = Path.of("/bin/sh");
    private static final String SIGNS = "ab \t'\"\\.";

    @Test
    void wordsAreThoseOfAShell() {
        assertThat(ShellWords.split("  ./plant  'my file.json' ")).containsExactly("./plant", "my file.json");
        assertThat(ShellWords.split("a 'b c'\"d 'e\" \"\\\"f\\g\" h\\ i ''")).containsExactly("a", "b cd 'e", "\"f\\g",
            "h i", "");
        assertThat(ShellWords.split("a $HOME *")).containsExactly("a", "$HOME", "*");
    }

    @Test
    void whatHasNoEndIsTold() {
        assertThatThrownBy(() -> ShellWords.split("a 'b"))
            .hasMessage("--launch: 'a 'b' has a quote (') without an end");
        assertThatThrownBy(() -> ShellWords.split("a \"b\\\"")).hasMessageContaining("has a quote (\") without an end");
        assertThatThrownBy(() -> ShellWords.split("a b\\")).hasMessageContaining("ends with a backslash");
        assertThatThrownBy(() -> ShellWords.split("  ")).hasMessageContaining("names no program");
        assertThatThrownBy(() -> ShellWords.split("'' a")).hasMessageContaining("names no program");
    }

    /** A shell itself says what the words of random commands are. It takes a backslash at the end, too. */
    @Test
    @Tag("long")
    void aShellSplitsInTheSameWay() throws IOException, InterruptedException {
        assumeThat(Files.isExecutable(SHELL)).as("left out: needs /bin/sh").isTrue();
        final Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            final StringBuilder command = new StringBuilder("x ");
            random.ints(random.nextInt(12), 0, SIGNS.length()).forEach(at -> command.append(SIGNS.charAt(at)));
            List<String> words = null;
            String refused = "";
            try {
                words = ShellWords.split(command.toString());
            } catch (final IllegalArgumentException e) {
                refused = e.getMessage();
            }
            final Process shell = new ProcessBuilder(SHELL.toString(), "-c",
                "set -f; printf '[%s]' " + command).redirectErrorStream(true).start();
            final String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(shell.waitFor() == 0).as("%s", command)
                .isEqualTo(words != null || refused.endsWith("ends with a backslash that escapes nothing"));
            if (words != null) {
                assertThat("[" + String.join("][", words) + "]").as("%s", command).isEqualTo(said);
            }
        }
    }
}
