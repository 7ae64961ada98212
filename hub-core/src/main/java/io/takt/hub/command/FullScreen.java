package io.takt.hub.command;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A terminal's other screen, without a cursor. However the process ends, short of being killed, the terminal is as it
 * was before. May be used from any thread.
 */
final class FullScreen implements AutoCloseable {
    private static final String ENTER = "\u001b[?1049h\u001b[?25l";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String ERASE_TO_END_OF_LINE = "\u001b[K";
    private static final String ERASE_BELOW = "\u001b[J";
    private static final long SIZE_EVERY_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int USUAL_ROWS = 24;

    private final PrintStream out;
    private final int usualColumns;
    private Size size;
    private long sizeAtNs;
    private boolean left;

    record Size(int columns, int rows) {
    }

    FullScreen(final PrintStream out, final int usualColumns) {
        this.out = out;
        this.usualColumns = usualColumns;
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "takt-screen"));
        out.print(ENTER);
        out.flush();
    }

    /** How large the terminal is, which its user may change at any time. */
    synchronized Size size() {
        final long nowNs = System.nanoTime();
        if (size == null || nowNs - sizeAtNs > SIZE_EVERY_NS) {
            size = ask();
            sizeAtNs = nowNs;
        }
        return size;
    }

    /** Java cannot ask a terminal for its size; the program stty can. */
    private Size ask() {
        try {
            final Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty"))
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            final String[] words =
                new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip().split(" ");
            final int rows = Integer.parseInt(words[0]);
            final int columns = Integer.parseInt(words[1]);
            if (rows > 0 && columns > 0) {
                return new Size(columns, rows);
            }
        } catch (final IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            // There is no such program, or no such terminal.
            return new Size(usualColumns, USUAL_ROWS);
        }
        return new Size(usualColumns, USUAL_ROWS);
    }

    synchronized void draw(final List<String> lines) {
        if (!left) {
            out.print(frame(lines, size().rows()));
            out.flush();
        }
    }

    /** In one piece, and written over what was there, so that nothing flickers. */
    static String frame(final List<String> lines, final int rows) {
        final StringBuilder frame = new StringBuilder(HOME);
        for (int i = 0; i < Math.min(lines.size(), rows); i++) {
            frame.append(i == 0 ? "" : "\r\n").append(lines.get(i)).append(ERASE_TO_END_OF_LINE);
        }
        return frame.append(ERASE_BELOW).toString();
    }

    @Override
    public synchronized void close() {
        if (!left) {
            left = true;
            out.print(LEAVE);
            out.flush();
        }
    }
}
