package io.takt.hub.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Where the command prints. The launcher script says which streams are terminals: Java cannot tell them apart.
 *
 * @param out           standard output, for results.
 * @param err           standard error, for messages, progress and what assets print.
 * @param outIsTerminal whether a person looks at {@code out}.
 * @param errIsTerminal whether a person looks at {@code err}.
 * @param columns       width of the terminal.
 * @param outlet        output on its way to {@code err}; a printing thread need not wait for it.
 */
public record Terminal(PrintStream out, PrintStream err, boolean outIsTerminal, boolean errIsTerminal, int columns,
    Outlet outlet) {
    private static final int USUAL_COLUMNS = 80;

    /** One for the process, which keeps its messages in order. */
    private static final Outlet OUTLET = new Outlet(new FileOutputStream(FileDescriptor.err));
    private static final PrintStream ERR = stream(OUTLET);

    /** A reader that takes nothing for so long is not waited for. */
    private static final Duration STILL = Duration.ofMillis(250);

    /** {@return the process's own streams, in UTF-8} */
    public static Terminal ofProcess() {
        final List<String> terminals = List.of(System.getProperty("takt.terminal", "").split(","));
        return new Terminal(stream(new FileOutputStream(FileDescriptor.out)), ERR, terminals.contains("stdout"),
            terminals.contains("stderr"), Integer.getInteger("takt.columns", USUAL_COLUMNS), OUTLET);
    }

    /**
     * Writes a line in one piece, as other threads and processes may write beside it into the same pipe. The system
     * keeps it whole there up to 4 KiB.
     */
    static PrintStream stream(final OutputStream stream) {
        return new PrintStream(stream, true, StandardCharsets.UTF_8) {
            @Override
            public void print(final String text) {
                // In a PrintStream's own print, long text goes through a buffer piece by piece.
                final byte[] bytes = String.valueOf(text).getBytes(StandardCharsets.UTF_8);
                write(bytes, 0, bytes.length);
            }

            @Override
            public PrintStream format(final String format, final Object... values) {
                return format(Locale.getDefault(Locale.Category.FORMAT), format, values);
            }

            @Override
            public PrintStream format(final Locale locale, final String format, final Object... values) {
                print(String.format(locale, format, values));
                return this;
            }

            @Override
            public void println(final String line) {
                print(line + System.lineSeparator());
            }

            @Override
            public void println(final Object line) {
                println(String.valueOf(line));
            }
        };
    }

    /** Waits a moment for what is on its way to standard error: before a result is printed, and before the end. */
    public void drain() {
        drain(STILL);
    }

    /** Likewise, for as long as it is being read. */
    void drain(final Duration atMost) {
        try {
            outlet.drain(STILL, atMost);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A message in one line, on standard error; control characters from programs are shown, and do nothing.
     *
     * @param message of which the first line is told.
     */
    public void tell(final String message) {
        err.println("takt: " + Visible.of(message.lines().findFirst().orElse("")));
    }
}
