package io.takt.hub.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Where the command prints. The launcher script says which streams are terminals: Java cannot tell them apart.
 *
 * @param out           standard output, for results.
 * @param err           standard error, for messages, progress and what assets print.
 * @param outIsTerminal whether a person looks at {@code out}.
 * @param errIsTerminal whether a person looks at {@code err}.
 * @param columns       width of the terminal.
 */
public record Terminal(PrintStream out, PrintStream err, boolean outIsTerminal, boolean errIsTerminal, int columns) {
    private static final int USUAL_COLUMNS = 80;

    /**
     * The process's own streams, in UTF-8.
     *
     * @return where the command prints.
     */
    public static Terminal ofProcess() {
        final List<String> terminals = List.of(System.getProperty("takt.terminal", "").split(","));
        return new Terminal(stream(FileDescriptor.out), stream(FileDescriptor.err), terminals.contains("stdout"),
            terminals.contains("stderr"), Integer.getInteger("takt.columns", USUAL_COLUMNS));
    }

    private static PrintStream stream(final FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    /**
     * A message in one line, on standard error.
     *
     * @param message of which the first line is told.
     */
    public void tell(final String message) {
        err.println("takt: " + message.lines().findFirst().orElse(""));
    }
}
