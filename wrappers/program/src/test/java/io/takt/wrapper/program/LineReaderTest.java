package io.takt.wrapper.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.wrapper.kit.WrapperException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static final int LONGEST = 20_000;

    private static InputStream in(final String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String line(final LineReader reader) {
        return new String(reader.bytes(), reader.begin(), reader.length(), StandardCharsets.UTF_8);
    }

    /** However the lines come in pieces, and whatever their lengths are beside that of the buffer. */
    @Property
    void linesComeAsTheyWere(@ForAll @Size(max = 30) final List<@IntRange(max = LONGEST) Integer> lengths,
        @ForAll @IntRange(min = 1, max = 10_000) final int piece) throws IOException {
        final StringBuilder all = new StringBuilder();
        final List<String> lines = new ArrayList<>();
        for (final int length : lengths) {
            lines.add(Character.toString('a' + lines.size() % 26).repeat(length));
            all.append(lines.get(lines.size() - 1)).append('\n');
        }
        final List<InputStream> pieces = new ArrayList<>();
        for (int i = 0; i < all.length(); i += piece) {
            pieces.add(in(all.substring(i, Math.min(all.length(), i + piece))));
        }
        final LineReader reader = new LineReader(new SequenceInputStream(Collections.enumeration(pieces)), LONGEST);
        for (final String line : lines) {
            assertThat(reader.next()).isTrue();
            assertThat(line(reader)).isEqualTo(line);
        }
        assertThat(reader.number()).isEqualTo(lines.size());
        assertThat(reader.next()).isFalse();
    }

    @Test
    void endsOfLinesOfWindowsAreTaken() throws IOException {
        final LineReader reader = new LineReader(in("{}\r\n\r\n"), LONGEST);
        assertThat(reader.next()).isTrue();
        assertThat(line(reader)).isEqualTo("{}");
        assertThat(reader.more()).isEqualTo("'\r\n'");
        assertThat(reader.next()).isTrue();
        assertThat(line(reader)).isEmpty();
        assertThat(reader.more()).isNull();
    }

    @Test
    void aLineThatIsTooLongIsNotReadToItsEnd() {
        final LineReader reader = new LineReader(in("x".repeat(100 * LONGEST)), LONGEST);
        assertThatThrownBy(reader::next).isInstanceOf(WrapperException.class)
            .hasMessage("line 1 of the program's output is longer than 20000 bytes; an answer is one line");
        assertThat(reader.bytes().length).isLessThan(4 * LONGEST);
    }

    /** Whether its end has come with the rest of it, or later. */
    @Test
    void aByteTooManyIsTooMany() throws IOException {
        assertThat(new LineReader(in("x".repeat(LONGEST) + "\n"), LONGEST).next()).isTrue();
        assertThatThrownBy(new LineReader(in("x".repeat(LONGEST + 1) + "\n"), LONGEST)::next)
            .hasMessageContaining("longer than 20000 bytes");
    }

    @Test
    void halfALineIsSeenAlthoughItsEndMayNeverCome() throws IOException {
        final LineReader reader = new LineReader(in("{}\n> "), LONGEST);
        assertThat(reader.next()).isTrue();
        assertThat(reader.more()).isEqualTo("'> '");
        assertThat(reader.more()).as("nothing is lost").isEqualTo("'> '");
    }

    @Test
    void halfALineIsTold() throws IOException {
        final LineReader reader = new LineReader(in("{}\n{\"mess"), LONGEST);
        assertThat(reader.next()).isTrue();
        assertThatThrownBy(reader::next).isInstanceOf(WrapperException.class)
            .hasMessage("the program's output ended in the middle of line 2, which is '{\"mess'");
    }
}
