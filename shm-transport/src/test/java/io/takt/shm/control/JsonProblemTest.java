package io.takt.shm.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("long")
class JsonProblemTest {
    private static final ObjectMapper LIBRARY = JsonMapper.builder()
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build();

    private static final String NO_NUMBER =
        " is no number, nor true, false or null; a text, such as a name or a time, stands in double quotes";

    /** A line feed is written as ¶ here. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', ignoreLeadingAndTrailingWhitespace = true, value = {
        "{'a': 1} | 1 | 2 | a text stands in double quotes, not in single ones",
        "{\"a\": 'b'} | 1 | 7 | a text stands in double quotes, not in single ones",
        "{a: 1} | 1 | 2 | a field's name in double quotes is expected here, not 'a'",
        "{\"a\": 1,¶} | 2 | 1 | a comma stands before '}'; leave the comma out",
        "[1, 2, ] | 1 | 8 | a comma stands before ']'; leave the comma out",
        "{\"a\": 1,, \"b\": 2} | 1 | 9 | a field is missing before ','; leave the comma out",
        "[1,, 2] | 1 | 4 | a value is missing before ','",
        "{\"a\": 1¶ \"b\": 2} | 2 | 2 | ',' or '}' is missing before \"b\"",
        "[1 2] | 1 | 4 | ',' or ']' is missing before '2'",
        "{\"a\" 1} | 1 | 6 | ':' is missing after the field's name",
        "{\"a\": } | 1 | 7 | a value is expected here, not '}'",
        "{\"a\": 1]} | 1 | 8 | ']' closes what '{' of line 1, column 1 has opened; write '}'",
        "} | 1 | 1 | a value is expected here, not '}'",
        "{} } | 1 | 4 | the JSON ends before '}'; nothing may follow",
        "{}{} | 1 | 3 | the JSON ends before '{'; nothing may follow",
        "{\"a\": 1 // why¶} | 1 | 9 | JSON has no comments; leave it out",
        "{\"a\": 1, /* why */ \"b\": 2} | 1 | 10 | JSON has no comments; leave it out",
        "# why¶{} | 1 | 1 | JSON has no comments; leave it out",
        "{\"a\": [¶ {\"b\": 1}, | 2 | 11 | the text ends, and '[' of line 1, column 7 is still open; is the file"
            + " complete?",
        "{ | 1 | 2 | the text ends, and '{' of line 1, column 1 is still open; is the file complete?",
        "{\"a\": | 1 | 6 | the text ends where a value is expected; is the file complete?",
        "{\"a\": \"b | 1 | 9 | the text ends within the quotes that line 1, column 7 has opened; is the file complete?",
        "{\"a\": \"b¶\"} | 1 | 9 | a line ends within quotes; the closing '\"' is missing, or write \\n for the end of"
            + " a line",
        "{\"a\": \"b\u0001\"} | 1 | 9 | the character U+0001 may not stand within quotes as it is; write \\u0001",
        "{\"a\": \"b\t\"} | 1 | 9 | the character U+0009 may not stand within quotes as it is; write \\t",
        "{\"a\": \"C:\\Temp\"} | 1 | 10 | behind a backslash stands one of \\ \" / b f n r t, or u and four hexadecimal"
            + " digits; a backslash itself is written \\\\",
        "{\"a\": \"\\u12\"} | 1 | 8 | behind a backslash stands one of \\ \" / b f n r t, or u and four hexadecimal"
            + " digits; a backslash itself is written \\\\",
        "{\"a\": 10ms} | 1 | 7 | '10ms'" + NO_NUMBER,
        "{\"a\": free} | 1 | 7 | 'free'" + NO_NUMBER,
        "{\"a\": NaN} | 1 | 7 | 'NaN'" + NO_NUMBER,
        "{\"a\": -Infinity} | 1 | 7 | '-Infinity'" + NO_NUMBER,
        "{\"a\": 0x10} | 1 | 7 | '0x10'" + NO_NUMBER,
        "{\"a\": 1.} | 1 | 7 | '1.'" + NO_NUMBER,
        "{\"a\": 1e} | 1 | 7 | '1e'" + NO_NUMBER,
        "{\"a\": -} | 1 | 7 | '-'" + NO_NUMBER,
        "{\"a\": +1} | 1 | 7 | '+1'" + NO_NUMBER,
        "{\"a\": .5} | 1 | 7 | '.5'" + NO_NUMBER,
        "{\"a\": 01} | 1 | 7 | '01'" + NO_NUMBER,
        "{\"a\": True} | 1 | 7 | 'True'" + NO_NUMBER,
        "12x | 1 | 1 | '12x'" + NO_NUMBER,
        "{\"a\": 1,¶¶ \"a\": 2} | 3 | 2 | the field \"a\" stands here for the second time in its object; write it once",
        "{\"a\": 1, \"\\u0061\": 2} | 1 | 10 | the field \"\\u0061\" stands here for the second time in its object;"
            + " write it once",
        "{\u00a0\"a\": 1} | 1 | 2 | the character U+00A0 may stand within a text only; leave it out",
        "<config/> | 1 | 1 | a value is expected here, not '<'",
    })
    void saysWhereAndWhatInPlainWords(final String text, final int line, final int column, final String what) {
        assertThat(JsonProblem.of(text.replace('\u00b6', '\n'))).isEqualTo(new JsonProblem(line, column, what));
    }

    @Test
    void tellsOfWhatIsTooMuch() {
        assertThat(JsonProblem.of("[".repeat(30_000)))
            .isEqualTo(new JsonProblem(1, 1_001, "objects and lists are more than 1000 deep in each other"));
        assertThat(JsonProblem.of("[\n" + "1".repeat(1_001) + "]"))
            .isEqualTo(new JsonProblem(2, 1, "a number has 1001 characters, which is too many"));
        assertThat(JsonProblem.of("{\"" + "x".repeat(50_001) + "\": 1}")).isEqualTo(
            new JsonProblem(1, 2, "what stands in quotes here has 50001 characters, which is too many"));
        assertThat(JsonProblem.of("\u0000"))
            .isEqualTo(new JsonProblem(1, 1, "the character U+0000 may stand within a text only; leave it out"));
        assertThat(JsonProblem.of("{\"" + "x".repeat(40_000) + "\" 1}").text()).hasSizeLessThan(200);
        assertThat(JsonProblem.of("{\"a\": " + "x".repeat(40_000) + "}").text()).hasSizeLessThan(200);
    }

    @Test
    void tellsOfBytesThatAreNoText() {
        assertThat(JsonProblem.of(new byte[] {'{', '\n', '"', (byte) 0xe4, '"', '}'}))
            .isEqualTo(new JsonProblem(2, 2, "this is no UTF-8; save the file as UTF-8"));
        assertThat(JsonProblem.of(new byte[] {'{', ',', '"', (byte) 0xe4, '"', '}'}))
            .isEqualTo(new JsonProblem(1, 2, "a field is missing before ','; leave the comma out"));
        assertThat(JsonProblem.of("{}".getBytes(StandardCharsets.UTF_16)))
            .isEqualTo(new JsonProblem(1, 1, "this is no UTF-8; save the file as UTF-8"));
        assertThat(JsonProblem.of("\ufeff{,".getBytes(StandardCharsets.UTF_8)).column()).isEqualTo(2);
        assertThat(JsonProblem.of("\ufeff{\r\n1\r2}".getBytes(StandardCharsets.UTF_8)).line()).isEqualTo(2);
        assertThat(JsonProblem.of("\ufeff{}".getBytes(StandardCharsets.UTF_8))).isNull();
    }

    /** So no refusal of the library is left without words, and nothing is blamed that it takes. */
    @Test
    void findsAProblemWhereverTheLibraryDoes() {
        final String valid = """
            {"hub": "lab \\u00e4\\n", "coreStep": "10ms", "n": [1, -2.5e+3, 0.0, 0, true, false, null, {}, []],
             "pace": {"mode": "realtime", "speed": 1E5}, "é": "€😀"}
            """;
        final String marks = "{}[]\",:0123456789.-+eEnulstrfa\\/#'\t\n\u0000\u00a0\ufeff ";
        final Random random = new Random(18);
        int refused = 0;
        for (int i = 0; i < 100_000; i++) {
            final StringBuilder text = new StringBuilder(valid);
            for (int edits = random.nextInt(3); edits >= 0; edits--) {
                final int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.setCharAt(at, marks.charAt(random.nextInt(marks.length())));
                    case 2 -> text.insert(at, marks.charAt(random.nextInt(marks.length())));
                    default -> text.delete(at, Math.min(text.length() - 1, at + random.nextInt(40)));
                }
            }
            final boolean isTaken = isTaken(text.toString());
            final JsonProblem problem = JsonProblem.of(text.toString().getBytes(StandardCharsets.UTF_8));
            assertThat(problem == null).as("%s: %s", text, problem).isEqualTo(isTaken);
            refused += isTaken ? 0 : 1;
            if (problem != null) {
                assertThat(problem.text()).matches("[^\\n\\r\\u0000]{1,250}");
                assertThat(problem.line()).isPositive();
                assertThat(problem.column()).isPositive();
            }
        }
        assertThat(refused).isGreaterThan(10_000);
    }

    private static boolean isTaken(final String text) {
        try {
            return !LIBRARY.readTree(text.getBytes(StandardCharsets.UTF_8)).isMissingNode();
        } catch (final IOException e) {
            return false;
        }
    }
}
