package io.takt.hakoniwa.command;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a command as a POSIX shell does, by blanks, quotes and backslashes, but: nothing is expanded, signs such as
 * {@code ;}, {@code |}, {@code >} and {@code #} mean nothing, the end of a line is a blank, or belongs to its word
 * behind a backslash, and a backslash at the very end is refused.
 */
final class ShellWords {
    private static final String BLANKS = " \t\n";
    /** What a backslash takes the meaning of between double quotes. */
    private static final String ESCAPED = "$`\"\\";

    private final String text;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean isInWord;
    private int at;

    private ShellWords(final String text) {
        this.text = text;
    }

    /**
     * The words.
     *
     * @throws IllegalArgumentException where a quote has no end, or there is no word.
     */
    static List<String> split(final String text) {
        final ShellWords split = new ShellWords(text);
        while (split.at < text.length()) {
            split.take(text.charAt(split.at++));
        }
        split.end();
        if (split.words.isEmpty() || split.words.get(0).isEmpty()) {
            throw split.wrong("names no program");
        }
        return split.words;
    }

    private IllegalArgumentException wrong(final String what) {
        return new IllegalArgumentException("--launch: '" + text + "' " + what);
    }

    private void take(final char each) {
        if (BLANKS.indexOf(each) >= 0) {
            end();
            return;
        }
        isInWord = true;
        switch (each) {
            case '\'' -> {
                final int to = endOf('\'');
                word.append(text, at, to);
                at = to + 1;
            }
            case '"' -> takeQuoted();
            case '\\' -> {
                if (at == text.length()) {
                    throw wrong("ends with a backslash that escapes nothing");
                }
                word.append(text.charAt(at++));
            }
            default -> word.append(each);
        }
    }

    private void takeQuoted() {
        while (at < text.length() && text.charAt(at) != '"') {
            if (text.charAt(at) == '\\' && at + 1 < text.length() && ESCAPED.indexOf(text.charAt(at + 1)) >= 0) {
                at++;
            }
            word.append(text.charAt(at++));
        }
        at = endOf('"') + 1;
    }

    private int endOf(final char quote) {
        final int to = text.indexOf(quote, at);
        if (to < 0) {
            throw wrong("has a quote (" + quote + ") without an end");
        }
        return to;
    }

    private void end() {
        if (isInWord) {
            words.add(word.toString());
            word.setLength(0);
            isInWord = false;
        }
    }
}
