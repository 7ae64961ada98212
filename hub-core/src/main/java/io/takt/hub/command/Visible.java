package io.takt.hub.command;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text of programs, made such that it controls no terminal: control characters are shown as {@code cat -v} does. */
public final class Visible {
    private static final int LONGEST_QUOTE = 200;
    private static final String ELLIPSIS = "\u2026";

    /** Colours and the like (SGR), which change nothing but how the text behind them looks. */
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;:]*m");

    private static final String NO_COLOUR = "\u001b[m";
    private static final char DELETE = 0x7f;
    private static final int LETTERS = '@';

    private Visible() {
    }

    /**
     * A text as it can be printed anywhere.
     *
     * @param text of a program.
     * @return the text without any control character but tabs.
     */
    public static String of(final String text) {
        if (text.chars().noneMatch(Visible::isControl)) {
            return text;
        }
        final StringBuilder visible = new StringBuilder();
        text.chars().forEach(c -> append(visible, (char) c));
        return visible.toString();
    }

    /** The same, but colours stay, for this line. */
    static String coloured(final String line) {
        final Matcher colour = COLOUR.matcher(line);
        final StringBuilder visible = new StringBuilder();
        int from = 0;
        while (colour.find()) {
            visible.append(of(line.substring(from, colour.start()))).append(colour.group());
            from = colour.end();
        }
        return from == 0 ? of(line) : visible.append(of(line.substring(from))).append(NO_COLOUR).toString();
    }

    /** As much of a line as fits into a report. */
    static String quote(final String line) {
        if (line.length() <= LONGEST_QUOTE) {
            return of(line);
        }
        final int end = Character.isHighSurrogate(line.charAt(LONGEST_QUOTE - 1)) ? LONGEST_QUOTE - 1 : LONGEST_QUOTE;
        return of(line.substring(0, end)) + ELLIPSIS;
    }

    private static boolean isControl(final int c) {
        return Character.isISOControl(c) && c != '\t';
    }

    private static void append(final StringBuilder visible, final char c) {
        if (!isControl(c)) {
            visible.append(c);
        } else if (c <= DELETE) {
            // ^[ is escape, ^? is delete.
            visible.append('^').append((char) (c ^ LETTERS));
        } else {
            visible.append(String.format("\\x%02x", (int) c));
        }
    }
}
