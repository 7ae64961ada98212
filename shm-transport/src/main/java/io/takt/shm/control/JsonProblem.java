package io.takt.shm.control;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Where a text is no JSON, and why, in words for a person who writes it by hand. A library that reads JSON tells of its
 * own settings and classes instead, so what it refuses is looked at once more, here.
 *
 * @param line   counted from 1.
 * @param column in characters, counted from 1.
 * @param text   what is wrong, and what would be right; in one line.
 */
public record JsonProblem(int line, int column, String text) {
    /** What the library takes at most. */
    private static final int DEEPEST = 1_000;
    private static final int LONGEST_NUMBER = 1_000;
    private static final int LONGEST_NAME = 50_000;
    private static final int LONGEST_TEXT = 20_000_000;

    private static final char MARK = '\ufeff';

    /**
     * Looks at bytes that are to be JSON in UTF-8.
     *
     * @param bytes all of them; those of a byte order mark may come first.
     * @return the first problem; null when there is none.
     */
    public static JsonProblem of(final byte[] bytes) {
        final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
        final CharBuffer text = CharBuffer.allocate(bytes.length + 1);
        final boolean isText = !decoder.decode(ByteBuffer.wrap(bytes), text, true).isError();
        text.flip();
        final String decoded = (text.hasRemaining() && text.get(0) == MARK ? text.position(1) : text).toString();
        final JsonProblem problem = of(decoded);
        if (isText || problem != null && !problem.isAt(decoded, decoded.length())) {
            return problem;
        }
        return at(decoded, decoded.length(), "this is no UTF-8; save the file as UTF-8");
    }

    /**
     * Looks at a text that is to be JSON.
     *
     * @param text all of it.
     * @return the first problem; null when there is none.
     */
    public static JsonProblem of(final String text) {
        try {
            new Scan(text).all();
            return null;
        } catch (final Found found) {
            return at(text, found.at, found.getMessage());
        }
    }

    private boolean isAt(final String text, final int offset) {
        final JsonProblem other = at(text, offset, this.text);
        return line == other.line && column == other.column;
    }

    private static JsonProblem at(final String text, final int offset, final String what) {
        return new JsonProblem(line(text, offset), column(text, offset), what);
    }

    private static int line(final String text, final int offset) {
        int line = 1;
        for (int i = 0; i < offset; i++) {
            // A line ends with \n, with \r\n, or with \r.
            if (text.charAt(i) == '\n' || text.charAt(i) == '\r' && (i + 1 == text.length()
                || text.charAt(i + 1) != '\n')) {
                line++;
            }
        }
        return line;
    }

    private static int column(final String text, final int offset) {
        final int ended = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1));
        return offset - ended;
    }

    /** Ends the scan; it costs no stack trace. */
    private static final class Found extends Exception {
        private static final long serialVersionUID = 1L;

        private final int at;

        Found(final int at, final String what) {
            super(what, null, false, false);
            this.at = at;
        }
    }

    /** Goes through a text once, from its beginning. */
    private static final class Scan {
        private static final int END = -1;
        private static final String ESCAPES = "\"\\/bfnrtu";
        private static final int LONGEST_QUOTE = 40;

        private final String text;
        private int at;
        private int depth;

        Scan(final String text) {
            this.text = text;
        }

        void all() throws Found {
            skipBlanks();
            value("a value");
            skipBlanks();
            if (peek() != END) {
                throw found(at, "the JSON ends before " + shown(at) + "; nothing may follow");
            }
        }

        private int peek() {
            return at < text.length() ? text.charAt(at) : END;
        }

        private static Found found(final int where, final String what) {
            return new Found(where, what);
        }

        private void skipBlanks() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private void value(final String wanted) throws Found {
            final int c = peek();
            if (c == '{' || c == '[') {
                if (++depth > DEEPEST) {
                    throw found(at, "objects and lists are more than " + DEEPEST + " deep in each other");
                }
                if (c == '{') {
                    object();
                } else {
                    list();
                }
                depth--;
            } else if (c == '"') {
                text(LONGEST_TEXT);
            } else if (c == '-' || isDigit(c)) {
                number();
            } else {
                word(wanted);
            }
        }

        private void object() throws Found {
            final int began = at++;
            final Set<String> names = new HashSet<>();
            skipBlanks();
            if (peek() == '}') {
                at++;
                return;
            }
            while (true) {
                final int nameAt = at;
                if (peek() != '"') {
                    throw noName(began);
                }
                final String name = text(LONGEST_NAME);
                if (!names.add(name)) {
                    throw found(nameAt, "the field " + shown(nameAt) + " stands here for the second time in its"
                        + " object; write it once");
                }
                skipBlanks();
                if (peek() != ':') {
                    throw missing("':'", "after the field's name", began, '}');
                }
                at++;
                skipBlanks();
                value("a value");
                if (isLast(began, '}')) {
                    return;
                }
            }
        }

        private Found noName(final int began) {
            final int c = peek();
            if (c == END) {
                return unclosed(began);
            }
            if (c == '}') {
                return found(at, "a comma stands before '}'; leave the comma out");
            }
            if (c == ',') {
                return found(at, "a field is missing before ','; leave the comma out");
            }
            return strange("a field's name in double quotes");
        }

        private void list() throws Found {
            final int began = at++;
            skipBlanks();
            if (peek() == ']') {
                at++;
                return;
            }
            while (true) {
                if (peek() == ']') {
                    throw found(at, "a comma stands before ']'; leave the comma out");
                }
                if (peek() == END) {
                    throw unclosed(began);
                }
                value("a value");
                if (isLast(began, ']')) {
                    return;
                }
            }
        }

        /** Goes beyond the comma or the bracket that comes after a value. */
        private boolean isLast(final int began, final char closing) throws Found {
            skipBlanks();
            final int c = peek();
            if (c != closing && c != ',') {
                throw missing("',' or '" + closing + "'", "before " + shown(at), began, closing);
            }
            at++;
            skipBlanks();
            return c == closing;
        }

        private Found missing(final String what, final String where, final int began, final char closing) {
            final int c = peek();
            if (c == END) {
                return unclosed(began);
            }
            if ((c == '}' || c == ']') && c != closing) {
                return found(at, "'" + (char) c + "' closes what " + place(began) + " has opened; write '" + closing
                    + "'");
            }
            return isComment() || isStrange(c) ? strange(what) : found(at, what + " is missing " + where);
        }

        private Found unclosed(final int began) {
            return found(at, "the text ends, and " + place(began) + " is still open; is the file complete?");
        }

        private String place(final int where) {
            return "'" + text.charAt(where) + "' of line " + line(text, where) + ", column " + column(text, where);
        }

        private boolean isComment() {
            return peek() == '#' || text.startsWith("//", at) || text.startsWith("/*", at);
        }

        private static boolean isStrange(final int c) {
            return c <= ' ' || c == MARK || Character.isISOControl(c) || Character.isSpaceChar(c);
        }

        /** Something that begins nothing that may stand here. */
        private Found strange(final String wanted) {
            final int c = peek();
            if (c == END) {
                return found(at, "the text ends where " + wanted + " is to stand; is the file complete?");
            }
            if (isComment()) {
                return found(at, "JSON has no comments; leave it out");
            }
            if (c == '\'') {
                return found(at, "a text stands in double quotes, not in single ones");
            }
            if (isStrange(c)) {
                return found(at, "the character " + shown(at) + " may stand within a text only; leave it out");
            }
            return found(at, "here is to stand " + wanted + ", not " + shown(at));
        }

        private void word(final String wanted) throws Found {
            final int began = at;
            final int end = endOfWord(began);
            final String word = text.substring(began, end);
            if (Set.of("true", "false", "null").contains(word)) {
                at = end;
                return;
            }
            if (word.isEmpty() || isComment()) {
                throw peek() == ',' ? found(at, "a value is missing before ','") : strange(wanted);
            }
            if (Character.isLetter(word.charAt(0))) {
                throw Set.of("true", "false", "null").contains(word.toLowerCase(Locale.ROOT))
                    ? found(began, shown(began) + " is written '" + word.toLowerCase(Locale.ROOT) + "'")
                    : noNumber(began);
            }
            if ((word.charAt(0) == '+' || word.charAt(0) == '.') && word.length() > 1) {
                throw found(began, "a number begins with a digit, or with '-' and a digit, not with '" + word.charAt(0)
                    + "'");
            }
            throw strange(wanted);
        }

        /** A number, true or what was meant as a text: up to what cannot be in any of them. */
        private int endOfWord(final int from) {
            int end = from;
            while (end < text.length() && ("+-._$%/#".indexOf(text.charAt(end)) >= 0
                || Character.isLetterOrDigit(text.charAt(end)))) {
                end++;
            }
            return end;
        }

        private void number() throws Found {
            final int began = at;
            at += peek() == '-' ? 1 : 0;
            final boolean isZero = peek() == '0';
            final int digits = at;
            digits(began);
            if (isZero && at > digits + 1) {
                throw found(began, "the number " + shown(began) + " begins with a needless zero; leave it out");
            }
            if (peek() == '.') {
                at++;
                digits(began);
            }
            if (peek() == 'e' || peek() == 'E') {
                at++;
                at += peek() == '+' || peek() == '-' ? 1 : 0;
                digits(began);
            }
            final int end = endOfWord(at);
            if (end > at && !isComment()) {
                throw noNumber(began);
            }
            if (at - began > LONGEST_NUMBER) {
                throw found(began, "a number has " + (at - began) + " characters; it may have " + LONGEST_NUMBER);
            }
        }

        private void digits(final int began) throws Found {
            if (!isDigit(peek())) {
                throw peek() == END ? found(at, "the text ends within a number; is the file complete?")
                    : noNumber(began);
            }
            while (isDigit(peek())) {
                at++;
            }
        }

        private Found noNumber(final int began) {
            return found(began, shown(began) + " is no number, nor true, false or null; a text, such as a name or a"
                + " time, stands in double quotes");
        }

        private static boolean isDigit(final int c) {
            return c >= '0' && c <= '9';
        }

        /** A text in its quotes; what it says, but for escapes of letters, which are left as they are. */
        private String text(final int longest) throws Found {
            final int began = at++;
            StringBuilder unescaped = null;
            int from = at;
            while (peek() != '"') {
                final int c = peek();
                if (c == END) {
                    throw found(at, "the text ends within the quotes that line " + line(text, began) + ", column "
                        + column(text, began) + " has opened; is the file complete?");
                }
                if (c == '\n' || c == '\r') {
                    throw found(at, "a line ends within quotes; the closing '\"' is missing, or write \\n for the end"
                        + " of a line");
                }
                if (c < ' ') {
                    throw found(at, "the character " + shown(at) + " may not stand within quotes as it is; write "
                        + (c == '\t' ? "\\t" : String.format("\\u%04x", c)));
                }
                if (c == '\\') {
                    unescaped = unescaped == null ? new StringBuilder() : unescaped;
                    unescaped.append(text, from, at);
                    unescaped.append(escape());
                    from = at;
                } else {
                    at++;
                }
            }
            final String said = unescaped == null ? text.substring(from, at)
                : unescaped.append(text, from, at).toString();
            at++;
            if (said.length() > longest) {
                throw found(began, "what stands in quotes here has " + said.length() + " characters; it may have "
                    + longest);
            }
            return said;
        }

        private char escape() throws Found {
            final int began = at++;
            final int letter = peek();
            if (letter == END) {
                throw found(at, "the text ends within quotes; is the file complete?");
            }
            if (ESCAPES.indexOf(letter) < 0) {
                throw found(began, "behind a backslash stands one of \\ \" / b f n r t u, not " + shown(at)
                    + "; a backslash itself is written \\\\");
            }
            at++;
            if (letter == 'u') {
                int code = 0;
                for (int i = 0; i < 4; i++, at++) {
                    final int digit = peek() == END || peek() > 'f' ? -1 : Character.digit(peek(), 16);
                    if (digit < 0) {
                        throw found(began, "behind \\u stand four hexadecimal digits, such as \\u00e4");
                    }
                    code = code * 16 + digit;
                }
                return (char) code;
            }
            return switch (letter) {
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                default -> (char) letter;
            };
        }

        /** What stands somewhere, in short: a word in single quotes, a quoted text as it is, or a character. */
        private String shown(final int where) {
            if (where >= text.length()) {
                return "the end";
            }
            final int c = text.charAt(where);
            if (isStrange(c) || Character.isSurrogate((char) c)) {
                return String.format("U+%04X", text.codePointAt(where));
            }
            int end = endOfWord(where);
            if (c == '"') {
                end = text.indexOf('"', where + 1) + 1;
                end = end == 0 ? text.length() : end;
            }
            end = Math.max(end, where + 1);
            final boolean isLong = end - where > LONGEST_QUOTE;
            final String quote = text.substring(where, isLong ? where + LONGEST_QUOTE : end)
                .replaceAll("\\p{Cntrl}", "?") + (isLong ? "..." : "");
            return c == '"' ? quote : "'" + quote + "'";
        }
    }
}
