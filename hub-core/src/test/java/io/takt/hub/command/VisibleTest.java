package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class VisibleTest {
    private static final String ERASE = "\u001b[2J";
    private static final String RED = "\u001b[1;31m";

    @Test
    void controlCharactersAreShown() {
        assertThat(Visible.of("plain, \ttabbed, \u00e4")).isEqualTo("plain, \ttabbed, \u00e4");
        assertThat(Visible.of(ERASE + "a\u0007b\u007fc\u009bd\0")).isEqualTo("^[[2Ja^Gb^?c\\x9bd^@");
    }

    @Test
    void coloursStayForTheirLine() {
        assertThat(Visible.coloured(ERASE + "no " + RED + "red" + ERASE))
            .isEqualTo("^[[2Jno " + RED + "red^[[2J\u001b[m");
        assertThat(Visible.coloured("plain" + ERASE)).isEqualTo("plain^[[2J");
        assertThat(Visible.coloured("\u001b[1;31")).isEqualTo("^[[1;31");
    }

    @Test
    void quotesAreShort() {
        assertThat(Visible.quote(RED + "x")).isEqualTo("^[[1;31mx");
        assertThat(Visible.quote("x".repeat(200))).isEqualTo("x".repeat(200));
        assertThat(Visible.quote("x".repeat(201))).isEqualTo("x".repeat(200) + "\u2026");
        assertThat(Visible.quote("x".repeat(199) + "\ud83d\ude00 ")).isEqualTo("x".repeat(199) + "\u2026");
    }

    private static String printed(final boolean onTerminal, final String line) {
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        final PrintStream err = new PrintStream(printed, true, StandardCharsets.UTF_8);
        final Terminal terminal = new Terminal(err, err, onTerminal, onTerminal, 80, new Outlet(printed));
        final Progress progress = new Progress(null, 0, terminal);
        progress.assetPrinted("radar", line);
        progress.tell("radar printed " + line);
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void programsCannotControlATerminal() {
        assertThat(printed(true, ERASE + "x")).isEqualToNormalizingNewlines(
            "[radar] ^[[2Jx\ntakt: radar printed ^[[2Jx\n");
        assertThat(printed(false, ERASE + "x")).as("what a program reads is left as it is")
            .isEqualToNormalizingNewlines("[radar] " + ERASE + "x\ntakt: radar printed ^[[2Jx\n");
    }
}
