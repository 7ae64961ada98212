package io.takt.shm.control;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Where a text is no JSON, and why, in words for a person who writes it by hand. The library that reads JSON tells of
 * its own settings and classes instead. So it is asked only how far it got, and the text at that place is described
 * here.
 *
 * @param line   counted from 1.
 * @param column in characters, counted from 1.
 * @param text   what is wrong, and what would be right; in one line.
 */
public record JsonProblem(int line, int column, String text) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int LONGEST_NUMBER = JSON.streamReadConstraints().getMaxNumberLength();
    private static final int LONGEST_NAME = JSON.streamReadConstraints().getMaxNameLength();
    private static final int LONGEST_TEXT = JSON.streamReadConstraints().getMaxStringLength();

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
        return new Scan(text).problem();
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

    /** Follows the library through a text, and looks at the place at which that stops. */
    private static final class Scan {
        private static final int END = -1;
        private static final int LONGEST_QUOTE = 40;

        private final String text;
        /** Where objects and lists begin that are still open, and the names in each; the innermost is the first. */
        private final Deque<Integer> opened = new ArrayDeque<>();
        private final Deque<Set<String>> names = new ArrayDeque<>();
        /** The last value or bracket that the library has read. */
        private JsonToken last;
        private int lastAt;
        private int at;

        Scan(final String text) {
            this.text = text;
        }

        JsonProblem problem() {
            try (JsonParser parser = JSON.createParser(text)) {
                do {
                    final JsonToken token = parser.nextToken();
                    if (token == null) {
                        return valueProblem();
                    } else if (token != JsonToken.FIELD_NAME) {
                        follow(parser, token);
                    } else if (!names.element().add(parser.currentName())) {
                        final int nameAt = (int) parser.currentTokenLocation().getCharOffset();
                        return found(nameAt, "the field " + shown(nameAt) + " stands here for the second time in its"
                            + " object; write it once");
                    }
                } while (!opened.isEmpty());
            } catch (final IOException e) {
                return whereItStopped();
            }
            if (isWordBroken()) {
                return noNumber(lastAt);
            }
            skipBlanks();
            return peek() == END ? null : found(at, "the JSON ends before " + shown(at) + "; nothing may follow");
        }

        private void follow(final JsonParser parser, final JsonToken token) throws IOException {
            // A text is read as far as it is asked for.
            parser.getText();
            last = token;
            lastAt = (int) parser.currentTokenLocation().getCharOffset();
            at = (int) parser.currentLocation().getCharOffset();
            if (token.isStructStart()) {
                opened.push(at - 1);
                names.push(new HashSet<>());
            } else if (token.isStructEnd()) {
                opened.pop();
                names.pop();
            }
        }

        /** Whether the last value goes on, so that it is no number. */
        private boolean isWordBroken() {
            return last.isScalarValue() && last != JsonToken.VALUE_STRING && endOfWord(at) > at && !isComment();
        }

        private JsonProblem whereItStopped() {
            if (opened.isEmpty()) {
                skipBlanks();
                return valueProblem();
            }
            final boolean isInObject = text.charAt(opened.element()) == '{';
            final char closing = isInObject ? '}' : ']';
            if (!last.isStructStart()) {
                if (isWordBroken()) {
                    return noNumber(lastAt);
                }
                skipBlanks();
                if (peek() != ',') {
                    return missing("',' or '" + closing + "'", "before " + shown(at), closing);
                }
                at++;
            }
            skipBlanks();
            if (peek() == END) {
                return unclosed();
            }
            if (peek() == closing) {
                return found(at, "a comma stands before '" + closing + "'; leave the comma out");
            }
            if (isInObject) {
                if (peek() == ',') {
                    return found(at, "a field is missing before ','; leave the comma out");
                } else if (peek() != '"') {
                    return strange("a field's name in double quotes");
                }
                final JsonProblem inName = quotedProblem(LONGEST_NAME);
                if (inName != null) {
                    return inName;
                }
                skipBlanks();
                if (peek() != ':') {
                    return missing("':'", "after the field's name", closing);
                }
                at++;
                skipBlanks();
            }
            return valueProblem();
        }

        private JsonProblem valueProblem() {
            if (peek() == '{' || peek() == '[') {
                return found(at, "objects and lists are more than " + opened.size() + " deep in each other");
            }
            if (peek() == '"') {
                return quotedProblem(LONGEST_TEXT);
            }
            final int end = endOfWord(at);
            if (end == at || isComment()) {
                return peek() == ',' ? found(at, "a value is missing before ','") : strange("a value");
            }
            return end - at > LONGEST_NUMBER && Character.isDigit(peek()) ? tooLong("a number", at, end - at)
                : noNumber(at);
        }

        private JsonProblem quotedProblem(final int longest) {
            final int began = at;
            final JsonProblem within = textProblem();
            final int length = at - began - 2;
            return within != null || length <= longest ? within : tooLong("what stands in quotes here", began, length);
        }

        private JsonProblem tooLong(final String what, final int where, final int length) {
            return found(where, what + " has " + length + " characters, which is too many");
        }

        private int peek() {
            return at < text.length() ? text.charAt(at) : END;
        }

        private JsonProblem found(final int where, final String what) {
            return JsonProblem.at(text, where, what);
        }

        private void skipBlanks() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private JsonProblem missing(final String what, final String where, final char closing) {
            final int c = peek();
            if (c == END) {
                return unclosed();
            }
            if ((c == '}' || c == ']') && c != closing) {
                return found(at, "'" + (char) c + "' closes what " + place(opened.element()) + " has opened; write '"
                    + closing + "'");
            }
            return isComment() || isStrange(c) ? strange(what) : found(at, what + " is missing " + where);
        }

        private JsonProblem unclosed() {
            return found(at, "the text ends, and " + place(opened.element()) + " is still open; is the file complete?");
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
        private JsonProblem strange(final String wanted) {
            final int c = peek();
            if (c == END) {
                return found(at, "the text ends where " + wanted + " is expected; is the file complete?");
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
            return found(at, wanted + " is expected here, not " + shown(at));
        }

        /** A number, true or a text without quotes: up to a character that cannot be in any of them. */
        private int endOfWord(final int from) {
            int end = from;
            while (end < text.length() && ("+-._$%/#".indexOf(text.charAt(end)) >= 0
                || Character.isLetterOrDigit(text.charAt(end)))) {
                end++;
            }
            return end;
        }

        private JsonProblem noNumber(final int began) {
            return found(began, shown(began) + " is no number, nor true, false or null; a text, such as a name or a"
                + " time, stands in double quotes");
        }

        /** Goes beyond a text in quotes, as far as there is nothing wrong with it. */
        private JsonProblem textProblem() {
            final int began = at++;
            while (peek() != '"') {
                final int c = peek();
                if (c == END) {
                    return found(at, "the text ends within the quotes that line " + line(text, began) + ", column "
                        + column(text, began) + " has opened; is the file complete?");
                }
                if (c == '\n' || c == '\r') {
                    return found(at, "a line ends within quotes; the closing '\"' is missing, or write \\n for the end"
                        + " of a line");
                }
                if (c < ' ') {
                    return found(at, "the character " + shown(at) + " may not stand within quotes as it is; write "
                        + (c == '\t' ? "\\t" : String.format("\\u%04x", c)));
                }
                if (c == '\\' && !isEscape(text.substring(at + 1, Math.min(text.length(), at + 6)))) {
                    return found(at, "behind a backslash stands one of \\ \" / b f n r t, or u and four hexadecimal"
                        + " digits; a backslash itself is written \\\\");
                }
                at += c == '\\' ? 2 : 1;
            }
            at++;
            return null;
        }

        private static boolean isEscape(final String behind) {
            return behind.matches("(?s)([\\\\\"/bfnrt]|u[0-9a-fA-F]{4}).*");
        }

        /** The text at a place, in short: a word in single quotes, a quoted text as it is, or a character. */
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
