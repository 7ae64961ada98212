package io.takt.wrapper.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesFileTest {
    private static final List<String> CHANNELS = List.of("angle", "name");

    @TempDir
    private Path folder;

    private Path file(final String text) throws IOException {
        return Files.writeString(folder.resolve("f.csv"), text);
    }

    private List<String> rows(final String text) throws IOException {
        final List<String> rows = new ArrayList<>();
        try (SeriesFile file = new SeriesFile(file(text), CHANNELS)) {
            while (file.next()) {
                rows.add(file.timeNs() + " " + file.value(0) + " " + file.value(1));
            }
        }
        return rows;
    }

    @Test
    void rowsHaveATimeAndTheValuesOfChannels() throws IOException {
        assertThat(rows("\uFEFFunused,time_ms,name,angle\r\n1,0,\"a \"\"b\"\", c\",0.5\r\n\r\n"
            + "2,1.5,,1e3\n,1.5,null,\n"))
            .containsExactly("0 0.5 \"a \\\"b\\\", c\"", "1500000 1000.0 null", "1500000 null null");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = true, value = {
        "time,angle,name | has no column of times; one is named time_s, time_ms, time_us, time_ns, and its columns are",
        "time_s,time_ns,angle,name | has several columns of times",
        "time_s,angle | has no column for channel 'name'; its columns are time_s, angle",
        "time_s,angle,name,angle | has two columns 'angle'",
        "time_s,angle,name;x,1,1 | line 2, column 'time_s': 'x' is no number",
        "time_s,angle,name;-1,1,1 | line 2, column 'time_s': '-1' is no time; times are from 0 to 9223372036.854775807",
        "time_s,angle,name;1e400,1,1 | line 2, column 'time_s': '1e400' is no time",
        "time_ns,angle,name;1.5,1,1 | line 2, column 'time_ns': '1.5' is no whole number of nanoseconds",
        "time_s,angle,name;1,1,1;0.5,1,1 | line 3, column 'time_s': the time goes back, from 1s to 500ms; sort",
        "time_s,angle,name;1,1 | is no CSV: ", "time_s,angle,name;1,1,1,1 | is no CSV: ",
        "time_s,angle,name;1,\"1,1 | is no CSV: "})
    void aWrongFileIsToldInOneLine(final String lines, final String message) {
        assertThatThrownBy(() -> rows(lines.replace(';', '\n') + "\n")).isInstanceOf(WrapperException.class)
            .hasMessageContaining(message).hasMessageStartingWith(folder.resolve("f.csv").toString())
            .hasMessageNotContaining("\n");
    }

    @Test
    void aFileThatIsEmptyOrNotThereIsTold() {
        assertThatThrownBy(() -> rows("")).isInstanceOf(WrapperException.class)
            .hasMessageEndingWith("f.csv is empty; its first line names the columns, such as time_s,angle");
        assertThatThrownBy(() -> new SeriesFile(folder.resolve("none.csv"), CHANNELS))
            .isInstanceOf(WrapperException.class).hasMessage("there is no file " + folder.resolve("none.csv"));
    }

    @Test
    void bytesThatAreNoTextAreTold() throws IOException {
        final Path file = Files.write(folder.resolve("f.csv"),
            "time_s,angle,name\n0,?,?\n".replace('?', '\u00ff').getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> new SeriesFile(file, CHANNELS)).isInstanceOf(WrapperException.class)
            .hasMessage(file + " is no text in UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "-2.5", "true", "null", "\"\"", "\"1\"", "\"plain text\"", "\"\\\"quoted\\\"\"",
        "\" 1\"", "[1,\"a\"]", "{\"a\":1}", "\"{\\\"a\\\":1}\"", "\"a,b\\nc\"", "12345678901234567890"})
    void aCellGivesItsValueBack(final String json) throws IOException {
        final JsonNode value = new ObjectMapper().readTree(json);
        assertThat(Cell.read(Cell.write(value))).isEqualTo(value);
    }

    @Test
    void aTextStandsInItsCellAsItIs() {
        assertThat(Cell.write(Cell.read("plain text"))).isEqualTo("plain text");
        assertThat(Cell.read("")).isNull();
    }

    @Property
    void timesAreExactInEachUnit(@ForAll @LongRange(min = 0) final long timeNs) {
        for (final TimeColumn each : TimeColumn.values()) {
            assertThat(each.read(each.write(timeNs))).isEqualTo(timeNs);
        }
    }

    @Test
    void timesAreDecimals() {
        assertThat(TimeColumn.SECONDS.read("1.5e-3")).isEqualTo(1_500_000);
        assertThat(TimeColumn.SECONDS.write(1_500_000)).isEqualTo("0.0015");
        assertThat(TimeColumn.SECONDS.write(0)).isEqualTo("0");
        assertThat(TimeColumn.of("time_us")).isEqualTo(TimeColumn.MICROSECONDS);
        assertThatIllegalArgumentException().isThrownBy(() -> TimeColumn.SECONDS.read("0.0000000001"))
            .withMessage("'0.0000000001' is no whole number of nanoseconds");
    }
}
