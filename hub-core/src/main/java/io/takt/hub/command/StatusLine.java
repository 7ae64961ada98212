package io.takt.hub.command;

/**
 * One line on a terminal that is written over again and again; nothing at all on a pipe. May be used from any thread.
 */
public final class StatusLine implements AutoCloseable {
    private static final int BAR_WIDTH = 20;
    private static final String ERASE_LINE = "\r\u001b[K";

    private final Terminal terminal;
    /** The text that is shown now; null for none. */
    private String shown;

    /**
     * Shows nothing yet.
     *
     * @param terminal whose standard error is written on, if it is a terminal.
     */
    public StatusLine(final Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Writes the line anew, as much of it as fits, if it is another than before. While the terminal is not read, as
     * after Ctrl-S, nothing is written: one line later is as good as many.
     *
     * @param line without a line break.
     */
    public synchronized void show(final String line) {
        if (terminal.errIsTerminal() && !line.equals(shown) && terminal.outlet().isEmpty()) {
            terminal.err().print(ERASE_LINE + line.substring(0, Math.min(line.length(), terminal.columns() - 1)));
            terminal.err().flush();
            shown = line;
        }
    }

    /** Takes the line away. */
    public synchronized void clear() {
        if (shown != null) {
            terminal.err().print(ERASE_LINE);
            terminal.err().flush();
            shown = null;
        }
    }

    /** Takes the line away for good, before anything else is printed elsewhere. */
    @Override
    public void close() {
        clear();
        terminal.drain();
    }

    /**
     * A bar that fills up.
     *
     * @param part how much of it is full, 0 to 1; more than 1 is as 1.
     * @return the bar in characters that every terminal has.
     */
    public static String bar(final double part) {
        final int full = (int) (Math.min(1, part) * BAR_WIDTH);
        return "[" + "#".repeat(full) + ".".repeat(BAR_WIDTH - full) + "]";
    }
}
