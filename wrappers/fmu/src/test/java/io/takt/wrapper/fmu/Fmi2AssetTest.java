package io.takt.wrapper.fmu;

import static io.takt.wrapper.fmu.Stage.MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.wrapper.kit.WrapperException;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An FMU of FMI 2.0, which solves x' = u - k x, as an asset. */
class Fmi2AssetTest {
    @TempDir
    private Path folder;

    private Stage linear() throws Exception {
        return new Stage(Fmus.make(folder, "linear2"));
    }

    /** The value of a line "x VALUE at TIME". */
    private static double value(final String line) {
        return Double.parseDouble(line.split(" ")[1]);
    }

    @Test
    void eachStepIsPublishedWithItsEnd() throws Exception {
        try (Stage stage = linear().sends("x").as("x=double").begin()) {
            assertThat(stage.logged()).containsExactly("x 1.0 at 0");
            for (int step = 1; step <= 20; step++) {
                stage.step(100 * MS);
                final String line = stage.logged().get(0);
                assertThat(line).endsWith(" at " + step * 100 * MS);
                assertThat(value(line)).isCloseTo(Math.exp(-0.1 * step), within());
            }
            stage.stop();
            assertThat(stage.logged()).isEmpty();
        }
    }

    private static Offset<Double> within() {
        return Offset.offset(1e-12);
    }

    @Test
    void startValuesAndInputsAreThoseThatAreGiven() throws Exception {
        try (Stage stage = linear().sends("x").receives("u", "k").set("k=0", "x0=5").as("u=double").begin()) {
            stage.step(1_000 * MS);
            stage.hand("u", "-3");
            stage.step(1_000 * MS);
            stage.step(1_000 * MS);
            assertThat(stage.logged()).as("an input stays as it is").containsExactly("x 5.0 at 0",
                "x 5.0 at 1000000000", "x 2.0 at 2000000000", "x -1.0 at 3000000000");
            stage.hand("k", "1");
            stage.hand("u", "0");
            stage.step(1_000 * MS);
            assertThat(value(stage.logged().get(0))).as("a tunable parameter").isCloseTo(-Math.exp(-1), within());
        }
    }

    /** It can be set before the initialisation alone, so that waits for messages of the dawn of time. */
    @Test
    void aFixedParameterCanComeByChannel() throws Exception {
        try (Stage stage = linear().sends("x").receives("x0").set("k=0").begin()) {
            assertThat(stage.logged()).isEmpty();
            stage.hand("x0", "7");
            stage.step(10 * MS);
            assertThat(stage.logged()).containsExactly("x 7.0 at 10000000");
            stage.hand("x0", "8");
            assertThatThrownBy(() -> stage.step(10 * MS)).isInstanceOf(WrapperException.class)
                .hasMessage("fmi2SetReal returned error; the FMU says: x0 is fixed by now");
        }
    }

    @Test
    void aResetPutsAllBack() throws Exception {
        try (Stage stage = linear().sends("x", "i_out").receives("u", "i_in").set("x0=2").begin()) {
            stage.hand("u", "100");
            stage.hand("i_in", "4");
            stage.step(10 * MS);
            final String first = stage.logged().get(0);
            stage.hand("i_in", "5");
            stage.reset();
            assertThat(stage.logged()).containsExactly(first, "i_out 0 at 0");
            stage.step(10 * MS);
            assertThat(value(stage.logged().get(0))).isCloseTo(2 * Math.exp(-0.01), within());
        }
    }

    @Test
    void eachTypeComesAndGoes() throws Exception {
        final Path fmu = Fmus.make(folder, "linear2", Fmus.description("linear2"),
            Map.of("resources/start.txt", "from-a-resource"));
        try (Stage stage = new Stage(fmu).sends("i_out", "mode", "b_out", "s_out", "p", "both")
            .receives("i_in", "b_in", "s_in", "p_in").as("i_out=long", "i_in=long", "s_out=text", "p=doubles")
            .in("p_in=p[1]", "p_in=p[2]").out("both=x", "both=u").begin()) {
            assertThat(stage.logged()).containsExactly("i_out 0 at 0", "mode 0 at 0", "b_out false at 0",
                "s_out \"from-a-resource\" at 0", "p [1.0,2.0] at 0", "both [1.0,0.0] at 0");
            stage.hand("i_in", "-2147483648");
            stage.hand("b_in", "true");
            stage.hand("s_in", "\"Grüße\"");
            stage.hand("p_in", "[\"NaN\", -0.5]");
            stage.step(MS);
            assertThat(stage.logged()).contains("i_out -2147483648 at 1000000", "mode -2147483648 at 1000000",
                "b_out true at 1000000", "s_out \"Grüße\" at 1000000", "p [\"NaN\",-0.5] at 1000000",
                "channel 'p' is not finite from 1ms on");
            stage.step(MS);
            assertThat(stage.logged()).as("told once").hasSize(6);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "i_in | 2147483648 | 2147483648 is no Int32", "i_in | 1.5 | 1.5 is no whole number",
        "u | \"a\" | \"a\" is not a number", "b_in | 1 | 1 is neither true nor false", "s_in | 1 | 1 is no text",
        "p_in | [1] | a list of 1 is no list of 2 values", "p_in | 1 | 1 is no list of 2 values"})
    void aValueOfAnotherTypeIsTold(final String channel, final String value, final String message) throws Exception {
        try (Stage stage = linear().receives(channel).in("p_in".equals(channel)
            ? new String[] {"p_in=p[1]", "p_in=p[2]"} : new String[0]).begin()) {
            assertThatThrownBy(() -> stage.hand(channel, value)).isInstanceOf(WrapperException.class)
                .hasMessageStartingWith("message 3 of asset 'other' on channel '" + channel + "' cannot be read: "
                    + message);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "1 | fmi2DoStep returned error; the FMU says: the tank is empty", "2 | fmi2DoStep returned fatal",
        "3 | fmi2DoStep returned discard", "5 | fmi2DoStep returned pending: the FMU steps in a thread of its own"})
    void aStepThatFailsIsToldInOneLine(final String fault, final String message) throws Exception {
        try (Stage stage = linear().sends("x").set("fault=" + fault).begin()) {
            stage.step(1_000 * MS);
            stage.logged();
            assertThatThrownBy(() -> stage.step(1_000 * MS)).isInstanceOf(WrapperException.class)
                .hasMessageStartingWith(message).hasMessageNotContaining("\n");
            assertThat(stage.logged()).as("nothing of a time that was not reached").isEmpty();
        }
    }

    @Test
    void anFmuThatEndsTheSimulationEndsTheRunWhereItIs() throws Exception {
        try (Stage stage = linear().sends("x").set("fault=6", "k=0").begin()) {
            stage.step(1_000 * MS);
            stage.logged();
            stage.step(1_000 * MS);
            assertThat(stage.logged()).containsExactly("x 1.0 at 1500000000",
                "stop: linear2.fmu ends the simulation at 1.5s");
            stage.step(1_000 * MS);
            assertThat(stage.logged()).isEmpty();
        }
    }

    /** It steps 0.3 s at most, and says how far it came. */
    @Test
    void aPartOfAStepIsPublishedWithTheTimeThatWasReached() throws Exception {
        try (Stage stage = linear().sends("x").receives("u").set("fault=9", "k=0").begin()) {
            stage.step(1_000 * MS);
            stage.logged();
            stage.hand("u", "10");
            stage.step(1_000 * MS);
            assertThat(stage.logged()).extracting(line -> line.substring(line.indexOf(" at "))).containsExactly(
                " at 1300000000", " at 1600000000", " at 1900000000", " at 2000000000");
        }
    }

    /** With values in registers, and behind them. */
    @Test
    void warningsAreTold() throws Exception {
        try (Stage stage = linear().set("fault=8").begin()) {
            stage.step(1_500 * MS);
            assertThat(stage.logged()).containsExactly("the FMU says (logStatusWarning): it is warm: -3 of 21.5"
                + " degrees, abc-1.25 0.5 1000000 99% 5 6 7 8 end");
        }
    }
}
