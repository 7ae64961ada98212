package io.takt.shm.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineAssemblerTest {
    private final List<String> lines = new ArrayList<>();

    @Test
    void givesLinesWithoutTheirLineFeedAndKeepsTheRest() {
        final LineAssembler assembler = new LineAssembler(100);
        assertThat(accept(assembler, "one\n\ntwo\r\nthr")).isTrue();
        assertThat(lines).containsExactly("one", "", "two\r");
        assertThat(accept(assembler, "ee")).isTrue();
        assertThat(lines).hasSize(3);
        assertThat(accept(assembler, "\n")).isTrue();
        assertThat(lines).endsWith("three");
        assertThat(accept(assembler, "")).isTrue();
        assertThat(lines).hasSize(4);
    }

    @Test
    void takesEverySplitOfEveryText() {
        final Random random = new Random(4);
        final String[] alphabet = {"a", "\n", "\u00e4", "\u20ac", "\ud83d\ude00", "{", "\"", " "};
        for (int round = 0; round < 300; round++) {
            final StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(3_000); i >= 0; i--) {
                text.append(alphabet[random.nextInt(10) == 0 ? 1 : random.nextInt(alphabet.length)]);
            }
            text.append('\n');
            final ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
            lines.clear();
            final LineAssembler assembler = new LineAssembler(100_000);
            while (bytes.hasRemaining()) {
                final int length = Math.min(bytes.remaining(), random.nextInt(20));
                assertThat(assembler.accept(bytes.slice(bytes.position(), length), lines::add)).isTrue();
                bytes.position(bytes.position() + length);
            }
            assertThat(String.join("\n", lines) + "\n").isEqualTo(text.toString());
        }
    }

    @Test
    void takesTheLongestLineAndRefusesALongerOne() {
        for (final int most : new int[] {1, 7, 1_023, 1_024, 1_025, 5_000, 100_000}) {
            lines.clear();
            final LineAssembler assembler = new LineAssembler(most);
            final String longest = "x".repeat(most);
            assertThat(accept(assembler, longest + "\n" + longest)).isTrue();
            assertThat(accept(assembler, "\n")).isTrue();
            assertThat(lines).containsExactly(longest, longest);
            assertThat(accept(assembler, "ok\n" + longest + "y\n")).isFalse();
            assertThat(lines).hasSize(most >= 2 ? 3 : 2);
        }
    }

    @Test
    void keepsToItsLimitHoweverTheBytesCome() {
        final LineAssembler assembler = new LineAssembler(10);
        for (int i = 0; i < 10; i++) {
            assertThat(accept(assembler, "z")).isTrue();
        }
        assertThat(accept(assembler, "z")).isFalse();
        assertThat(lines).isEmpty();
    }

    private boolean accept(final LineAssembler assembler, final String text) {
        return assembler.accept(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), lines::add);
    }
}
