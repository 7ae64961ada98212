package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class TerminalTest {
    /** A child hub and its programs print into one pipe of its parent. */
    @Test
    void aLineIsWrittenInOnePiece() {
        final List<String> written = new ArrayList<>();
        final PrintStream out = Terminal.stream(new OutputStream() {
            @Override
            public void write(final int one) {
                throw new AssertionError("a single byte");
            }

            @Override
            public void write(final byte[] bytes, final int from, final int count) {
                written.add(new String(bytes, from, count, StandardCharsets.UTF_8));
            }
        });
        out.printf(Locale.ROOT, "simulated %s in %.2f s%n", "2s", 0.5);
        out.printf("hub %s: %d assets%n", "h", 2);
        out.println("one");
        out.println((Object) 2);
        out.println();
        final String longLine = "x".repeat(20_000);
        out.println(longLine);
        assertThat(written).containsExactly("simulated 2s in 0.50 s\n", "hub h: 2 assets\n", "one\n", "2\n", "\n",
            longLine + "\n");
    }
}
