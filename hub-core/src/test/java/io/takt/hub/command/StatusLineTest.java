package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StatusLineTest {
    private static final String ERASE = "\r\u001b[K";

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    private StatusLine line(final boolean isTerminal) {
        final PrintStream err = new PrintStream(written, true, StandardCharsets.UTF_8);
        return new StatusLine(new Terminal(err, err, false, isTerminal, 10, new Outlet(new ByteArrayOutputStream())));
    }

    private String written() {
        return written.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theSameLineIsWrittenOnce() {
        final StatusLine line = line(true);
        for (int i = 0; i < 1_000_000; i++) {
            line.show(i / 500_000 + " %");
        }
        assertThat(written()).isEqualTo(ERASE + "0 %" + ERASE + "1 %");
    }

    @Test
    void aLineThatWasTakenAwayIsWrittenAgain() {
        final StatusLine line = line(true);
        line.clear();
        line.show("a long line does not fit");
        line.clear();
        line.clear();
        line.show("a long line does not fit");
        assertThat(written()).isEqualTo(ERASE + "a long li" + ERASE + ERASE + "a long li");
    }

    @Test
    void onAPipeThereIsNothing() {
        final StatusLine line = line(false);
        line.show("0 %");
        line.clear();
        assertThat(written()).isEmpty();
    }
}
