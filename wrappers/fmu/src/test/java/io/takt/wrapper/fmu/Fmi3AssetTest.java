package io.takt.wrapper.fmu;

import static io.takt.wrapper.fmu.Stage.MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.wrapper.kit.WrapperException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FMUs of FMI 3.0 as assets: a ball that bounces, with events, and one with variables of all types. */
class Fmi3AssetTest {
    private static final Offset<Double> CLOSE = Offset.offset(1e-9);
    /** The ball falls from 1 m, and comes back after each bounce with half its speed. */
    private static final double FALL_S = Math.sqrt(2 / 9.81);

    @TempDir
    private Path folder;

    private Stage ball() throws Exception {
        return new Stage(Fmus.make(folder, "ball3"));
    }

    private Stage types() throws Exception {
        return new Stage(Fmus.make(folder, "types3"));
    }

    private static double value(final String line) {
        return Double.parseDouble(line.split(" ")[1]);
    }

    private static long stampNs(final String line) {
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }

    /** The first is at 0.45 s, the second one fall later. */
    @Test
    void anEventIsPublishedAtItsOwnTime() throws Exception {
        try (Stage stage = ball().sends("h", "v", "bounces").out("v=der(h)").as("h=double", "v=double").begin()) {
            assertThat(stage.logged()).containsExactly("h 1.0 at 0", "v 0.0 at 0", "bounces 0 at 0");
            stage.step(400 * MS);
            assertThat(stage.logged()).hasSize(3).allMatch(line -> line.endsWith(" at 400000000"));
            stage.step(600 * MS);
            final List<String> lines = stage.logged();
            assertThat(lines).hasSize(9);
            assertThat(stampNs(lines.get(0))).isEqualTo(Math.round(FALL_S * 1e9));
            assertThat(value(lines.get(0))).isZero();
            assertThat(value(lines.get(1))).as("after the event").isCloseTo(9.81 * FALL_S / 2, CLOSE);
            assertThat(lines.get(2)).startsWith("bounces 1 at ");
            assertThat(stampNs(lines.get(3))).isEqualTo(Math.round(2 * FALL_S * 1e9));
            assertThat(lines.get(8)).isEqualTo("bounces 2 at 1000000000");
            final double sinceS = 1 - 2 * FALL_S;
            assertThat(value(lines.get(6))).isCloseTo(9.81 * FALL_S / 4 * sinceS - 9.81 / 2 * sinceS * sinceS, CLOSE);
        }
    }

    /** The FMU tells of a time each 40 ms, and of others before, which are not for good. A bounce is at 451 ms. */
    @Test
    void valuesWithinAStepAreSentWhereThatIsWanted() throws Exception {
        try (Stage stage = ball().sends("h", "bounces").as("h=double").within().begin()) {
            stage.logged();
            stage.step(400 * MS);
            final List<String> lines = stage.logged();
            assertThat(lines).extracting(Fmi3AssetTest::stampNs).containsExactly(40 * MS, 80 * MS, 120 * MS, 160 * MS,
                200 * MS, 240 * MS, 280 * MS, 320 * MS, 360 * MS, 400 * MS, 400 * MS);
            for (final String line : lines.subList(0, 10)) {
                final double timeS = stampNs(line) / 1e9;
                assertThat(value(line)).isCloseTo(1 - 9.81 / 2 * timeS * timeS, CLOSE);
            }
            stage.step(100 * MS);
            assertThat(stage.logged()).extracting(Fmi3AssetTest::stampNs).containsExactly(440 * MS, 451_523_641L,
                451_523_641L, 491_523_641L, 500 * MS, 500 * MS);
        }
    }

    @Test
    void valuesWithinAStepNeedAnFmuThatHasSome() throws Exception {
        for (final Stage each : List.of(types().within(), ball().sends("bounces").within(),
            new Stage(Fmus.make(folder, "linear2")).sends("x").within())) {
            try (each) {
                assertThatThrownBy(each::open).isInstanceOf(WrapperException.class)
                    .hasMessageEndingWith(" has no values within steps of a channel that is sent, so --intermediate has"
                        + " no use");
            }
        }
        try (Stage stage = ball().sends("h").within().begin()) {
            stage.logged();
            stage.failAt(80 * MS);
            assertThatThrownBy(() -> stage.step(400 * MS)).isInstanceOf(WrapperException.class)
                .hasMessage("the value of channel 'h' cannot be sent: no room");
        }
    }

    /** The FMU returns an error when it is stepped beyond. */
    @Test
    void noStepGoesBeyondAnEventThatIsToldBefore() throws Exception {
        try (Stage stage = ball().sends("v").out("v=der(h)").set("kickAt=0.25", "kick=3").begin()) {
            stage.logged();
            stage.step(200 * MS);
            stage.step(100 * MS);
            final List<String> lines = stage.logged();
            assertThat(lines).extracting(Fmi3AssetTest::stampNs).containsExactly(200_000_000L, 250_000_000L,
                300_000_000L);
            assertThat(value(lines.get(1))).isCloseTo(3 - 9.81 * 0.25, CLOSE);
        }
        try (Stage stage = ball().sends("v").out("v=der(h)").set("kickAt=0.2", "kick=3").begin()) {
            stage.logged();
            stage.step(200 * MS);
            assertThat(stage.logged()).as("at the end of a step").hasSize(1).allMatch(line -> value(line) > 0);
        }
    }

    /** The FMU returns an error when that is set in step mode. */
    @Test
    void aDiscreteInputIsAnEvent() throws Exception {
        try (Stage stage = ball().sends("v").receives("e").out("v=der(h)").begin()) {
            stage.step(100 * MS);
            stage.hand("e", "0.25");
            stage.logged();
            stage.step(400 * MS);
            assertThat(value(stage.logged().get(0))).isCloseTo(9.81 * FALL_S / 4, CLOSE);
        }
    }

    @Test
    void aResetPutsAllBack() throws Exception {
        try (Stage stage = ball().sends("h", "bounces").set("h=2").begin()) {
            final List<String> first = stage.logged();
            stage.step(1_000 * MS);
            final List<String> then = stage.logged();
            stage.reset();
            assertThat(stage.logged()).isEqualTo(first);
            stage.step(1_000 * MS);
            assertThat(stage.logged()).isEqualTo(then);
        }
    }

    @Test
    void anFmuThatDoesNotGoOnIsTold() throws Exception {
        try (Stage stage = ball().set("again=1").begin()) {
            assertThatThrownBy(() -> stage.step(100 * MS)).isInstanceOf(WrapperException.class)
                .hasMessageEndingWith("does not go on from 0s: it has had 1000 events or early returns in a row");
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 1.1", "3, -1.0", "4, NaN"})
    void anFmuThatIsNotWithinItsStepIsTold(final int again, final String reached) throws Exception {
        try (Stage stage = ball().set("again=" + again).begin()) {
            assertThatThrownBy(() -> stage.step(100 * MS)).isInstanceOf(WrapperException.class)
                .hasMessageEndingWith("says that it has reached " + reached + " s in a step from 0.0 s to 0.1 s");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "Float32 | 0.25 | 0.0 | double", "Float64 | -1e300 | 0.0 | double", "Int8 | -128 | 0 | long",
        "UInt8 | 255 | 0 | long", "Int16 | -32768 | 0 | long", "UInt16 | 65535 | 0 | long",
        "Int32 | -2147483648 | 0 | long", "UInt32 | 4294967295 | 0 | long",
        "Int64 | -9223372036854775808 | 0 | long", "UInt64 | 9223372036854775807 | 0 | long",
        "Boolean | true | false | json", "String | \"a\\nü\" | \"start\" | text",
        "Binary | \"AP+A\" | \"\" | bytes", "Mode | 2 | 0 | long"})
    void eachTypeComesAndGoes(final String type, final String value, final String first,
        final String form) throws Exception {
        for (final String each : new String[] {"json", form}) {
            try (Stage stage = types().sends(type + "_out").receives(type + "_in")
                .as(type + "_out=" + each, type + "_in=" + each).begin()) {
                assertThat(stage.logged()).containsExactly(type + "_out " + first + " at 0");
                stage.hand(type + "_in", value);
                stage.step(MS);
                assertThat(stage.logged().get(0).toLowerCase(Locale.ROOT))
                    .isEqualTo((type + "_out " + value + " at 1000000").toLowerCase(Locale.ROOT)
                        .replace("-1e300", "-1.0e300"));
            }
        }
    }

    @Test
    void unsignedNumbersOf64BitsAreWhole() throws Exception {
        try (Stage stage = types().sends("UInt64_out").receives("UInt64_in").begin()) {
            stage.hand("UInt64_in", "18446744073709551615");
            stage.step(MS);
            assertThat(stage.logged().get(1)).startsWith("UInt64_out 18446744073709551615 at ");
            assertThatThrownBy(() -> stage.hand("UInt64_in", "-1")).hasMessageEndingWith("-1 is no UInt64");
        }
    }

    @Test
    void arraysAreLists() throws Exception {
        try (Stage stage = types().sends("vector_out", "matrix_out", "names_out")
            .receives("vector_in", "matrix_in", "names_in").as("vector_in=doubles", "matrix_out=longs")
            .set("n=3", "vector_in=1 2.5 3", "matrix_in=1 2 3 4").begin()) {
            assertThat(stage.logged()).containsExactly("vector_out [1.0,2.5,3.0] at 0", "matrix_out [1,2,3,4] at 0",
                "names_out [\"start\",\"start\"] at 0");
            stage.hand("vector_in", "[4, 5, 6]");
            stage.hand("matrix_in", "[-1, -2, -3, -4]");
            stage.hand("names_in", "[\"a\", \"b c\"]");
            stage.step(MS);
            assertThat(stage.logged()).containsExactly("vector_out [4.0,5.0,6.0] at 1000000",
                "matrix_out [-1,-2,-3,-4] at 1000000", "names_out [\"a\",\"b c\"] at 1000000");
            stage.reset();
            assertThat(stage.logged()).contains("vector_out [1.0,2.5,3.0] at 0");
        }
    }

    /** This FMU does not say that its steps may vary. */
    @Test
    void stepsOfAnotherLengthAreRefusedByAnFmuThatHasNone() throws Exception {
        try (Stage stage = types().sends("Int8_out").begin()) {
            stage.step(MS);
            assertThatThrownBy(() -> stage.step(2 * MS)).isInstanceOf(WrapperException.class)
                .hasMessageEndingWith("types3.fmu has steps of one length, and one of 2ms comes after one of 1ms; give"
                    + " the asset a fixed step");
        }
    }
}
