package io.takt.shm.control;

import io.takt.shm.control.ControlLine.MalformedLineException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON value as a hub writes it.
 *
 * <p>An asset reads a handful of lines in its life; loading a JSON library for them would take several times as long as
 * a bare JVM takes to start. All of them come from a hub, which writes them with Jackson, so this does not look for
 * what Jackson never writes, such as a field twice or a number with leading zeros. The hub reads the lines of any
 * program, and so uses Jackson, as everything else does that reads JSON.
 */
final class JsonReader {
    /** So deep may a line of a hub be nested, which goes as deep on the stack here. */
    private static final int DEEPEST = 100;

    private static final char END = 0;

    private final String text;
    private int at;

    private JsonReader(final String text) {
        this.text = text;
    }

    /**
     * Reads a text that is one JSON value.
     *
     * @return a {@code Map<String, Object>}, {@code List<Object>}, {@code String}, {@code Long}, {@code Double} for
     *     other numbers, {@code Boolean}, or null.
     * @throws MalformedLineException when it is none.
     */
    static Object read(final String text) throws MalformedLineException {
        final JsonReader reader = new JsonReader(text);
        final Object value = reader.value(0);
        if (reader.peek() != END) {
            throw reader.unexpected();
        }
        return value;
    }

    /** The next character that is not white space, which is still to be taken. */
    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : END;
    }

    private boolean takes(final char wanted) {
        final boolean isThere = peek() == wanted;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private void require(final boolean isRight) throws MalformedLineException {
        if (!isRight) {
            throw unexpected();
        }
    }

    private Object value(final int depth) throws MalformedLineException {
        require(depth <= DEEPEST);
        if (takes('{')) {
            final Map<String, Object> fields = new LinkedHashMap<>();
            while (!takes('}')) {
                final String name = string();
                require(takes(':'));
                fields.put(name, value(depth + 1));
                require(takes(',') || peek() == '}');
            }
            return fields;
        }
        if (takes('[')) {
            final List<Object> elements = new ArrayList<>();
            while (!takes(']')) {
                elements.add(value(depth + 1));
                require(takes(',') || peek() == ']');
            }
            return elements;
        }
        return peek() == '"' ? string() : word();
    }

    private Object word() throws MalformedLineException {
        final int begin = at;
        while (at < text.length() && " \t\r\n,]}".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        final String word = text.substring(begin, at);
        switch (word) {
            case "true":
                return true;
            case "false":
                return false;
            case "null":
                return null;
            default:
                return number(word);
        }
    }

    private Object number(final String word) throws MalformedLineException {
        try {
            return Long.valueOf(word);
        } catch (final NumberFormatException e) {
            try {
                return Double.valueOf(word);
            } catch (final NumberFormatException second) {
                throw unexpected();
            }
        }
    }

    private String string() throws MalformedLineException {
        require(takes('"'));
        int begin = at;
        StringBuilder unescaped = null;
        while (at < text.length()) {
            final char c = text.charAt(at++);
            if (c == '"') {
                final String rest = text.substring(begin, at - 1);
                return unescaped == null ? rest : unescaped.append(rest).toString();
            }
            if (c == '\\') {
                unescaped = unescaped == null ? new StringBuilder() : unescaped;
                unescaped.append(text, begin, at - 1).append(escaped());
                begin = at;
            }
        }
        throw unexpected();
    }

    private char escaped() throws MalformedLineException {
        require(at < text.length());
        final char c = text.charAt(at++);
        final int letter = "btnfr".indexOf(c);
        if (c != 'u') {
            return letter < 0 ? c : "\b\t\n\f\r".charAt(letter);
        }
        require(at + 4 <= text.length());
        try {
            at += 4;
            return (char) Integer.parseInt(text, at - 4, at, 16);
        } catch (final NumberFormatException e) {
            throw unexpected();
        }
    }

    private MalformedLineException unexpected() {
        return new MalformedLineException(0, "not JSON that a hub writes, at character " + (at + 1));
    }
}
