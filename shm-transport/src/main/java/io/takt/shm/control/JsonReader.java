package io.takt.shm.control;

import io.takt.shm.control.ControlLine.MalformedLineException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON value of RFC 8259, to the letter: no comments, no trailing commas, no field twice in an object.
 *
 * <p>An asset reads a handful of lines in its life; loading a JSON library for them would take several times as long as
 * a bare JVM takes to start. The hub reads the lines of any program, and so uses Jackson, as
 * everything else does that reads JSON.
 */
final class JsonReader {
    /** As deep as any line of a hub may be nested, which goes as deep on the stack here. */
    private static final int DEEPEST = 100;

    /** Longer ones are no numbers of a hub, and would take long to compute. */
    private static final int LONGEST_NUMBER = 400;

    private static final int END = -1;

    private final String text;
    private int at;

    private JsonReader(final String text) {
        this.text = text;
    }

    /**
     * Reads a text that is one JSON value.
     *
     * @return a {@code Map<String, Object>}, {@code List<Object>}, {@code String}, {@code Long}, {@code BigDecimal} for
     *     other numbers, {@code Boolean}, or null.
     * @throws MalformedLineException when it is none.
     */
    static Object read(final String text) throws MalformedLineException {
        final JsonReader reader = new JsonReader(text);
        final Object value = reader.value(0);
        if (reader.peek() != END) {
            throw reader.unexpected("the end of the line");
        }
        return value;
    }

    /** The next character that is not white space, which is still to be taken. */
    private int peek() {
        while (at < text.length()) {
            final char c = text.charAt(at);
            if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
                return c;
            }
            at++;
        }
        return END;
    }

    private boolean takes(final char wanted) {
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private Object value(final int depth) throws MalformedLineException {
        if (depth > DEEPEST) {
            throw new MalformedLineException(0, "not JSON that a hub writes: it is nested more than " + DEEPEST
                + " deep");
        }
        switch (peek()) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object(final int depth) throws MalformedLineException {
        final Map<String, Object> fields = new LinkedHashMap<>();
        at++;
        if (takes('}')) {
            return fields;
        }
        do {
            if (peek() != '"') {
                throw unexpected("the name of a field");
            }
            final String name = string();
            if (!takes(':')) {
                throw unexpected("':'");
            }
            if (fields.containsKey(name)) {
                throw new MalformedLineException(0, "not JSON: the field '" + name + "' is there twice");
            }
            fields.put(name, value(depth + 1));
        } while (takes(','));
        if (!takes('}')) {
            throw unexpected("',' or '}'");
        }
        return fields;
    }

    private List<Object> array(final int depth) throws MalformedLineException {
        final List<Object> elements = new ArrayList<>();
        at++;
        if (takes(']')) {
            return elements;
        }
        do {
            elements.add(value(depth + 1));
        } while (takes(','));
        if (!takes(']')) {
            throw unexpected("',' or ']'");
        }
        return elements;
    }

    private Object word(final String word, final Object value) throws MalformedLineException {
        if (!text.startsWith(word, at)) {
            throw unexpected("a value");
        }
        at += word.length();
        return endOfToken(value);
    }

    /** What follows a number or a word is no further letter or digit of it. */
    private Object endOfToken(final Object value) throws MalformedLineException {
        if (at < text.length() && " \t\n\r,]}".indexOf(text.charAt(at)) < 0) {
            throw unexpected("the end of a value");
        }
        return value;
    }

    private String string() throws MalformedLineException {
        at++;
        final int begin = at;
        while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\\' && text.charAt(at) >= ' ') {
            at++;
        }
        if (at < text.length() && text.charAt(at) == '"') {
            return text.substring(begin, at++);
        }
        final StringBuilder value = new StringBuilder().append(text, begin, at);
        while (at < text.length()) {
            final char c = text.charAt(at);
            if (c < ' ') {
                break;
            }
            at++;
            if (c == '"') {
                return value.toString();
            }
            value.append(c == '\\' ? escaped() : c);
        }
        throw unexpected("the rest of a text");
    }

    private char escaped() throws MalformedLineException {
        final int c = at < text.length() ? text.charAt(at) : END;
        at++;
        switch (c) {
            case '"', '\\', '/':
                return (char) c;
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                return (char) (hexDigit() << 12 | hexDigit() << 8 | hexDigit() << 4 | hexDigit());
            default:
                at--;
                throw unexpected("what may follow a '\\'");
        }
    }

    private int hexDigit() throws MalformedLineException {
        final char c = at < text.length() ? text.charAt(at) : ' ';
        // Character.digit takes the digits of all scripts.
        final int digit = c < 0x80 ? Character.digit(c, 16) : -1;
        if (digit < 0) {
            throw unexpected("a hexadecimal digit");
        }
        at++;
        return digit;
    }

    private Object number() throws MalformedLineException {
        final int begin = at;
        skip('-');
        final int whole = at;
        digits();
        if (text.charAt(whole) == '0' && at > whole + 1) {
            at = whole + 1;
            throw unexpected("no digit behind a leading 0");
        }
        boolean integer = true;
        if (skip('.')) {
            integer = false;
            digits();
        }
        if (skip('e') || skip('E')) {
            integer = false;
            if (!skip('+')) {
                skip('-');
            }
            digits();
        }
        final String number = text.substring(begin, at);
        if (number.length() > LONGEST_NUMBER) {
            throw new MalformedLineException(0, "not JSON that a hub writes: a number has " + number.length()
                + " characters");
        }
        return endOfToken(integer ? ofInteger(number) : decimal(number));
    }

    private static Object ofInteger(final String number) throws MalformedLineException {
        try {
            return Long.valueOf(number);
        } catch (final NumberFormatException e) {
            return decimal(number);
        }
    }

    private static BigDecimal decimal(final String number) throws MalformedLineException {
        try {
            return new BigDecimal(number);
        } catch (final NumberFormatException e) {
            throw new MalformedLineException(0, "not JSON that a hub writes: the exponent of a number is too large");
        }
    }

    private boolean skip(final char c) {
        if (at == text.length() || text.charAt(at) != c) {
            return false;
        }
        at++;
        return true;
    }

    private void digits() throws MalformedLineException {
        final int begin = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == begin) {
            throw unexpected(begin > 0 && "-.eE+0123456789".indexOf(text.charAt(begin - 1)) >= 0 ? "a digit"
                : "a value");
        }
    }

    private MalformedLineException unexpected(final String wanted) {
        final String found = at >= text.length() ? "the line ends" : "there is '" + text.charAt(at) + "'";
        return new MalformedLineException(0, "not JSON: " + found + " where " + wanted + " was to be, at character "
            + (at + 1));
    }
}
